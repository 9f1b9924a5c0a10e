package dev.gpukernel.internal.intrinsic;

/**
 * Functions of {@link StrictMath} that give doubles, with its bits: the front end translates these in place of the JDK's own code, which has a
 * branch for each kind of argument, so that threads of a warp part, tables, and arrays for large arguments.
 *
 * <p>Each does the arithmetic of FDLIBM (e_exp.c, e_log.c, e_pow.c, k_sin.c, k_cos.c, e_rem_pio2.c) in its order, and chooses between results instead
 * of branching. What FDLIBM does on its other ways to the same bits is said at the line that stands for it. The few arguments that need more
 * are left to {@link ExactMath}, by one choice at the end. A fused multiplication and addition stands only where the product is exact.
 */
public final class StraightMath {
    private static final int MAGNITUDE = 0x7fffffff;
    private static final int EXPONENT_PLACE = 20;
    private static final int EXPONENT = 0x7ff;
    private static final int SIGNIFICAND = 0xfffff;

    private static final double INVERSE_HALF_PI = 0x1.45f306dc9c883p-1;

    /** The first 33 bits of π/2: its product with a number of 20 bits is exact. */
    private static final double HALF_PI_HIGH = 0x1.921fb544p0;

    private static final double HALF_PI_LOW = 0x1.0b4611a626331p-34;

    /** The high word of π/4. */
    private static final int QUARTER_PI = 0x3fe921fb;

    /** That of 2^19 π/2, above which FDLIBM computes with 2/π in many parts. */
    private static final int LARGE = 0x413921fb;

    /** Bits that may be lost where a multiple of π/2 is taken away, before FDLIBM computes with more of them. */
    private static final int LOST = 16;

    private static final double S1 = -0x1.5555555555549p-3;
    private static final double S2 = 0x1.111111110f8a6p-7;
    private static final double S3 = -0x1.a01a019c161d5p-13;
    private static final double S4 = 0x1.71de357b1fe7dp-19;
    private static final double S5 = -0x1.ae5e68a2b9cebp-26;
    private static final double S6 = 0x1.5d93a5acfd57cp-33;

    private static final double C1 = 0x1.555555555554cp-5;
    private static final double C2 = -0x1.6c16c16c15177p-10;
    private static final double C3 = 0x1.a01a019cb1590p-16;
    private static final double C4 = -0x1.27e4f809c52adp-22;
    private static final double C5 = 0x1.1ee9ebdb4b1c4p-29;
    private static final double C6 = -0x1.8fae9be8838d4p-37;

    /** High words of 0.3, 0.78125 and of two exponents. */
    private static final int SMALL_ANGLE = 0x3fd33333;

    private static final int LARGE_ANGLE = 0x3fe90000;
    private static final int A_QUARTER_OF = 0x00200000;

    private static final double INVERSE_LN2 = 0x1.71547652b82fep0;

    /** The first 32 bits of ln 2: its product with an exponent is exact. */
    private static final double LN2_HIGH = 0x1.62e42feep-1;

    private static final double LN2_LOW = 0x1.a39ef35793c76p-33;

    private static final double P1 = 0x1.555555555553ep-3;
    private static final double P2 = -0x1.6c16c16bebd93p-9;
    private static final double P3 = 0x1.1566aaf25de2cp-14;
    private static final double P4 = -0x1.bbd41c5d26bf1p-20;
    private static final double P5 = 0x1.6376972bea4d0p-25;

    /** High words of ln 2 / 2, of 2^-28 and of 708, above which a result may be no normal number. */
    private static final int HALF_LN2 = 0x3fd62e42;

    private static final int TINY_POWER = 0x3e300000;
    private static final int LARGE_POWER = 0x40862000;

    private static final double LG1 = 0x1.5555555555593p-1;
    private static final double LG2 = 0x1.999999997fa04p-2;
    private static final double LG3 = 0x1.2492494229359p-2;
    private static final double LG4 = 0x1.c71c51d8e78afp-3;
    private static final double LG5 = 0x1.7466496cb03dep-3;
    private static final double LG6 = 0x1.39a09d078c69fp-3;
    private static final double LG7 = 0x1.2f112df3e5244p-3;

