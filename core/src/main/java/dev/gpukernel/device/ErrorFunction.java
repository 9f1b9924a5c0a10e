package dev.gpukernel.device;

/**
 * The error function and its complement in double precision, for {@link GpuMath}.
 *
 * <p>The complement is exp(-x²) times a smooth function, which the variable 3 / (x + 3) brings from a half-line to an
 * interval (M. M. Shepherd and J. G. Laframboise, Mathematics of Computation 36, 1981, use such a variable). The polynomials
 * are minimax, found with Remez' exchange algorithm.
 */
final class ErrorFunction {
    private static final double SCALE = 3;

    /** The middle of the interval of 3 / (x + 3) for x from 0 to 10.1, about which the polynomial is expanded. */
    private static final double CENTRE = 0x1.3aa03e88cb3c9p-1;

    private ErrorFunction() {}

    /** {@return the error function of x for x from 0 to 1; relative error 2^-40} */
    static double erfBelowOne(double x) {
        double z = x * x;
        double p = 0x1.1b8c594c1e612p-20;
        p = p * z - 0x1.d25cfdd5bb748p-17;
        p = p * z + 0x1.f56be735ee3b7p-14;
        p = p * z - 0x1.bfdf58f9e638ap-11;
        p = p * z + 0x1.56586cdb9785dp-8;
        p = p * z - 0x1.b82cb8f1fe00fp-6;
        p = p * z + 0x1.ce2f20974f4c2p-4;
        p = p * z - 0x1.812746adb20fbp-2;
        p = p * z + 0x1.20dd750428b1fp+0;
        return p * x;
    }

    /** {@return 1 less the error function of an x that is not negative; relative error 2^-36 where a float can hold it} */
    static double erfc(double x) {
        double u = SCALE / (x + SCALE);
        double v = u - CENTRE;
        double p = 0x1.dc2fe02dca4d7p-7;
        p = p * v + 0x1.000aaa6b92743p-9;
        p = p * v - 0x1.17b8607d53775p-5;
        p = p * v - 0x1.1f85f8bcac1ecp-9;
        p = p * v + 0x1.181fbdda910bfp-4;
        p = p * v + 0x1.126adc3f22befp-6;
        p = p * v - 0x1.28ba48000be18p-3;
        p = p * v - 0x1.1e34d2cd43890p-3;
        p = p * v + 0x1.d70511cd48335p-3;
        p = p * v + 0x1.93f6cf2f7816fp-1;
        p = p * v + 0x1.27e32e409d3bfp+0;
        p = p * v + 0x1.202d4185ccf08p+0;
        p = p * v + 0x1.9c8fec3adf251p-1;
        p = p * v + 0x1.bf9a94b8e401dp-2;
        return Exponential.exp2(-(x * x) * Exponential.LOG2_E) * (p * u);
    }
}
