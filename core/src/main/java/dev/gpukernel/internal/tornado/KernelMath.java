package dev.gpukernel.internal.tornado;

/**
 * Functions that generated kernels call, in Java that TornadoVM's compiler understands: what it has no node for, or one that is not
 * Java's function. Exact, but for the bits of a NaN.
 */
public final class KernelMath {
    /** From here on, every double is an integer. */
    private static final double INTEGERS = 0x1p52;

    /** The greatest double that is less than 2⁶³. */
    private static final double MOST_BELOW = 0x1.fffffffffffffp62;

    private KernelMath() {}

    /** {@return -1, 0 or 1} */
    public static int compare(long a, long b) {
        // As a choice of the three, it would become a node that the compiler has no code for.
        return (a > b ? 1 : 0) - (a < b ? 1 : 0);
    }

    /** {@return -1, 0 or 1, or {@code unordered} if one is NaN} */
    public static int compare(float a, float b, int unordered) {
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : unordered;
    }

    /** {@return -1, 0 or 1, or {@code unordered} if one is NaN} */
    public static int compare(double a, double b, int unordered) {
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : unordered;
    }

    /** {@return 1 if it is less, otherwise 0} */
    public static int less(float a, float b) {
        return a < b ? 1 : 0;
    }

    /** {@return 1 if it is less, otherwise 0} */
    public static int less(double a, double b) {
        return a < b ? 1 : 0;
    }

    /** {@return 1 if it is greater, otherwise 0} */
    public static int greater(float a, float b) {
        return less(b, a);
    }

    /** {@return 1 if it is greater, otherwise 0} */
    public static int greater(double a, double b) {
        return less(b, a);
    }

    /** {@return 1 if it is equal, otherwise 0} */
    public static int equal(float a, float b) {
        return a == b ? 1 : 0;
    }

    /** {@return 1 if it is equal, otherwise 0} */
    public static int equal(double a, double b) {
        return a == b ? 1 : 0;
    }

    /** {@return 1 if it is less or equal, otherwise 0} */
    public static int atMost(float a, float b) {
        return less(a, b) | equal(a, b);
    }

    /** {@return 1 if it is less or equal, otherwise 0} */
    public static int atMost(double a, double b) {
        return less(a, b) | equal(a, b);
    }

    /** {@return 1 if it is greater or equal, otherwise 0} */
    public static int atLeast(float a, float b) {
        return less(b, a) | equal(a, b);
    }

    /** {@return 1 if it is greater or equal, otherwise 0} */
    public static int atLeast(double a, double b) {
        return less(b, a) | equal(a, b);
    }

    /** {@return whether it is less or equal; as one comparison, the compiler takes it for the opposite of greater, of NaN too} */
    public static boolean isAtMost(float a, float b) {
        return a < b || a == b;
    }

    /** {@return whether it is less or equal} */
    public static boolean isAtMost(double a, double b) {
        return a < b || a == b;
    }

    /** {@return whether it is greater or equal} */
    public static boolean isAtLeast(float a, float b) {
        return a > b || a == b;
    }

    /** {@return whether it is greater or equal} */
    public static boolean isAtLeast(double a, double b) {
        return a > b || a == b;
    }

    /** {@return the quotient as floats; the compiler has only an approximation of it, but the right one of doubles} */
    public static float div(float a, float b) {
        // A quotient of floats that is rounded to a double is rounded to the same float.
        return (float) ((double) a / (double) b);
    }

    /** {@return the number shifted with its sign; the compiler shifts without} */
    public static int shiftRight(int a, int distance) {
        int sign = Integer.MIN_VALUE >>> distance;
        return (a >>> distance ^ sign) - sign;
    }

    /** {@return the number shifted with its sign} */
    public static long shiftRight(long a, int distance) {
        long sign = Long.MIN_VALUE >>> distance;
        return (a >>> distance ^ sign) - sign;
    }

    /**
     * {@return the number shifted without its sign; the compiler that writes CUDA C shifts with it}
     *
     * @param zero 0, of which the compiler does not know that, and so not which shift this is
     */
    public static int shiftRightWithoutSign(int a, int distance, int zero) {
        return (a >> distance ^ zero) & ~(-2 << (31 - distance));
    }

    /**
     * {@return the number shifted without its sign}
     *
     * @param zero 0
     */
    public static long shiftRightWithoutSign(long a, int distance, int zero) {
        return (a >> distance ^ zero) & ~(-2L << (63 - distance));
    }

    /** {@return the int nearest to it towards zero; the compiler makes 0 of infinities} */
    public static int toInt(float a) {
        return a > 0x1p31f ? Integer.MAX_VALUE : a < -0x1p31f ? Integer.MIN_VALUE : (int) a;
    }

