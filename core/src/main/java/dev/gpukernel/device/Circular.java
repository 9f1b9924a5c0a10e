package dev.gpukernel.device;

/**
 * Sine, cosine and tangent, for {@link GpuMath}.
 *
 * <p>The argument less a multiple of π/2 is found with a constant in two parts (W. J. Cody and W. Waite, Software Manual for
 * the Elementary Functions, 1980). For large arguments, of 2/π only those bits are multiplied that neither count whole turns
 * nor lie below the wanted accuracy (M. Payne and R. Hanek, Radian reduction for trigonometric functions, SIGNUM Newsletter
 * 18, 1983). Minimax polynomials found with Remez' exchange algorithm do the rest.
 */
final class Circular {
    /** Names of the functions; of the first two also the quarter turns by which the function leads the sine. */
    static final int SINE = 0;

    static final int COSINE = 1;
    static final int TANGENT = 2;

    /** Below this the multiple of π/2 has at most 20 bits, so that its product with the high part is exact. */
    private static final float LARGE = 0x1p20f;

    /** Added and taken away again, it rounds a double to an integer, which it leaves in the sum's low bits. */
    private static final double ROUNDING = 0x1.8p52;

    private static final double TWO_OVER_PI = 0x1.45f306dc9c883p-1;

    /** The first 33 bits of π/2, and the rest. */
    private static final double HALF_PI_HIGH = 0x1.921fb544p+0;

    private static final double HALF_PI_LOW = 0x1.0b4611a626331p-34;

    /** 2/π in binary: eight zeros before the binary point, 248 bits after it. */
    private static final long TWO_OVER_PI_0 = 0x00a2f9836e4e4415L;

    private static final long TWO_OVER_PI_1 = 0x29fc2757d1f534ddL;
    private static final long TWO_OVER_PI_2 = 0xc0db6295993c4390L;
    private static final long TWO_OVER_PI_3 = 0x41fe5163abdebbc5L;

    /** The weight of the last bit of {@link #quartersFixed}: π/2 times 2^-62. */
    private static final double FIXED_UNIT = 0x1.921fb54442d18p-62;

    private static final int FRACTION_BITS = 23;

    /** Biased exponent of a float whose bits, multiplied, need 2/π from its very first stored bit. */
    private static final int FIRST_EXPONENT = 144;

    private Circular() {}

    /** {@return the function of x that {@link #SINE}, {@link #COSINE} or {@link #TANGENT} names; relative error 2^-36} */
    static double of(float x, int function) {
        int quarters;
        double r;
        if (Math.abs(x) < LARGE) {
            double shifted = x * TWO_OVER_PI + ROUNDING;
            double rounded = shifted - ROUNDING;
            quarters = (int) Double.doubleToRawLongBits(shifted);
            r = x - rounded * HALF_PI_HIGH - rounded * HALF_PI_LOW;
        } else {
            long fixed = quartersFixed(x);
            quarters = (int) ((fixed + (1L << 61)) >>> 62);
            // An infinity times zero is NaN, the function's value there.
            r = (fixed - ((long) quarters << 62)) * FIXED_UNIT + x * 0.0;
        }
        double sine = sine(r);
        double cosine = cosine(r);
        if (function == TANGENT) {
            return (quarters & 1) == 0 ? sine / cosine : -cosine / sine;
        }
        int turned = quarters + function;
        double value = (turned & 1) == 0 ? sine : cosine;
        return (turned & 2) == 0 ? value : -value;
    }

    /** {@return x divided by π/2, modulo 4, in units of 2^-62 with an error of at most three units} */
    private static long quartersFixed(float x) {
        int bits = Float.floatToRawIntBits(x);
        long significand = (bits & 0x7fffff) | 0x800000;
        int first = ((bits >>> FRACTION_BITS) & 0xff) - FIRST_EXPONENT;
        boolean later = first >= Long.SIZE;
        long high = later ? TWO_OVER_PI_1 : TWO_OVER_PI_0;
        long middle = later ? TWO_OVER_PI_2 : TWO_OVER_PI_1;
        long low = later ? TWO_OVER_PI_3 : TWO_OVER_PI_2;
        long window = window(high, middle, first & 63);
        long next = window(middle, low, first & 63) >>> 32;
        long fixed = significand * window + ((significand * next) >>> 32);
        return bits < 0 ? -fixed : fixed;
    }

    /** {@return the 64 bits that begin at a bit of the first of two words} */
    private static long window(long word, long following, int bit) {
        // Two shifts, because a shift by 64 is one by 0.
        return (word << bit) | ((following >>> 1) >>> (63 - bit));
    }

    /** {@return the sine of r for |r| up to π/4; relative error 2^-37.7} */
    private static double sine(double r) {
        double z = r * r;
        double p = 0x1.6cb086fcc8ccbp-19;
        p = p * z - 0x1.a00ec688ae8c0p-13;
        p = p * z + 0x1.11110717ae9ccp-7;
        p = p * z - 0x1.55555548e2105p-3;
        p = p * z + 0x1.fffffffff5fd8p-1;
        return p * r;
    }

    /** {@return the cosine of r for |r| up to π/4; relative error 2^-43.8} */
    private static double cosine(double r) {
        double z = r * r;
        double p = -0x1.23b6aa192c7b3p-22;
        p = p * z + 0x1.a00e38f8ebbd0p-16;
        p = p * z - 0x1.6c16b208994b5p-10;
        p = p * z + 0x1.555555430cbf3p-5;
        p = p * z - 0x1.ffffffffdfeedp-2;
        return p * z + 0x1.ffffffffffdb0p-1;
    }
}