    private static final int SMALLEST_NORMAL = 0x00100000;
    private static final int INFINITY = 0x7ff00000;
    private static final int ONE = 0x3ff00000;
    private static final int BIAS = 1023;

    /** Added to a significand, it carries into the exponent from √2 on. */
    private static final int ABOVE_ROOT = 0x95f64;

    private static final int MIDDLE_FROM = 0x6147a;
    private static final int MIDDLE_TO = 0x6b851;

    private static final double L1 = 0x1.3333333333303p-1;
    private static final double L2 = 0x1.b6db6db6fabffp-2;
    private static final double L3 = 0x1.55555518f264dp-2;
    private static final double L4 = 0x1.17460a91d4101p-2;
    private static final double L5 = 0x1.d864a93c9db65p-3;
    private static final double L6 = 0x1.a7e284a454eefp-3;

    /** 2 / (3 ln 2), whole and in two parts. */
    private static final double CP = 0x1.ec709dc3a03fdp-1;

    private static final double CP_HIGH = 0x1.ec709ep-1;
    private static final double CP_LOW = -0x1.e2fe0145b01f5p-28;

    /** The binary logarithm of 3/2 in two parts. */
    private static final double LOG2_HIGH = 0x1.2b8034p-1;

    private static final double LOG2_LOW = 0x1.cfdeb43cfd006p-27;

    /** ln 2, whole and in two parts. */
    private static final double LN2 = 0x1.62e42fefa39efp-1;

    private static final double LN2_UPPER = 0x1.62e43p-1;
    private static final double LN2_REST = -0x1.05c610ca86c39p-29;

    /** Significands up to which a power's base is next to 1, and up to which it is next to 3/2. */
    private static final int NEXT_TO_ONE = 0x3988e;

    private static final int NEXT_TO_MIDDLE = 0xbb67a;
    private static final int HALF = 0x3fe00000;

    /** The high word of 1021: a logarithm below it is one of a normal number. */
    private static final int LARGE_LOGARITHM = 0x408fe800;

    /** Above this FDLIBM computes the logarithm in another way. */
    private static final double LARGE_EXPONENT = 0x1.00000ffffffffp31;

    private StraightMath() {}

    private static int high(double x) {
        return (int) (Double.doubleToRawLongBits(x) >> Integer.SIZE);
    }

    private static double withHigh(int high) {
        return Double.longBitsToDouble((long) high << Integer.SIZE);
    }

