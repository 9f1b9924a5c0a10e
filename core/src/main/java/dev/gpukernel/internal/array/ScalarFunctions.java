package dev.gpukernel.internal.array;

import dev.gpukernel.device.Philox;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** Methods of Java's that operations are calls of. They are compiled from their bytecode, as the calls in a kernel are. */
final class ScalarFunctions {
    private static final ConcurrentHashMap<String, Function> READ = new ConcurrentHashMap<>();

    private ScalarFunctions() {}

    /**
     * Reads a method.
     *
     * @param name its name
     * @param result what it returns
     * @param operands what it takes
     * @return its code, not to be changed
     */
    static Function function(String name, ElementType result, List<ElementType> operands) {
        Class<?>[] types = operands.stream()
                .map(type -> type.arrayClass().getComponentType())
                .toArray(Class<?>[]::new);
        String descriptor = MethodType.methodType(result.arrayClass().getComponentType(), types)
                .toMethodDescriptorString();
        return READ.computeIfAbsent(name + descriptor, _ -> FrontEnd.function(ScalarFunctions.class, name, descriptor));
    }

    static double sin(double x) {
        return StrictMath.sin(x);
    }

    static double cos(double x) {
        return StrictMath.cos(x);
    }

    static double tan(double x) {
        return StrictMath.tan(x);
    }

    static double asin(double x) {
        return StrictMath.asin(x);
    }

    static double acos(double x) {
        return StrictMath.acos(x);
    }

    static double atan(double x) {
        return StrictMath.atan(x);
    }

    static double sinh(double x) {
        return StrictMath.sinh(x);
    }

    static double cosh(double x) {
        return StrictMath.cosh(x);
    }

    static double tanh(double x) {
        return StrictMath.tanh(x);
    }

    static double exp(double x) {
        return StrictMath.exp(x);
    }

    static double expm1(double x) {
        return StrictMath.expm1(x);
    }

    static double log(double x) {
        return StrictMath.log(x);
    }

    static double log10(double x) {
        return StrictMath.log10(x);
    }

    static double log1p(double x) {
        return StrictMath.log1p(x);
    }

    static double sqrt(double x) {
        return StrictMath.sqrt(x);
    }

    static double cbrt(double x) {
        return StrictMath.cbrt(x);
    }

    static double floor(double x) {
        return StrictMath.floor(x);
    }

    static double ceil(double x) {
        return StrictMath.ceil(x);
    }

    static double rint(double x) {
        return StrictMath.rint(x);
    }

    static double signum(double x) {
        return StrictMath.signum(x);
    }

    static double pow(double x, double y) {
        return StrictMath.pow(x, y);
    }

    static double atan2(double x, double y) {
        return StrictMath.atan2(x, y);
    }

    static double hypot(double x, double y) {
        return StrictMath.hypot(x, y);
    }

    static int abs(int x) {
        return Math.abs(x);
    }

    static int min(int x, int y) {
        return Math.min(x, y);
    }

    static int max(int x, int y) {
        return Math.max(x, y);
    }

    static long abs(long x) {
        return Math.abs(x);
    }

    static long min(long x, long y) {
        return Math.min(x, y);
    }

    static long max(long x, long y) {
        return Math.max(x, y);
    }

    static float abs(float x) {
        return Math.abs(x);
    }

    static float min(float x, float y) {
        return Math.min(x, y);
    }

    static float max(float x, float y) {
        return Math.max(x, y);
    }

    static double abs(double x) {
        return Math.abs(x);
    }

    static double min(double x, double y) {
        return Math.min(x, y);
    }

    static double max(double x, double y) {
        return Math.max(x, y);
    }

    static float rem(float x, float y) {
        return x % y;
    }

    static double rem(double x, double y) {
        return x % y;
    }

    /** {@return an int whose order is that of {@code Float.compare}} */
    static int ordered(float x) {
        int bits = Float.floatToIntBits(x);
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }

    /** {@return a long whose order is that of {@code Double.compare}} */
    static long ordered(double x) {
        long bits = Double.doubleToLongBits(x);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    /** {@return the float that an ordered int stands for} */
    static float unordered(int key) {
        return Float.intBitsToFloat(key ^ ((key >> 31) & Integer.MAX_VALUE));
    }

    /** {@return the double that an ordered long stands for} */
    static double unordered(long key) {
        return Double.longBitsToDouble(key ^ ((key >> 63) & Long.MAX_VALUE));
    }

    /** {@return a long whose order is that of rows, and in a row that of keys} */
    static long keyOfRow(int row, int key) {
        return ((long) row << 32) | ((key ^ Integer.MIN_VALUE) & 0xffffffffL);
    }

    /** {@return the key in it} */
    static int keyInRow(long key) {
        return (int) key ^ Integer.MIN_VALUE;
    }

    static float uniformFloat(long seed, long index) {
        return Philox.uniformFloat(seed, index);
    }

    static double uniform(long seed, long index) {
        return Philox.uniform(seed, index);
    }

    /** {@return a number from 0 on and less than a bound, of the 64 bits that a uniform number is made of} */
    static int integer(long seed, long index, int bound) {
        Philox.Words words = Philox.words(seed, 0, index >> 1);
        boolean isFirst = (index & 1) == 0;
        long upper = (isFirst ? words.first() : words.third()) & 0xffffffffL;
        long lower = (isFirst ? words.second() : words.fourth()) & 0xffffffffL;
        return (int) ((upper * bound + ((lower * bound) >>> Integer.SIZE)) >>> Integer.SIZE);
    }

    static int permuted(long seed, int bound, int index) {
        return Philox.permuted(seed, bound, index);
    }
}
