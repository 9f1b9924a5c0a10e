package dev.gpukernel.array;

import dev.gpukernel.internal.array.Expression;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;

/**
 * An array of ints or longs with a shape.
 *
 * @param <A> type of the corresponding array of Java's, such as {@code int[]}
 * @param <S> type of the array itself, such as {@link IntNdArray}
 */
public abstract sealed class IntegralNdArray<A, S extends IntegralNdArray<A, S>> extends ArithmeticNdArray<A, S>
        implements Index permits IntNdArray, LongNdArray {
    IntegralNdArray(Expression expression) {
        super(expression);
    }

    /**
     * {@return {@code a & b} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S and(S other) {
        return of(expression().arithmetic(BinaryKind.AND, other.expression()));
    }

    /**
     * {@return {@code a | b} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S or(S other) {
        return of(expression().arithmetic(BinaryKind.OR, other.expression()));
    }

    /**
     * {@return {@code a ^ b} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S xor(S other) {
        return of(expression().arithmetic(BinaryKind.XOR, other.expression()));
    }

    /** {@return {@code ~a} of each element} */
    public final S not() {
        return of(expression().arithmetic(BinaryKind.XOR, number(-1)));
    }

    /**
     * {@return {@code a << b} of each element and that of another array}
     *
     * @param distance the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S shl(IntNdArray distance) {
        return of(expression().shifted(BinaryKind.SHL, distance.expression()));
    }

    /**
     * {@return {@code a << b} of each element and a number}
     *
     * @param distance the second operand
     */
    public final S shl(int distance) {
        return of(expression().shifted(BinaryKind.SHL, number(distance)));
    }

    /**
     * {@return {@code a >> b} of each element and that of another array}
     *
     * @param distance the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S shr(IntNdArray distance) {
        return of(expression().shifted(BinaryKind.SHR, distance.expression()));
    }

    /**
     * {@return {@code a >> b} of each element and a number}
     *
     * @param distance the second operand
     */
    public final S shr(int distance) {
        return of(expression().shifted(BinaryKind.SHR, number(distance)));
    }

    /**
     * {@return {@code a >>> b} of each element and that of another array}
     *
     * @param distance the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S ushr(IntNdArray distance) {
        return of(expression().shifted(BinaryKind.USHR, distance.expression()));
    }

    /**
     * {@return {@code a >>> b} of each element and a number}
     *
     * @param distance the second operand
     */
    public final S ushr(int distance) {
        return of(expression().shifted(BinaryKind.USHR, number(distance)));
    }

    /**
     * {@return {@code Math.floorDiv} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S floorDiv(S other) {
        return of(expression().method("floorDiv", other.expression()));
    }

    /**
     * {@return {@code Math.floorMod} of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S floorMod(S other) {
        return of(expression().method("floorMod", other.expression()));
    }

    /**
     * {@return the greatest common divisor of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S gcd(S other) {
        return of(expression().method("gcd", other.expression()));
    }

    /**
     * {@return the least common multiple of each element and that of another array}
     *
     * @param other the second operands
     * @throws IllegalArgumentException if the shapes have none in common
     */
    public final S lcm(S other) {
        return of(expression().method("lcm", other.expression()));
    }

    /** {@return {@code bitCount} of each element} */
    public final IntNdArray bitCount() {
        return new IntNdArray(expression().method(ElementType.INT, "bitCount"));
    }
}