    /** {@return x with this added to its high word} */
    private static double plusHigh(double x, int added) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) + ((long) added << Integer.SIZE));
    }

    /** {@return sine} */
    public static double sin(double x) {
        int high = high(x) & MAGNITUDE;
        boolean isSmall = high <= QUARTER_PI;
        double magnitude = Math.abs(x);
        int turns = isSmall ? 0 : (int) (magnitude * INVERSE_HALF_PI + 0.5);
        double left = Math.fma(-turns, HALF_PI_HIGH, magnitude);
        double low = turns * HALF_PI_LOW;
        double result = Math.copySign(1, x) * turned(turns, isSmall, left, low);
        return lost(high, left - low) > LOST ? ExactMath.sinOfDouble(x) : result;
    }

    /** {@return cosine} */
    public static double cos(double x) {
        int high = high(x) & MAGNITUDE;
        double magnitude = Math.abs(x);
        int turns = high <= QUARTER_PI ? 0 : (int) (magnitude * INVERSE_HALF_PI + 0.5);
        double left = Math.fma(-turns, HALF_PI_HIGH, magnitude);
        double low = turns * HALF_PI_LOW;
        double result = turned(turns + 1, false, left, low);
        return lost(high, left - low) > LOST ? ExactMath.cosOfDouble(x) : result;
    }

    /**
     * {@return by how many bits what is left is nearer to 0 than the argument, many if that is large} Up to {@link #LOST} FDLIBM takes away π/2 in
     * two parts as here, whether it looks at its table or not. It does so for arguments below 3π/4, too, which it treats apart, but for those
     * with the high word of π/2, which lose 20.
     */
    private static int lost(int high, double left) {
        int lost = (high >> EXPONENT_PLACE) - (high(left) >> EXPONENT_PLACE & EXPONENT);
        return high > LARGE ? LOST + 1 : lost;
    }

    /**
     * {@return the sine of what is left of a magnitude after as many quarters of a turn} FDLIBM negates both for a negative argument, which
     * negates a sine and leaves a cosine.
     *
     * @param isSmall whether nothing was taken away for a sine
     */
    private static double turned(int turns, boolean isSmall, double left, double low) {
        boolean isCosine = (turns & 1) != 0;
        double x = left - low;
        double y = left - x - low;
        double z = x * x;
        double p = isCosine ? C6 : S6;
        p = (isCosine ? C5 : S5) + z * p;
        p = (isCosine ? C4 : S4) + z * p;
        p = (isCosine ? C3 : S3) + z * p;
        p = (isCosine ? C2 : S2) + z * p;
        double cosine = cosine(x, y, z, C1 + z * p);
        double sine = sine(x, y, z, p, isSmall);
        double result = isCosine ? cosine : sine;
        return (turns & 2) != 0 ? -result : result;
    }

    /** {@return k_sin.c} For an argument below 2^-27, which FDLIBM returns, both sums come to it. */
    private static double sine(double x, double y, double z, double p, boolean isSmall) {
        double v = z * x;
        double small = x + v * (S1 + z * p);
        double usual = x - (z * (0.5 * y - v * p) - y - v * S1);
        return isSmall ? small : usual;
    }

    /** {@return k_cos.c} Less 0, both of its sums are one. For an argument below 2^-27, for which it returns 1, this is 1, too. */
    private static double cosine(double x, double y, double z, double p) {
        int high = high(x) & MAGNITUDE;
        double quarter = high > LARGE_ANGLE ? 0.28125 : withHigh(high - A_QUARTER_OF);
        double taken = high < SMALL_ANGLE ? 0 : quarter;
        return 1 - taken - (0.5 * z - taken - (z * (z * p) - x * y));
    }

    /** {@return e to the power of x} */
    public static double exp(double x) {
        int high = high(x) & MAGNITUDE;
        // FDLIBM does not compute 1 and -1, which below 3/2 ln 2 this comes to.
        int power = high > HALF_LN2 ? (int) (INVERSE_LN2 * x + Math.copySign(0.5, x)) : 0;
        double left = Math.fma(-power, LN2_HIGH, x);
        double low = power * LN2_LOW;
        double r = left - low;
        double t = r * r;
        double c = r - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
        // Where nothing was taken away FDLIBM divides by c - 2, which negates the quotient.
        double y = 1 - (low - r * c / (2 - c) - left);
        double result = high < TINY_POWER ? 1 + x : plusHigh(y, power << EXPONENT_PLACE);
        return high >= LARGE_POWER ? ExactMath.expOfDouble(x) : result;
    }

    /** {@return the natural logarithm} */
    public static double log(double x) {
        int high = high(x);
        int significand = high & SIGNIFICAND;
        int carry = significand + ABOVE_ROOT & SMALLEST_NORMAL;
        int power = (high >> EXPONENT_PLACE) - BIAS + (carry >> EXPONENT_PLACE);
        double f = plusHigh(x, (significand | (carry ^ ONE)) - high) - 1;
        double s = f / (2 + f);
        double z = s * s;
        double w = z * z;
        double r = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7))) + w * (LG2 + w * (LG4 + w * LG6));
        double square = 0.5 * f * f;
        boolean isMiddle = (significand - MIDDLE_FROM | MIDDLE_TO - significand) > 0;
        double low = power * LN2_LOW;
        double middle = square - (s * (square + r) + low);
        double other = s * (f - r) - low;
        // Where the power is 0, FDLIBM takes the sum from f, which it is from 0.
        double result = power * LN2_HIGH - ((isMiddle ? middle : other) - f);
        // Next to a power of two FDLIBM has another sum. Of one itself each is the same.
        boolean isNear = (SIGNIFICAND & (2 + significand)) < 3 && f != 0;
        boolean isUsual = high >= SMALLEST_NORMAL && high < INFINITY && !isNear;
        return isUsual ? result : ExactMath.logOfDouble(x);
    }

    /** {@return whether a power with this exponent is a product, a quotient or a root} */
    public static boolean isNoPower(double exponent) {
        return exponent == 2 || exponent == 0.5 || Math.abs(exponent) == 1;
    }

    /** {@return a power} */
    public static double pow(double base, double exponent) {
        int high = high(base);
        int significand = high & SIGNIFICAND;
        boolean isNextToMiddle = significand > NEXT_TO_ONE && significand < NEXT_TO_MIDDLE;
        int carry = significand >= NEXT_TO_MIDDLE ? 1 : 0;
        int scaled = (significand | ONE) - (carry << EXPONENT_PLACE);
        double x = plusHigh(base, scaled - high);
        double log2 = (high >> EXPONENT_PLACE) - BIAS + carry;
        double next = isNextToMiddle ? 1.5 : 1;
        double nextHigh = isNextToMiddle ? LOG2_HIGH : 0;
        double nextLow = isNextToMiddle ? LOG2_LOW : 0;
        // (x - next) / (x + next) in two parts.
        double u = x - next;
        double v = 1 / (x + next);
        double ss = u * v;
        double sHigh = withoutLow(ss);
        double sum = withHigh((scaled >> 1 | 0x20000000) + 0x80000 + (isNextToMiddle ? 1 << 18 : 0));
        double sLow = v * (u - sHigh * sum - sHigh * (x - (sum - next)));
        // The logarithm of the same, times 3/2.
        double s2 = ss * ss;
        double r = s2 * s2 * (L1 + s2 * (L2 + s2 * (L3 + s2 * (L4 + s2 * (L5 + s2 * L6)))));
        r += sLow * (sHigh + ss);
        s2 = sHigh * sHigh;
        double tHigh = withoutLow(3 + s2 + r);
        double tLow = r - (tHigh - 3 - s2);
        u = sHigh * tHigh;
        v = sLow * tHigh + tLow * ss;
        double pHigh = withoutLow(u + v);
        double pLow = v - (pHigh - u);
        double zHigh = CP_HIGH * pHigh;
        double zLow = CP_LOW * pHigh + pLow * CP + nextLow;
        // The binary logarithm of the base in two parts.
        double t1 = withoutLow(zHigh + zLow + nextHigh + log2);
        double t2 = zLow - (t1 - log2 - nextHigh - zHigh);
        // Its product with the exponent.
        double upper = withoutLow(exponent);
        pLow = (exponent - upper) * t1 + exponent * t2;
        pHigh = upper * t1;
        int highSum = high(pLow + pHigh);
        double power = powerOfTwo(pHigh, pLow, highSum);
        // Negative if one of the differences is.
        int room = (high - SMALLEST_NORMAL) | (INFINITY - 1 - high) | (LARGE_LOGARITHM - 1 - (highSum & MAGNITUDE));
        boolean isUsual = room >= 0 && Math.abs(exponent) <= LARGE_EXPONENT && !isNoPower(exponent);
        return isUsual ? power : ExactMath.powOfDouble(base, exponent);
    }

    private static double withoutLow(double x) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & (-1L << Integer.SIZE));
    }

    /**
     * {@return 2 to the power of a sum}
     *
     * @param j the high word of the sum
     */
    private static double powerOfTwo(double high, double low, int j) {
        int magnitude = j & MAGNITUDE;
        boolean isWhole = magnitude > HALF;
        // The sum rounded to an integer, by the bits of its high word.
        int n = j + (SMALLEST_NORMAL >> ((magnitude >> EXPONENT_PLACE) - BIAS + 1));
        int k = ((n & MAGNITUDE) >> EXPONENT_PLACE) - BIAS;
        double rounded = isWhole ? withHigh(n & ~(SIGNIFICAND >> k)) : 0;
        int integer = ((n & SIGNIFICAND) | SMALLEST_NORMAL) >> (EXPONENT_PLACE - k);
        int whole = isWhole ? j < 0 ? -integer : integer : 0;
        double pHigh = high - rounded;
        double t = withoutLow(low + pHigh);
        double u = t * LN2_UPPER;
        double v = (low - (t - pHigh)) * LN2 + t * LN2_REST;
        double z = u + v;
        double w = v - (z - u);
        double square = z * z;
        double c = z - square * (P1 + square * (P2 + square * (P3 + square * (P4 + square * P5))));
        double r = z * c / (c - 2) - (w + z * w);
        return plusHigh(1 - (r - z), whole << EXPONENT_PLACE);
    }
}
