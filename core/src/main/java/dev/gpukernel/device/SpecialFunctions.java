package dev.gpukernel.device;

/**
 * The error function, its complement and the gamma function in double precision, for {@link GpuMath}. Polynomials interpolate at the zeros of
 * Chebyshev's, which is nearly minimax; what they are not exact to is below 2^-55. Exponentials, powers, logarithms and sines are those of
 * {@link StrictMath}, so that every device gives the same bits.
 */
final class SpecialFunctions {
    /** Its complement is 0 beyond. */
    private static final double LARGEST = 28;

    /** Squares beyond have an exponential that is subnormal, which has lost digits. */
    private static final double LARGE_SQUARE = 700;

    private static final double SHIFT = 100;
    private static final double EXP_OF_SHIFT = 0x1.a8c1f14e2af5dp-145;
    private static final double CENTRE_NEAR = 1.25;
    private static final double CENTRE_FAR = 0.25;

    /** From here on Stirling's series is used. */
    private static final double STIRLING = 8;

    private static final double HALF_LOG_OF_TWO_PI = 0x1.d67f1c864beb5p-1;
    private static final double ROOT_OF_TWO_PI = 0x1.40d931ff62706p+1;

    /** Up to here, products of whole numbers are doubles. */
    private static final double LAST_EXACT = 19;

    /** The gamma function of greater numbers is infinite, and 0 as far below. */
    private static final double GREATEST = 185;

    private static final double TINY = 0x1p-60;
    private static final double HUGE = 0x1p58;

    private SpecialFunctions() {}

    static double erf(double x) {
        double a = Math.abs(x);
        if (a < 1) {
            return x + x * erfBelowOne(x * x);
        }
        return Math.copySign(1 - complement(a), x);
    }

    static double erfc(double x) {
        double a = Math.abs(x);
        if (a < 1 && x < 0.5) {
            return 1 - (x + x * erfBelowOne(x * x));
        }
        double complement = complement(a);
        return x < 0 ? 2 - complement : complement;
    }

    /** {@return the complement of the error function of a number from 0.5 on} */
    private static double complement(double x) {
        if (!(x < LARGEST)) {
            return x >= LARGEST ? 0 : x;
        }
        double scaled = x < 2 ? erfcNear(x - CENTRE_NEAR) : erfcFar(1 / x - CENTRE_FAR) / x;
        double square = x * x;
        // What the square lost by rounding.
        double rest = Math.fma(x, x, -square);
        boolean isLarge = square > LARGE_SQUARE;
        double exponential = StrictMath.exp((isLarge ? SHIFT : 0) - square);
        return exponential * (scaled - scaled * rest) * (isLarge ? EXP_OF_SHIFT : 1);
    }

    /** {@return the sine of π times a number, exact where that is a multiple of a half} */
    private static double sineOfPi(double x) {
        double left = x - 2 * Math.rint(x / 2);
        double a = Math.abs(left);
        double near = a > 0.75 ? 1 - a : a;
        double fromHalf = 0.5 - a;
        double sine = near > 0.25 ? cosineByHalf(fromHalf * fromHalf) : near * sineByNumber(near * near);
        return left < 0 ? -sine : sine;
    }

    static double logGamma(double x) {
        double a = Math.abs(x);
        double positive = logGammaOfPositive(a);
        if (!(x < -TINY)) {
            return positive;
        }
        double sine = Math.abs(sineOfPi(x));
        if (sine == 0 || a == Double.POSITIVE_INFINITY) {
            return Double.POSITIVE_INFINITY;
        }
        // The gamma function at x and -x times x is π by the sine.
        return StrictMath.log(Math.PI / (a * sine)) - positive;
    }

    private static double logGammaOfPositive(double x) {
        double product = 1;
        double left = x;
        double rest;
        if (x >= STIRLING || x < 0.6) {
            product = x;
            rest = x < 0.6 ? nearOne(x) : 0;
        } else {
            while (left > 2.5) {
                left -= 1;
                product *= left;
            }
            rest = left < 1.5 ? nearOne(left - 1) : nearTwo(left - 2);
        }
        double logarithm = product == 1 ? 0 : StrictMath.log(product);
        if (x >= HUGE) {
            return x * (logarithm - 1);
        }
        if (x >= STIRLING) {
            double inverse = 1 / x;
            return (x - 0.5) * (logarithm - 1) + (HALF_LOG_OF_TWO_PI - 0.5 + inverse * logTail(inverse * inverse));
        }
        return x < 0.6 ? rest - logarithm : rest + logarithm;
    }

