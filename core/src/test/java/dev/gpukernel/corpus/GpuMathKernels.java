package dev.gpukernel.corpus;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.GpuMath;
import java.util.List;
import java.util.SplittableRandom;

/** The functions of {@link GpuMath}, on floats of all magnitudes. */
final class GpuMathKernels {
    private static final int COUNT = 400;

    private GpuMathKernels() {}

    @GpuKernel
    static void circular(float[] x, float[] sin, float[] cos, float[] tan) {
        for (int i = 0; i < x.length; i++) {
            sin[i] = GpuMath.sin(x[i]);
            cos[i] = GpuMath.cos(x[i]);
            tan[i] = GpuMath.tan(x[i]);
        }
    }

    @GpuKernel
    static void inverseCircular(float[] x, float[] y, float[] asin, float[] acos, float[] atan, float[] angle) {
        for (int i = 0; i < x.length; i++) {
            asin[i] = GpuMath.asin(x[i]);
            acos[i] = GpuMath.acos(x[i]);
            atan[i] = GpuMath.atan(x[i]);
            angle[i] = GpuMath.atan2(y[i], x[i]);
        }
    }

    @GpuKernel
    static void exponential(float[] x, float[] exp, float[] exp2, float[] expm1) {
        for (int i = 0; i < x.length; i++) {
            exp[i] = GpuMath.exp(x[i]);
            exp2[i] = GpuMath.exp2(x[i]);
            expm1[i] = GpuMath.expm1(x[i]);
        }
    }

    @GpuKernel
    static void logarithms(float[] x, float[] log, float[] log2, float[] log10, float[] log1p) {
        for (int i = 0; i < x.length; i++) {
            log[i] = GpuMath.log(x[i]);
            log2[i] = GpuMath.log2(x[i]);
            log10[i] = GpuMath.log10(x[i]);
            log1p[i] = GpuMath.log1p(x[i]);
        }
    }

    @GpuKernel
    static void hyperbolic(float[] x, float[] sinh, float[] cosh, float[] tanh) {
        for (int i = 0; i < x.length; i++) {
            sinh[i] = GpuMath.sinh(x[i]);
            cosh[i] = GpuMath.cosh(x[i]);
            tanh[i] = GpuMath.tanh(x[i]);
        }
    }

    @GpuKernel
    static void powersAndRoots(
            float[] x, float[] y, float[] pow, float[] cbrt, float[] hypot, float[] sqrt, float[] rsqrt) {
        for (int i = 0; i < x.length; i++) {
            pow[i] = GpuMath.pow(x[i], y[i]);
            cbrt[i] = GpuMath.cbrt(x[i]);
            hypot[i] = GpuMath.hypot(x[i], y[i]);
            sqrt[i] = GpuMath.sqrt(x[i]);
            rsqrt[i] = GpuMath.rsqrt(x[i]);
        }
    }

    @GpuKernel
    static void errorFunction(float[] x, float[] erf, float[] erfc) {
        for (int i = 0; i < x.length; i++) {
            erf[i] = GpuMath.erf(x[i]);
            erfc[i] = GpuMath.erfc(x[i]);
        }
    }

    /** Half of them of any bits, half of moderate size, where most functions are interesting. */
    private static float[] arguments(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] arguments = new float[COUNT];
        for (int i = 0; i < COUNT; i++) {
            arguments[i] = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : (float) random.nextDouble(-12, 12);
        }
        return arguments;
    }

    private static float[] results() {
        return new float[COUNT];
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("circular", () -> List.of(arguments(1), results(), results(), results()));
        kernels.loop(
                "inverseCircular",
                () -> List.of(arguments(2), arguments(3), results(), results(), results(), results()));
        kernels.loop("exponential", () -> List.of(arguments(4), results(), results(), results()));
        kernels.loop("logarithms", () -> List.of(arguments(5), results(), results(), results(), results()));
        kernels.loop("hyperbolic", () -> List.of(arguments(6), results(), results(), results()));
        kernels.loop(
                "powersAndRoots",
                () -> List.of(arguments(7), arguments(8), results(), results(), results(), results(), results()));
        kernels.loop("errorFunction", () -> List.of(arguments(9), results(), results()));
    }
}