    /** {@return the int nearest to it towards zero} */
    public static int toInt(double a) {
        return a > 0x1p31 ? Integer.MAX_VALUE : a < -0x1p31 ? Integer.MIN_VALUE : (int) a;
    }

    /** {@return the long nearest to it towards zero} */
    public static long toLong(float a) {
        return a > 0x1p63f ? Long.MAX_VALUE : a < -0x1p63f ? Long.MIN_VALUE : (long) a;
    }

    /** {@return the long nearest to it towards zero} */
    public static long toLong(double a) {
        return a > 0x1p63 ? Long.MAX_VALUE : a < -0x1p63 ? Long.MIN_VALUE : (long) a;
    }

    /**
     * {@return the long nearest to it towards zero; the compiler that writes CUDA C makes an int of it, whatever it is to be}
     *
     * @see #toLong(double)
     */
    public static long toLongByInts(double a) {
        // Neither comparison is true of NaN, nor is the opposite of one used, which the compiler takes for true.
        return a > MOST_BELOW ? Long.MAX_VALUE : a < -0x1p63 ? Long.MIN_VALUE : byInts(a);
    }

    /** {@return how many bits are set, counted in pairs, then in fours, then in bytes} */
    public static int bitCount(int bits) {
        int pairs = bits - ((bits >>> 1) & 0x5555_5555);
        int fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
        int bytes = (fours + (fours >>> 4)) & 0x0F0F_0F0F;
        return (bytes * 0x0101_0101) >>> 24;
    }

    /** {@return how many bits are set} */
    public static int bitCount(long bits) {
        return bitCount((int) bits) + bitCount((int) (bits >>> 32));
    }

    private static long byInts(double a) {
        int high = (int) (a * 0x1p-32);
        double low = a - high * 0x1p32;
        int middle = (int) (low * 0x1p-16);
        return ((long) high << 32) + ((long) middle << 16) + (int) (low - middle * 0x1p16);
    }

    /** {@return the long nearest to it towards zero} */
    public static long toLongByInts(float a) {
        return toLongByInts((double) a);
    }

    public static int abs(int a) {
        return a < 0 ? -a : a;
    }

    public static long abs(long a) {
        return a < 0 ? -a : a;
    }

    /** {@return the absolute value; 0 - a makes 0 of both zeros} */
    public static float abs(float a) {
        return a <= 0 ? 0 - a : a;
    }

    /** {@return the absolute value} */
    public static double abs(double a) {
        return a <= 0 ? 0 - a : a;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }

    /** {@return as Math.min: NaN wins, -0 is less than 0} */
    public static float min(float a, float b) {
        // Of two zeros, -(-a - b) is 0 only if both are.
        return a < b ? a : a > b ? b : a != b ? a + b : a == 0 ? -(-a - b) : a;
    }

    /** {@return as Math.min: NaN wins, -0 is less than 0} */
    public static double min(double a, double b) {
        return a < b ? a : a > b ? b : a != b ? a + b : a == 0 ? -(-a - b) : a;
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    /** {@return as Math.max: NaN wins, 0 is more than -0} */
    public static float max(float a, float b) {
        // Of two zeros, the sum is -0 only if both are.
        return a > b ? a : a < b ? b : a != b || a == 0 ? a + b : a;
    }

    /** {@return as Math.max: NaN wins, 0 is more than -0} */
    public static double max(double a, double b) {
        return a > b ? a : a < b ? b : a != b || a == 0 ? a + b : a;
    }

    /** {@return the largest integer that is not greater} */
    public static double floor(double a) {
        double nearest = rint(a);
        return nearest > a ? nearest - 1 : nearest;
    }

    /** {@return the smallest integer that is not less} */
    public static double ceil(double a) {
        double nearest = rint(a);
        return nearest < a ? signed(nearest + 1, a) : nearest;
    }

    /** {@return the integer nearest to it, of two the even one} */
    public static double rint(double a) {
        if (isIntegral(a)) {
            return a;
        }
        // A sum that is so large has no bits behind the point, and is rounded to them.
        return signed(a < 0 ? a - INTEGERS + INTEGERS : a + INTEGERS - INTEGERS, a);
    }

    /** {@return whether it is so large, infinite or NaN, that there is nothing to round} */
    private static boolean isIntegral(double a) {
        return !(a < INTEGERS && a > -INTEGERS);
    }

    /** {@return the number, of a zero the one with the sign of another number} */
    private static double signed(double rounded, double sign) {
        return rounded == 0 ? sign < 0 ? -0.0 : sign * 0 : rounded;
    }
}
