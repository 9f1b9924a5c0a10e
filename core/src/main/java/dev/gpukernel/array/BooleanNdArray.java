package dev.gpukernel.array;

import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.function.BooleanBinaryOperator;
import dev.gpukernel.function.BooleanOperator;
import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import java.util.Arrays;

/** An array of booleans with a shape: what comparisons give; see {@link NdArray}. */
public final class BooleanNdArray extends TypedNdArray<boolean[], BooleanNdArray> {
    BooleanNdArray(Expression expression) {
        super(expression);
    }

    @Override
    BooleanNdArray of(Expression made) {
        return new BooleanNdArray(made);
    }

    @Override
    BooleanNdArray self() {
        return this;
    }

    /**
     * {@return where both are true}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray and(BooleanNdArray other) {
        return new BooleanNdArray(expression().logic(BinaryKind.AND, other.expression()));
    }

    /**
     * {@return where one of both is true}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray or(BooleanNdArray other) {
        return new BooleanNdArray(expression().logic(BinaryKind.OR, other.expression()));
    }

    /**
     * {@return where just one of both is true}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray xor(BooleanNdArray other) {
        return new BooleanNdArray(expression().logic(BinaryKind.XOR, other.expression()));
    }

    /** {@return where this is false} */
    public BooleanNdArray not() {
        return new BooleanNdArray(
                expression().comparison(Predicate.EQ, NdArrays.full(false).expression()));
    }

    /** {@return 1 where this is true and 0 where it is false} */
    public IntNdArray toInt() {
        return new IntNdArray(expression().to(ElementType.INT));
    }

    /**
     * {@return how many elements along some axes, which are left out, are true}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public IntNdArray count(int... axes) {
        return new IntNdArray(expression().to(ElementType.INT).reduced(Reduction.SUM, axes));
    }

    /**
     * {@return whether one of the elements along some axes, which are left out, is true}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public BooleanNdArray any(int... axes) {
        return count(axes).notEqual(0);
    }

    /**
     * {@return whether all elements along some axes, which are left out, are true}
     *
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     */
    public BooleanNdArray all(int... axes) {
        return count(axes).equal(expression().count(axes));
    }

    /**
     * {@return an element}
     *
     * @param indices its index along each axis, negative ones counted from the end; none of a single value
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalArgumentException if there is not one index for each axis
     */
    public boolean get(int... indices) {
        return ((boolean[]) element(indices))[0];
    }

    /**
     * {@return elements of the one array where this is true, and of the other where it is false}
     *
     * @param whenTrue the one array
     * @param whenFalse the other
     * @param <S> type of both
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public <S extends TypedNdArray<?, S>> S where(S whenTrue, S whenFalse) {
        return whenTrue.of(expression().choice(whenTrue.expression(), whenFalse.expression()));
    }

    /**
     * {@return a function of each element}
     *
     * @param function a lambda or method reference, compiled with the rest of the expression; what it captures is read now
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray map(BooleanOperator function) {
        return of(expression().applied(ElementType.BOOLEAN, BooleanOperator.class, function));
    }

    /**
     * {@return a function of each element and that of another array}
     *
     * @param other the second arguments
     * @param function the function, as of {@link #map}
     * @throws IllegalArgumentException if the shapes have none in common
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray zip(BooleanNdArray other, BooleanBinaryOperator function) {
        return of(expression().applied(ElementType.BOOLEAN, BooleanBinaryOperator.class, function, other.expression()));
    }

    /**
     * {@return what a function makes of all elements along some axes, which are left out} Elements are combined row by row, in pieces of 256:
     * {@code result = combine(result, element)}, beginning with the identity. What pieces come to is combined in the same way.
     *
     * @param identity what changes nothing: {@code combine(identity, x)} is {@code x}
     * @param combine an associative function, as of {@link #map}
     * @param axes along which, none for all
     * @throws IllegalArgumentException if there is no such axis
     * @throws KernelRejectedException if the function has something in it that cannot run on a GPU
     */
    public BooleanNdArray reduce(boolean identity, BooleanBinaryOperator combine, int... axes) {
        return of(expression().reduced(BooleanBinaryOperator.class, combine, Constant.of(identity ? 1 : 0), axes));
    }

    /**
     * {@return where elements are true: for each axis the indices along it, row by row} How many there are is known only when they are computed, so that
     * this computes them.
     *
     * @throws IllegalArgumentException if this has no axes
     */
    public IntNdArray[] nonZero() {
        return expression().whereTrue().stream()
                .map(IntNdArray::new)
                .toArray(IntNdArray[]::new);
    }
}