    private static double nearOne(double t) {
        return t > 0.5 ? nearTwo(t - 1) : t * nearOneByNumber(t);
    }

    private static double nearTwo(double t) {
        return t * nearTwoByNumber(t);
    }

    static double gamma(double x) {
        double a = Math.abs(x);
        if (a < TINY) {
            return 1 / x;
        }
        double sine = x < 0 ? sineOfPi(x) : 1;
        if (!(x > Double.NEGATIVE_INFINITY) || sine == 0) {
            return Double.NaN;
        }
        if (a > GREATEST) {
            return x > 0 ? Double.POSITIVE_INFINITY : sine < 0 ? -0.0 : 0.0;
        }
        // The gamma function of a is the product of these, and may be infinite.
        double first;
        double second = 1;
        if (a < STIRLING || (x > 0 && a <= LAST_EXACT && a == Math.rint(a))) {
            first = gammaOfSmall(a);
        } else {
            second = StrictMath.pow(a, 0.5 * a - 0.25);
            first = second / StrictMath.exp(a) * (ROOT_OF_TWO_PI * (1 + stirling(1 / a) / a));
        }
        return x > 0 ? first * second : Math.PI / (a * sine * first) / second;
    }

    private static double gammaOfSmall(double x) {
        double product = 1;
        double left = x;
        while (left >= 2) {
            left -= 1;
            product *= left;
        }
        if (left < 1) {
            return gammaBetween(left - 0.5) / left;
        }
        return left == 1 ? product : gammaBetween(left - 1.5) * product;
    }

    /** {@return erf(x) / x - 1 by the square of x, up to 1} */
    private static double erfBelowOne(double z) {
        double p = 0x1.05ffd737fb32ep-34;
        p = p * z - 0x1.389d4f2641625p-30;
        p = p * z + 0x1.f7b4bf3b13964p-27;
        p = p * z - 0x1.5f1ecb6f0764cp-23;
        p = p * z + 0x1.b9df224ca4b97p-20;
        p = p * z - 0x1.f4d1e3183f7aep-17;
        p = p * z + 0x1.f9a321d5b8e1ep-14;
        p = p * z - 0x1.c02db3dac435fp-11;
        p = p * z + 0x1.565bcd0dbaa38p-8;
        p = p * z - 0x1.b82ce31284e00p-6;
        p = p * z + 0x1.ce2f21a042b30p-4;
        p = p * z - 0x1.812746b0379e6p-2;
        p = p * z + 0x1.06eba8214db69p-3;
        return p;
    }

    /** {@return erfc(x) exp(x²) for x = 1.25 + v from 0.5 to 2} */
    private static double erfcNear(double v) {
        double p = 0x1.f4b020655a5e3p-33;
        p = p * v - 0x1.eaf93671d0ba0p-31;
        p = p * v + 0x1.7bc59d92194cdp-29;
        p = p * v - 0x1.62623dbe84c4cp-27;
        p = p * v + 0x1.4ac167b90cfd1p-25;
        p = p * v - 0x1.2792d353268f6p-23;
        p = p * v + 0x1.017b63dfe33b5p-21;
        p = p * v - 0x1.b5b7ef004e315p-20;
        p = p * v + 0x1.6a18cf902724fp-18;
        p = p * v - 0x1.22fc541c252d0p-16;
        p = p * v + 0x1.c570352fefa01p-15;
        p = p * v - 0x1.55c07cb6b886ap-13;
        p = p * v + 0x1.f0fe6fb75d948p-12;
        p = p * v - 0x1.5b8bc94dc7c06p-10;
        p = p * v + 0x1.d1b695aab9760p-9;
        p = p * v - 0x1.299636d6c2fdbp-7;
        p = p * v + 0x1.68a25a6641f47p-6;
        p = p * v - 0x1.9b635ac624b19p-5;
        p = p * v + 0x1.b56f45eef7e58p-4;
        p = p * v - 0x1.abaacdbfa8b06p-3;
        p = p * v + 0x1.78a692138767ap-2;
        return p;
    }

