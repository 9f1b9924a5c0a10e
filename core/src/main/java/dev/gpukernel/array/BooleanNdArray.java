package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.array.Reduction;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;

/** An array of booleans with a shape: what comparisons give; see {@link NdArray}. */
public final class BooleanNdArray extends NdArray<boolean[]> {
    BooleanNdArray(Expression expression) {
        super(expression);
    }

    @Override
    public BooleanNdArray compute() {
        settle();
        return this;
    }

    @Override
    public boolean[] toArray() {
        return (boolean[]) elements();
    }

    @Override
    public BooleanNdArray reshape(int... shape) {
        return new BooleanNdArray(expression().reshape(shape));
    }

    @Override
    public BooleanNdArray transpose() {
        return new BooleanNdArray(expression().transpose());
    }

    @Override
    public BooleanNdArray transpose(int... axes) {
        return new BooleanNdArray(expression().transpose(axes));
    }

    @Override
    public BooleanNdArray slice(Slice... slices) {
        return new BooleanNdArray(sliced(slices));
    }

    @Override
    public BooleanNdArray at(int index) {
        return new BooleanNdArray(expression().at(index));
    }

    @Override
    public BooleanNdArray expandDims(int axis) {
        return new BooleanNdArray(expression().expandDims(axis));
    }

    @Override
    public BooleanNdArray squeeze(int... axes) {
        return new BooleanNdArray(expression().squeeze(axes));
    }

    @Override
    public BooleanNdArray broadcastTo(int... shape) {
        return new BooleanNdArray(expression().broadcastTo(shape));
    }

    @Override
    public BooleanNdArray flip(int... axes) {
        return new BooleanNdArray(expression().flip(axes));
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
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public IntNdArray where(IntNdArray whenTrue, IntNdArray whenFalse) {
        return new IntNdArray(expression().choice(whenTrue.expression(), whenFalse.expression()));
    }

    /**
     * {@return elements of the one array where this is true, and of the other where it is false}
     *
     * @param whenTrue the one array
     * @param whenFalse the other
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public LongNdArray where(LongNdArray whenTrue, LongNdArray whenFalse) {
        return new LongNdArray(expression().choice(whenTrue.expression(), whenFalse.expression()));
    }

    /**
     * {@return elements of the one array where this is true, and of the other where it is false}
     *
     * @param whenTrue the one array
     * @param whenFalse the other
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public FloatNdArray where(FloatNdArray whenTrue, FloatNdArray whenFalse) {
        return new FloatNdArray(expression().choice(whenTrue.expression(), whenFalse.expression()));
    }

    /**
     * {@return elements of the one array where this is true, and of the other where it is false}
     *
     * @param whenTrue the one array
     * @param whenFalse the other
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public DoubleNdArray where(DoubleNdArray whenTrue, DoubleNdArray whenFalse) {
        return new DoubleNdArray(expression().choice(whenTrue.expression(), whenFalse.expression()));
    }

    /**
     * {@return elements of the one array where this is true, and of the other where it is false}
     *
     * @param whenTrue the one array
     * @param whenFalse the other
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public BooleanNdArray where(BooleanNdArray whenTrue, BooleanNdArray whenFalse) {
        return new BooleanNdArray(expression().choice(whenTrue.expression(), whenFalse.expression()));
    }
}
