package dev.gpukernel.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Indexing;
import dev.gpukernel.internal.array.Shaping;
import java.util.Arrays;
import java.util.List;

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
    @SuppressWarnings("unchecked")
    public final StridedMemory<A> stridedMemory() {
        Expression.Placed placed = expression().placed();
        return new StridedMemory<>((GpuArray<A>) placed.memory(), placed.offset(), placed.shape(), placed.strides());
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

    /**
     * {@return elements by their indices, NumPy's {@code x[rows, 2:5]}} Where there are arrays of indices, the axes that they have together are in
     * place of theirs, or before all others if a slice is between them. An array that has fewer elements than are picked of it is computed
     * first.
     *
     * @param indices those along each of the first axes: slices, and arrays of ints or longs, of which negative ones count from the end
     * @throws IllegalArgumentException if there are more than axes, or the shapes of arrays have none in common
     * @throws IndexOutOfBoundsException where it is computed, if an axis has no such index
     */
    public final S at(Index... indices) {
        return of(Indexing.picked(expression(), choices(indices)));
    }

    /** {@return indices as expressions have them} */
    static Indexing.Choice[] choices(Index... indices) {
        return Arrays.stream(indices)
                .map(index -> switch (index) {
                    case Slice slice -> new Indexing.Range(slice.from(), slice.to(), slice.step());
                    case IntegralNdArray<?, ?> array -> new Indexing.Numbers(array.expression());
                })
                .toArray(Indexing.Choice[]::new);
    }

    /**
     * {@return elements by their numbers, counted row by row, in the shape of the numbers}
     *
     * @param numbers the numbers; negative ones count from the end
     * @throws IndexOutOfBoundsException where it is computed, if there is no such element
     */
    public final S take(IntegralNdArray<?, ?> numbers) {
        return of(Indexing.taken(expression(), numbers.expression()));
    }

    /**
     * {@return what is at some indices of an axis; in place of it are the axes of the indices}
     *
     * @param indices the indices; negative ones count from the end
     * @param axis the axis
     * @throws IllegalArgumentException if there is no such axis
     * @throws IndexOutOfBoundsException where it is computed, if the axis has no such index
     */
    public final S take(IntegralNdArray<?, ?> indices, int axis) {
        return of(Indexing.taken(expression(), indices.expression(), axis));
    }

    /**
     * {@return what is where a mask is true, NumPy's {@code x[mask]}: in place of the axes of the mask is one, with these elements, row by row}
     * How many there are is known only when the mask is computed, so that this computes it.
     *
     * @param mask of the shape of the array, or of its first axes
     * @throws IllegalArgumentException if it has another shape
     */
    public final S select(BooleanNdArray mask) {
        return of(Indexing.compacted(expression(), mask.expression()));
    }

    /**
     * {@return what is at those indices of an axis for which a condition holds, which is computed}
     *
     * @param conditions one for each index
     * @param axis the axis
     * @throws IllegalArgumentException if there is no such axis, or there are more or fewer conditions
     */
    public final S compress(BooleanNdArray conditions, int axis) {
        return of(Indexing.compressed(expression(), conditions.expression(), axis));
    }

    /**
     * {@return the same with other elements at some indices, NumPy's {@code x[rows, 2:5] = values}} Where indices name an element several times,
     * the last value counts.
     *
     * @param values what is there, broadcast to the shape of what the indices name
     * @param indices those along each of the first axes, as of {@link #at(Index...)}
     * @throws IllegalArgumentException if there are more than axes, or shapes do not fit
     * @throws IndexOutOfBoundsException where it is computed, if an axis has no such index
     */
    public final S put(S values, Index... indices) {
        return of(Indexing.put(expression(), values.expression(), choices(indices)));
    }

    /**
     * {@return the same with other elements where a mask is true, NumPy's {@code x[mask] = values}} With more than one value, this computes the
     * mask.
     *
     * @param values a single one, or one for each place, row by row
     * @param mask of the shape of the array, or of its first axes
     * @throws IllegalArgumentException if it has another shape, or there are more or fewer values
     */
    public final S put(S values, BooleanNdArray mask) {
        return of(Indexing.put(expression(), values.expression(), mask.expression()));
    }

    /** {@return the same elements, row by row, in one axis} */
    public final S ravel() {
        return reshape(-1);
    }

    /**
     * {@return the same with two axes at each other's place}
     *
     * @param first the one
     * @param second the other
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S swapAxes(int first, int second) {
        return of(Shaping.swapAxes(expression(), first, second));
    }

    /**
     * {@return the same with an axis at another place}
     *
     * @param from the axis
     * @param to where it will be
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S moveAxis(int from, int to) {
        return of(Shaping.moveAxis(expression(), from, to));
    }

    /**
     * {@return a diagonal of the first two axes, which are left out: in place of them it is the last axis}
     *
     * @param offset how many columns right of the main diagonal; negative below
     * @throws IllegalArgumentException if there are not two axes
     */
    public final S diagonal(int offset) {
        return diagonal(offset, 0, 1);
    }

    /**
     * {@return a diagonal of two axes, which are left out: in place of them it is the last axis}
     *
     * @param offset how many columns right of the main diagonal; negative below
     * @param rows the axis of the rows
     * @param columns that of the columns
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S diagonal(int offset, int rows, int columns) {
        return of(Shaping.diagonal(expression(), offset, rows, columns));
    }

    /**
     * {@return the elements on a diagonal of the last two axes and below, and zeros above}
     *
     * @param diagonal how many columns right of the main one; negative below
     * @throws IllegalArgumentException if there are not two axes
     */
    public final S tril(int diagonal) {
        return of(Shaping.triangle(expression(), diagonal, true));
    }

    /**
     * {@return the elements on a diagonal of the last two axes and above, and zeros below}
     *
     * @param diagonal how many columns right of the main one; negative below
     * @throws IllegalArgumentException if there are not two axes
     */
    public final S triu(int diagonal) {
        return of(Shaping.triangle(expression(), diagonal, false));
    }

    /**
     * {@return each element several times, one after the other}
     *
     * @param count how many times
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis, or the count is negative
     */
    public final S repeat(int count, int axis) {
        return of(Shaping.repeat(expression(), count, axis));
    }

    /**
     * {@return the whole array several times}
     *
     * @param counts how many times along each of the last axes; for counts beyond, axes of size 1 are put before
     * @throws IllegalArgumentException if a count is negative
     */
    public final S tile(int... counts) {
        return of(Shaping.tile(expression(), counts));
    }

    /**
     * {@return the elements moved along an axis, where those that fall off its end come to its beginning}
     *
     * @param distance how far; negative backwards
     * @param axis along which
     * @throws IllegalArgumentException if there is no such axis
     */
    public final S roll(int distance, int axis) {
        return of(Shaping.roll(expression(), distance, axis));
    }

    /**
     * {@return the same with more elements along an axis, which are taken from it}
     *
     * @param before how many come before
     * @param after how many come behind
     * @param axis along which
     * @param padding which ones
     * @throws IllegalArgumentException if there is no such axis, it has no elements, or a count is negative
     */
    public final S pad(int before, int after, int axis, Padding padding) {
        return of(Shaping.pad(expression(), before, after, axis, padding.ends()));
    }

    /**
     * {@return the same with more elements along an axis, all of one value}
     *
     * @param before how many come before
     * @param after how many come behind
     * @param axis along which
     * @param value the value, broadcast to the shape of the result
     * @throws IllegalArgumentException if there is no such axis, or a count is negative
     */
    public final S pad(int before, int after, int axis, S value) {
        return of(Shaping.pad(expression(), before, after, axis, value.expression()));
    }

    /**
     * {@return parts of an axis, all of one size}
     *
     * @param count how many
     * @param axis the axis
     * @throws IllegalArgumentException if there is no such axis, or it is not divisible
     */
    public final List<S> split(int count, int axis) {
        return Shaping.splitEvenly(expression(), count, axis).stream()
                .map(this::of)
                .toList();
    }

    /**
     * {@return parts of an axis}
     *
     * @param axis the axis
     * @param starts the indices where parts but the first begin; negative ones count from the end
     * @throws IllegalArgumentException if there is no such axis
     */
    public final List<S> splitAt(int axis, int... starts) {
        return Shaping.split(expression(), axis, starts).stream().map(this::of).toList();
    }
}
