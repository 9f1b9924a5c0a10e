package dev.gpukernel.internal.array;

import dev.gpukernel.device.GpuMath;
import dev.gpukernel.device.Philox;
import dev.gpukernel.internal.frontend.FrontEnd;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Methods of Java's that operations are calls of. They are compiled from their bytecode, as the calls in a kernel are. */
final class ScalarFunctions {
    private static final ConcurrentHashMap<String, Function> READ = new ConcurrentHashMap<>();

    /** Each method's name and descriptor, of those that give a float. */
    private static final Set<String> OF_FLOATS = Arrays.stream(ScalarFunctions.class.getDeclaredMethods())
            .filter(method -> method.getReturnType() == float.class)
            .map(method -> method.getName()
                    + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                            .toMethodDescriptorString())
            .collect(Collectors.toUnmodifiableSet());

    private static final double LN_TWO = 0x1.62e42fefa39efp-1;
    private static final double ROOT_OF_TWO = 0x1.6a09e667f3bcdp0;

    /** Below, the first terms of series are all that there is; above, the second ones are nothing. */
    private static final double TINY = 0x1p-28;

    private static final double HUGE = 0x1p28;

    private ScalarFunctions() {}

    /**
     * Reads a method.
     *
     * @param name its name
     * @param result what it returns
     * @param operands what it takes
     * @param outlining whether it may call functions; only rare ones are any
     * @return its code, not to be changed
     */
    static Function function(String name, ElementType result, List<ElementType> operands, Outlining outlining) {
        String descriptor = descriptor(result, operands);
        Outlining rare = outlining.equals(Outlining.NONE) ? outlining : Outlining.RARE;
        return READ.computeIfAbsent(
                name + descriptor + rare, _ -> FrontEnd.function(ScalarFunctions.class, name, descriptor, rare));
    }

    private static String descriptor(ElementType result, List<ElementType> operands) {
        Class<?>[] types = operands.stream()
                .map(type -> type.arrayClass().getComponentType())
                .toArray(Class<?>[]::new);
        return MethodType.methodType(result.arrayClass().getComponentType(), types)
                .toMethodDescriptorString();
    }

    /** {@return whether a method of floats gives a float} */
    static boolean isOfFloats(String name, int operands) {
        return OF_FLOATS.contains(
                name + descriptor(ElementType.FLOAT, Collections.nCopies(operands, ElementType.FLOAT)));
    }

    static float sin(float x) {
        return (float) StrictMath.sin(x);
    }

    static double sin(double x) {
        return StrictMath.sin(x);
    }

    static float cos(float x) {
        return (float) StrictMath.cos(x);
    }

    static double cos(double x) {
        return StrictMath.cos(x);
    }

    static float tan(float x) {
        return (float) StrictMath.tan(x);
    }

    static double tan(double x) {
        return StrictMath.tan(x);
    }

    static float asin(float x) {
        return (float) StrictMath.asin(x);
    }

    static double asin(double x) {
        return StrictMath.asin(x);
    }

    static float acos(float x) {
        return (float) StrictMath.acos(x);
    }

    static double acos(double x) {
        return StrictMath.acos(x);
    }

    static float atan(float x) {
        return (float) StrictMath.atan(x);
    }

    static double atan(double x) {
        return StrictMath.atan(x);
    }

    static float sinh(float x) {
        return (float) StrictMath.sinh(x);
    }

    static double sinh(double x) {
        return StrictMath.sinh(x);
    }

    static float cosh(float x) {
        return (float) StrictMath.cosh(x);
    }

    static double cosh(double x) {
        return StrictMath.cosh(x);
    }

    static float tanh(float x) {
        return (float) StrictMath.tanh(x);
    }

    static double tanh(double x) {
        return StrictMath.tanh(x);
    }

    static float exp(float x) {
        return (float) StrictMath.exp(x);
    }

    static double exp(double x) {
        return StrictMath.exp(x);
    }

    static float expm1(float x) {
        return (float) StrictMath.expm1(x);
    }

    static double expm1(double x) {
        return StrictMath.expm1(x);
    }

    static float log(float x) {
        return (float) StrictMath.log(x);
    }