    /** {@return erfc(x) exp(x²) x for 1 / x = 0.25 + u from 1 / 28 to 0.5} */
    private static double erfcFar(double u) {
        double p = 0x1.3276c0c6eccb1p+12;
        p = p * u - 0x1.fd42ef58c7cd6p+11;
        p = p * u - 0x1.f06b8882e58f9p+6;
        p = p * u + 0x1.45a533eb8a413p+10;
        p = p * u - 0x1.28467688db521p+9;
        p = p * u + 0x1.9e7b7080fad93p+5;
        p = p * u + 0x1.702233af86513p+6;
        p = p * u - 0x1.34689ba1d6265p+6;
        p = p * u + 0x1.f08d7d2a8c86fp+4;
        p = p * u + 0x1.7903e11438187p-5;
        p = p * u - 0x1.318537416a450p+3;
        p = p * u + 0x1.bcf6aad0e19a6p+2;
        p = p * u - 0x1.ec1737683eeffp+0;
        p = p * u - 0x1.053739b52afa4p+0;
        p = p * u + 0x1.7a9345ce072dfp+0;
        p = p * u - 0x1.6a916c6c4046cp-1;
        p = p * u - 0x1.90fd5623c4ce3p-4;
        p = p * u + 0x1.a4f7a3ff8aa30p-2;
        p = p * u - 0x1.174f59c469f9fp-2;
        p = p * u - 0x1.cc2a32e48e09bp-6;
        p = p * u + 0x1.c1900888c8257p-3;
        p = p * u - 0x1.57a0492f04e6ep-3;
        p = p * u - 0x1.e9412fa33c748p-4;
        p = p * u + 0x1.18932bf08e154p-1;
        return p;
    }

    /** {@return log Γ(1 + t) / t for t from -0.4 to 0.5} */
    private static double nearOneByNumber(double t) {
        double p = -0x1.2695fbdbb996bp-5;
        p = p * t + 0x1.5f8fa4b3b8fa7p-4;
        p = p * t - 0x1.24a3c436efd86p-4;
        p = p * t + 0x1.a9769142cc666p-6;
        p = p * t - 0x1.8c26a4827a6b1p-6;
        p = p * t + 0x1.7d9260f303e31p-5;
        p = p * t - 0x1.b4cbb3fc395ecp-5;
        p = p * t + 0x1.9e406b3d8db07p-5;
        p = p * t - 0x1.a6db9e15a3904p-5;
        p = p * t + 0x1.c594c637e9787p-5;
        p = p * t - 0x1.e2d8568321fcbp-5;
        p = p * t + 0x1.001e720e138f8p-4;
        p = p * t - 0x1.1109b8d0542cbp-4;
        p = p * t + 0x1.249437d1e359bp-4;
        p = p * t - 0x1.3b1e14b980c2ap-4;
        p = p * t + 0x1.556afd2ce8bfdp-4;
        p = p * t - 0x1.748c2ecc6dcf6p-4;
        p = p * t + 0x1.9a01e21aecd3ap-4;
        p = p * t - 0x1.c8067084bed07p-4;
        p = p * t + 0x1.010b36b388a3ep-3;
        p = p * t - 0x1.2703a1dcc4af6p-3;
        p = p * t + 0x1.5b40cb0fff9fap-3;
        p = p * t - 0x1.a8b9c17aa6528p-3;
        p = p * t + 0x1.151322ac7d8d9p-2;
        p = p * t - 0x1.9a4d55beab2d6p-2;
        p = p * t + 0x1.a51a6625307d3p-1;
        p = p * t - 0x1.2788cfc6fb619p-1;
        return p;
    }

    /** {@return log Γ(2 + t) / t for t from -0.5 to 0.5} */
    private static double nearTwoByNumber(double t) {
        double p = -0x1.1be56b7e101c6p-23;
        p = p * t + 0x1.2b4bb069ee6a9p-22;
        p = p * t - 0x1.d06b46182e294p-22;
        p = p * t + 0x1.edf317afe0c72p-21;
        p = p * t - 0x1.125408d7ee6ebp-19;
        p = p * t + 0x1.2640a5e8ab73ep-18;
        p = p * t - 0x1.3cb5f201754a6p-17;
        p = p * t + 0x1.5806d7786fbc2p-16;
        p = p * t - 0x1.78de85fa0bf74p-15;
        p = p * t + 0x1.a127dd231f4b2p-14;
        p = p * t - 0x1.d3fd4bda4f97bp-13;
        p = p * t + 0x1.0b36af3424c50p-11;
        p = p * t - 0x1.38ac5c2c96006p-10;
        p = p * t + 0x1.7add6eae5b8fdp-9;
        p = p * t - 0x1.e404fc218ecffp-8;
        p = p * t + 0x1.51322ac7d7fd2p-6;
        p = p * t - 0x1.13e001a557607p-4;
        p = p * t + 0x1.4a34cc4a60fa7p-2;
        p = p * t + 0x1.b0ee6072093cep-2;
        return p;
    }

