package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Indexing;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;

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
     * {@return where elements are true: for each axis the indices along it, row by row} How many there are is known only when they are computed, so that
     * this computes them.
     *
     * @throws IllegalArgumentException if this has no axes
     */
    public IntNdArray[] nonZero() {
        return Indexing.whereTrue(expression()).stream().map(IntNdArray::new).toArray(IntNdArray[]::new);
    }
}