    static double log(double x) {
        return StrictMath.log(x);
    }

    static float log10(float x) {
        return (float) StrictMath.log10(x);
    }

    static double log10(double x) {
        return StrictMath.log10(x);
    }

    static float log1p(float x) {
        return (float) StrictMath.log1p(x);
    }

    static double log1p(double x) {
        return StrictMath.log1p(x);
    }

    static double sqrt(double x) {
        return StrictMath.sqrt(x);
    }

    static float cbrt(float x) {
        return (float) StrictMath.cbrt(x);
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

    static float pow(float x, float y) {
        return (float) StrictMath.pow(x, y);
    }

    static double pow(double x, double y) {
        return StrictMath.pow(x, y);
    }

    static float atan2(float x, float y) {
        return (float) StrictMath.atan2(x, y);
    }

    static double atan2(double x, double y) {
        return StrictMath.atan2(x, y);
    }

    static float hypot(float x, float y) {
        return (float) StrictMath.hypot(x, y);
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

    /** {@return an int that is as much less than others as a number is, least of NaN; zeros are equal} */
    static int leastKey(float x) {
        return Float.isNaN(x) ? Integer.MIN_VALUE : ordered(x + 0f);
    }

    /** {@return an int that is as much greater than others as a number is, greatest of NaN; zeros are equal} */
    static int greatestKey(float x) {
        return Float.isNaN(x) ? Integer.MAX_VALUE : ordered(x + 0f);
    }

    /** {@return a long that is as much less than others as a number is, least of NaN; zeros are equal} */
    static long leastKey(double x) {
        return Double.isNaN(x) ? Long.MIN_VALUE : ordered(x + 0d);
    }

    /** {@return a long that is as much greater than others as a number is, greatest of NaN; zeros are equal} */
    static long greatestKey(double x) {
        return Double.isNaN(x) ? Long.MAX_VALUE : ordered(x + 0d);
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

    /** {@return a long that is less than another one if the key is, and of equal keys if the number is} */
    static long leastFirst(int key, int number) {
        return ((long) key << 32) | number;
    }

    /** {@return a long that is greater than another one if the key is, and of equal keys if the number is less} */
    static long greatestFirst(int key, int number) {
        return ((long) key << 32) | (0xffffffffL & ~number);
    }

    static double trunc(double x) {
        return x < 0 ? StrictMath.ceil(x) : StrictMath.floor(x);
    }

    static double exp2(double x) {
        return StrictMath.pow(2, x);
    }

    /** Of powers of 2 it is exact. */
    static double log2(double x) {
        if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
            return StrictMath.log(x);
        }
        boolean isSubnormal = x < Double.MIN_NORMAL;
        double normal = isSubnormal ? x * 0x1p54 : x;
        int exponent = Math.getExponent(normal);
        double fraction = Math.scalb(normal, -exponent);
        if (fraction > ROOT_OF_TWO) {
            fraction /= 2;
            exponent++;
        }
        return (isSubnormal ? exponent - 54 : exponent) + StrictMath.log(fraction) / LN_TWO;
    }

    /** By the method of fdlibm's {@code s_asinh.c}. */
    static double asinh(double x) {
        double a = Math.abs(x);
        if (!(a >= TINY)) {
            return x;
        }
        double result;
        if (a > HUGE) {
            result = StrictMath.log(a) + LN_TWO;
        } else if (a > 2) {
            result = StrictMath.log(2 * a + 1 / (Math.sqrt(x * x + 1) + a));
        } else {
            double square = x * x;
            result = StrictMath.log1p(a + square / (1 + Math.sqrt(1 + square)));
        }
        return x < 0 ? -result : result;
    }

    /** By the method of fdlibm's {@code e_acosh.c}. */
    static double acosh(double x) {
        if (!(x >= 1)) {
            return Double.NaN;
        }
        if (x > HUGE) {
            return StrictMath.log(x) + LN_TWO;
        }
        if (x > 2) {
            return StrictMath.log(2 * x - 1 / (x + Math.sqrt(x * x - 1)));
        }
        double above = x - 1;
        return StrictMath.log1p(above + Math.sqrt(2 * above + above * above));
    }

    /** By the method of fdlibm's {@code e_atanh.c}. */
    static double atanh(double x) {
        double a = Math.abs(x);
        if (!(a >= TINY)) {
            return x;
        }
        double twice = a + a;
        double result = 0.5 * StrictMath.log1p(a < 0.5 ? twice + twice * a / (1 - a) : twice / (1 - a));
        return x < 0 ? -result : result;
    }

    static double toDegrees(double x) {
        return StrictMath.toDegrees(x);
    }

    static double toRadians(double x) {
        return StrictMath.toRadians(x);
    }

    static double sinc(double x) {
        double angle = Math.PI * x;
        return x == 0 ? 1 : StrictMath.sin(angle) / angle;
    }

    static double copySign(double magnitude, double sign) {
        return StrictMath.copySign(magnitude, sign);
    }

    static double logAddExp(double x, double y) {
        if (x == y) {
            return x + LN_TWO;
        }
        double distance = x - y;
        return distance > 0
                ? x + StrictMath.log1p(StrictMath.exp(-distance))
                : y + StrictMath.log1p(StrictMath.exp(distance));
    }

    static float erf(float x) {
        return GpuMath.erf(x);
    }

    static float erfc(float x) {
        return GpuMath.erfc(x);
    }

    static int round(float x) {
        return Math.round(x);
    }

    static long round(double x) {
        return Math.round(x);
    }

    static float fma(float x, float y, float z) {
        return Math.fma(x, y, z);
    }

    static float nextAfter(float x, float y) {
        return Math.nextAfter(x, y);
    }

    static float scalb(float x, int exponent) {
        return Math.scalb(x, exponent);
    }

    static float fmin(float x, float y) {
        return Float.isNaN(x) ? y : Float.isNaN(y) ? x : Math.min(x, y);
    }

    static float fmax(float x, float y) {
        return Float.isNaN(x) ? y : Float.isNaN(y) ? x : Math.max(x, y);
    }

    static float heaviside(float x, float atZero) {
        return x == 0 ? atZero : x < 0 ? 0 : x > 0 ? 1 : x;
    }

    static float signum(float x) {
        return Math.signum(x);
    }

    static double fma(double x, double y, double z) {
        return Math.fma(x, y, z);
    }

    static double nextAfter(double x, double y) {
        return Math.nextAfter(x, y);
    }

    static double scalb(double x, int exponent) {
        return Math.scalb(x, exponent);
    }

    static double fmin(double x, double y) {
        return Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.min(x, y);
    }

    static double fmax(double x, double y) {
        return Double.isNaN(x) ? y : Double.isNaN(y) ? x : Math.max(x, y);
    }

    static double heaviside(double x, double atZero) {
        return x == 0 ? atZero : x < 0 ? 0 : x > 0 ? 1 : x;
    }

    static int floorDiv(int x, int y) {
        return Math.floorDiv(x, y);
    }

    static int floorMod(int x, int y) {
        return Math.floorMod(x, y);
    }

    static int signum(int x) {
        return Integer.signum(x);
    }

    static int bitCount(int x) {
        return Integer.bitCount(x);
    }

    static int gcd(int x, int y) {
        int a = x;
        int b = y;
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return Math.abs(a);
    }

    static int lcm(int x, int y) {
        int divisor = gcd(x, y);
        return divisor == 0 ? 0 : Math.abs(x / divisor * y);
    }

    static long floorDiv(long x, long y) {
        return Math.floorDiv(x, y);
    }

    static long floorMod(long x, long y) {
        return Math.floorMod(x, y);
    }

    static long signum(long x) {
        return Long.signum(x);
    }

    static int bitCount(long x) {
        return Long.bitCount(x);
    }

    static long gcd(long x, long y) {
        long a = x;
        long b = y;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        return Math.abs(a);
    }

    static long lcm(long x, long y) {
        long divisor = gcd(x, y);
        return divisor == 0 ? 0 : Math.abs(x / divisor * y);
    }

    static float uniformFloat(long seed, long index) {
        return Philox.uniformFloat(seed, index);
    }

    static double uniform(long seed, long index) {
        return Philox.uniform(seed, index);
    }

    static float normal(long seed, long index) {
        return (float) Philox.normal(seed, index);
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