    /** {@return Γ(1.5 + t) for t from -0.5 to 0.5} */
    private static double gammaBetween(double t) {
        double p = -0x1.f3e1335b1f73ap-14;
        p = p * t + 0x1.76e8b52b8ad09p-13;
        p = p * t - 0x1.76e75bc4d1b5ap-14;
        p = p * t + 0x1.192c9a82f15fdp-13;
        p = p * t - 0x1.4de4bab1d6d22p-12;
        p = p * t + 0x1.f4d423febd85dp-12;
        p = p * t - 0x1.606b57e7334acp-11;
        p = p * t + 0x1.084be8db95414p-10;
        p = p * t - 0x1.8f2be63625a54p-10;
        p = p * t + 0x1.2b52a6fbf3048p-9;
        p = p * t - 0x1.c09fa693cbfc4p-9;
        p = p * t + 0x1.504cc8c4c0843p-8;
        p = p * t - 0x1.f7fc6d20efc03p-8;
        p = p * t + 0x1.7991ee81016cfp-7;
        p = p * t - 0x1.1a2c293acbda4p-6;
        p = p * t + 0x1.a752c64df56b9p-6;
        p = p * t - 0x1.374fd5cd6a141p-5;
        p = p * t + 0x1.e022b74492dadp-5;
        p = p * t - 0x1.3d88cfe504937p-4;
        p = p * t + 0x1.283bd374ea140p-3;
        p = p * t - 0x1.b77ac1ca2ebc4p-4;
        p = p * t + 0x1.a8c4dba620d62p-2;
        p = p * t + 0x1.08ea88ee561b2p-5;
        p = p * t + 0x1.c5bf891b4ef6bp-1;
        return p;
    }

    /** {@return what is left of log Γ(x) by Stirling, times x, by 1 / x² up to 1 / 64} */
    private static double logTail(double z) {
        double p = 0x1.4bffc9d8b455bp-8;
        p = p * z - 0x1.ef8d748aeb0f2p-10;
        p = p * z + 0x1.b92c33f9445e5p-11;
        p = p * z - 0x1.38134d4f8896fp-11;
        p = p * z + 0x1.a01a017dcf9e1p-11;
        p = p * z - 0x1.6c16c16c149f4p-9;
        p = p * z + 0x1.5555555555555p-4;
        return p;
    }

    /** {@return sin(πu) / u by the square of u, up to 1 / 16} */
    private static double sineByNumber(double z) {
        double p = -0x1.6c5a2c9db2477p-16;
        p = p * z + 0x1.e8eeccc7007b1p-12;
        p = p * z - 0x1.e3074b4a5a495p-8;
        p = p * z + 0x1.50783485c8580p-4;
        p = p * z - 0x1.32d2cce62abffp-1;
        p = p * z + 0x1.466bc6775aad9p+1;
        p = p * z - 0x1.4abbce625be53p+2;
        p = p * z + 0x1.921fb54442d18p+1;
        return p;
    }

    /** {@return cos(πu) by the square of u, up to 1 / 16} */
    private static double cosineByHalf(double z) {
        double p = -0x1.b262e577feaa4p-14;
        p = p * z + 0x1.f9cc3b1fc5ee4p-10;
        p = p * z - 0x1.a6d1ec717677ep-6;
        p = p * z + 0x1.e1f506834c6aep-3;
        p = p * z - 0x1.55d3c7e3c9097p+0;
        p = p * z + 0x1.03c1f081b5aacp+2;
        p = p * z - 0x1.3bd3cc9be45dep+2;
        p = p * z + 0x1.0000000000000p+0;
        return p;
    }

    /** {@return what is left of Γ(x) by Stirling, times x, by 1 / x up to 1 / 8} */
    private static double stirling(double u) {
        double p = -0x1.b5094d58ee820p-11;
        p = p * u + 0x1.1168f5aebb8b9p-10;
        p = p * u - 0x1.497fbcbdada40p-14;
        p = p * u - 0x1.354e049fff91dp-11;
        p = p * u + 0x1.23f9e71af819bp-14;
        p = p * u + 0x1.9b1076aca9bb7p-11;
        p = p * u - 0x1.e13cee015dce0p-13;
        p = p * u - 0x1.5f7268ec31656p-9;
        p = p * u + 0x1.c71c71c71b06ap-9;
        p = p * u + 0x1.5555555555555p-4;
        return p;
    }
}
