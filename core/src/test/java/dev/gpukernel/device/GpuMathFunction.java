package dev.gpukernel.device;

import java.util.function.DoubleUnaryOperator;

/**
 * The functions of one argument, each with what it must approximate and the bound its Javadoc states. The comments give the
 * greatest error over all floats and where it was found, from a run with {@code -Dgpukernel.test.floats=all}.
 */
enum GpuMathFunction {
    SIN(GpuMath::sin, StrictMath::sin, 0.501),
    COS(GpuMath::cos, StrictMath::cos, 0.501),
    TAN(GpuMath::tan, StrictMath::tan, 0.501),
    ASIN(GpuMath::asin, StrictMath::asin, 0.501),
    ACOS(GpuMath::acos, StrictMath::acos, 0.501),
    ATAN(GpuMath::atan, StrictMath::atan, 0.501),
    EXP(GpuMath::exp, StrictMath::exp, 0.501),
    EXP2(GpuMath::exp2, x -> StrictMath.pow(2, x), 0.501),
    EXPM1(GpuMath::expm1, StrictMath::expm1, 0.501),
    LOG(GpuMath::log, StrictMath::log, 0.501),
    LOG2(GpuMath::log2, x -> StrictMath.log(x) / StrictMath.log(2), 0.501),
    LOG10(GpuMath::log10, StrictMath::log10, 0.501),
    LOG1P(GpuMath::log1p, StrictMath::log1p, 0.501),
    SINH(GpuMath::sinh, StrictMath::sinh, 0.501),
    COSH(GpuMath::cosh, StrictMath::cosh, 0.501),
    TANH(GpuMath::tanh, StrictMath::tanh, 0.501),
    CBRT(GpuMath::cbrt, StrictMath::cbrt, 0.501),
    SQRT(GpuMath::sqrt, StrictMath::sqrt, 0.5),
    RSQRT(GpuMath::rsqrt, x -> 1 / StrictMath.sqrt(x), 0.501),
    ERF(GpuMath::erf, GpuMathErrorFunction::erf, 0.501),
    ERFC(GpuMath::erfc, GpuMathErrorFunction::erfc, 0.501);

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
