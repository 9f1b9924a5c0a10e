package dev.gpukernel.device;

import java.util.function.DoubleUnaryOperator;

/**
 * The functions of one argument, each with what it must approximate and the bound its Javadoc states. The comments give the
 * greatest error over all floats and where it was found; with {@code -Dgpukernel.test.floats=all} a test finds it again. At 0.5,
 * every result was the float nearest to the double it is compared with.
 */
enum GpuMathFunction {
    SIN(GpuMath::sin, StrictMath::sin, 0.501), // 0.500076 at 0x1.c08b86p105
    COS(GpuMath::cos, StrictMath::cos, 0.501), // 0.500075 at 0x1.f7b28p124
    TAN(GpuMath::tan, StrictMath::tan, 0.501), // 0.500076 at 0x1.337a68p17
    ASIN(GpuMath::asin, StrictMath::asin, 0.501), // 0.500015 at 0x1.f51a1cp-11
    ACOS(GpuMath::acos, StrictMath::acos, 0.501), // 0.500014 at 0x1.1f8dfep-1
    ATAN(GpuMath::atan, StrictMath::atan, 0.501), // 0.500343 at 0x1.fe5428p-9
    EXP(GpuMath::exp, StrictMath::exp, 0.501), // 0.500020 at 0x1.7ac516p2
    EXP2(GpuMath::exp2, x -> StrictMath.pow(2, x), 0.501), // 0.500018 at -0x1.d9d71ap-2
    EXPM1(GpuMath::expm1, StrictMath::expm1, 0.501), // 0.500080 at 0x1.7c0b5p-2
    LOG(GpuMath::log, StrictMath::log, 0.501), // 0.500000 at 0x1.fffffcp-1
    LOG2(GpuMath::log2, x -> StrictMath.log(x) / StrictMath.log(2), 0.501), // 0.500000 at 0x1.d9b7p-1
    LOG10(GpuMath::log10, StrictMath::log10, 0.501), // 0.500000 at 0x1.47df3cp0
    LOG1P(GpuMath::log1p, StrictMath::log1p, 0.501), // 0.500000 at 0x1.fffff2p-25
    SINH(GpuMath::sinh, StrictMath::sinh, 0.501), // 0.500073 at 0x1.fd520ap-10
    COSH(GpuMath::cosh, StrictMath::cosh, 0.501), // 0.500020 at 0x1.84d04p3
    TANH(GpuMath::tanh, StrictMath::tanh, 0.501), // 0.500071 at 0x1.f93e88p-10
    CBRT(GpuMath::cbrt, StrictMath::cbrt, 0.5), // 0.5
    SQRT(GpuMath::sqrt, StrictMath::sqrt, 0.5), // 0.5
    RSQRT(GpuMath::rsqrt, x -> 1 / StrictMath.sqrt(x), 0.501), // 0.5
    ERF(GpuMath::erf, GpuMathErrorFunction::erf, 0.501), // 0.500013 at 0x1.bd658ap-13
    ERFC(GpuMath::erfc, GpuMathErrorFunction::erfc, 0.501); // 0.500041 at 0x1.fb666p-2

    /** Whether to test with every float rather than some. */
    static final boolean EXHAUSTIVE = "all".equals(System.getProperty("gpukernel.test.floats"));

    /** A function from float to float. */
    interface FloatFunction {
        float of(float x);
    }

    final FloatFunction approximate;
    final DoubleUnaryOperator exact;
    final double bound;

    GpuMathFunction(FloatFunction approximate, DoubleUnaryOperator exact, double bound) {
        this.approximate = approximate;
        this.exact = exact;
        this.bound = bound;
    }

    double error(float x) {
        return GpuMathError.ulps(approximate.of(x), exact.applyAsDouble(x));
    }
}
