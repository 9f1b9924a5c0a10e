package dev.gpukernel.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.internal.array.Expression;

/**
 * An array with a shape whose views are of its own type.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code float[]}
 * @param <S> type of the array itself, such as {@link FloatNdArray}
 */
public abstract sealed class TypedNdArray<A, S extends TypedNdArray<A, S>> extends NdArray<A>
        permits NumberNdArray, BooleanNdArray {
    TypedNdArray(Expression expression) {
        super(expression);
    }

    /** {@return an array of this type} */
    abstract S of(Expression made);

    /** {@return this} */
    abstract S self();

    @Override
    public final S compute() {
        settle();
        return self();
    }

    @Override
    @SuppressWarnings("unchecked")
    public final A toArray() {
        return (A) elements();
    }

    @Override
    @SuppressWarnings("unchecked")
    public final GpuArray<A> asGpuArray() {
        settle();
        return (GpuArray<A>) expression().shared();
    }

    @Override
    public final void into(GpuArray<A> target) {
        expression().into(target);
    }

    @Override
    public final S reshape(int... shape) {
        return of(expression().reshape(shape));
    }

    @Override
    public final S transpose() {
        return of(expression().transpose());
    }

    @Override
    public final S transpose(int... axes) {
        return of(expression().transpose(axes));
    }

    @Override
    public final S slice(Slice... slices) {
        return of(sliced(slices));
    }

    @Override
    public final S at(int index) {
        return of(expression().at(index));
    }

    @Override
    public final S expandDims(int axis) {
        return of(expression().expandDims(axis));
    }

    @Override
    public final S squeeze(int... axes) {
        return of(expression().squeeze(axes));
    }

    @Override
    public final S broadcastTo(int... shape) {
        return of(expression().broadcastTo(shape));
    }

    @Override
    public final S flip(int... axes) {
        return of(expression().flip(axes));
    }
}
