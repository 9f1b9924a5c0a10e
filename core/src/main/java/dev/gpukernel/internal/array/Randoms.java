package dev.gpukernel.internal.array;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;

/** Random numbers, each a function of a seed and of its place. */
public final class Randoms {
    private Randoms() {}

    /** {@return numbers from 0 to 1, floats or doubles} */
    public static Expression uniform(ElementType type, long seed, long first, int... shape) {
        String name = type == ElementType.FLOAT ? "uniformFloat" : "uniform";
        return seed(seed).method(type, name, index(first, shape));
    }

    /**
     * {@return numbers of the normal distribution, doubles: Philox's, written as operations} As one method it would be larger than what a JVM
     * compiles.
     */
    public static Expression normal(long seed, long first, int... shape) {
        Expression pair = index(first, shape).arithmetic(BinaryKind.MUL, number(2L));
        Expression radius = seed(seed).method(ElementType.DOUBLE, "uniform", pair);
        Expression angle =
                seed(seed).method(ElementType.DOUBLE, "uniform", pair.arithmetic(BinaryKind.ADD, number(1L)));
        return number(-2d)
                .arithmetic(
                        BinaryKind.MUL,
                        number(1d).arithmetic(BinaryKind.SUB, radius).function("log"))
                .function("sqrt")
                .arithmetic(
                        BinaryKind.MUL,
                        number(2 * Math.PI).arithmetic(BinaryKind.MUL, angle).function("cos"));
    }

    /** {@return numbers of the normal distribution, floats} */
    public static Expression normalFloats(long seed, long first, int... shape) {
        return seed(seed).method(ElementType.FLOAT, "normal", index(first, shape));
    }

    private static Expression number(double value) {
        return Expression.number(ElementType.DOUBLE, Constant.of(value));
    }

    private static Expression number(long value) {
        return Expression.number(ElementType.LONG, Constant.of(value));
    }

    /** {@return ints from 0 on and less than a bound} */
    public static Expression integers(long seed, long first, int bound, int... shape) {
        Expression most = Expression.number(ElementType.INT, Constant.of(bound));
        return seed(seed).method(ElementType.INT, "integer", index(first, shape), most);
    }

    /** {@return the ints from 0 on and less than a bound, in another order} */
    public static Expression permutation(long seed, int size) {
        Expression bound = Expression.number(ElementType.INT, Constant.of(size));
        return seed(seed).method(ElementType.INT, "permuted", bound, Expression.places(size));
    }

    private static Expression seed(long seed) {
        return number(seed);
    }

    private static Expression index(long first, int... shape) {
        Expression places = Expression.places(shape).to(ElementType.LONG);
        return first == 0 ? places : places.arithmetic(BinaryKind.ADD, number(first));
    }
}
