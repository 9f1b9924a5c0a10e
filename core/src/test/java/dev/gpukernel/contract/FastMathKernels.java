package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.MathMode;
import dev.gpukernel.device.GpuMath;

/** One kernel for each thing that {@code math = FAST} changes. */
final class FastMathKernels {
    private FastMathKernels() {}

    @GpuKernel(math = MathMode.FAST)
    static void sin(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.sin(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void cos(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.cos(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void tan(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.tan(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void exp(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.exp(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void exp2(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.exp2(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void log(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.log(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void log2(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.log2(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void log10(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.log10(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void pow(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.pow(x[i], y[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void tanh(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.tanh(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void sqrt(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = (float) Math.sqrt(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void rsqrt(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = GpuMath.rsqrt(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void inverseRoot(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = 1 / (float) Math.sqrt(x[i]);
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void divide(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = x[i] / y[i];
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void multiplyAdd(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = x[i] * y[i] + 1.5f;
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void multiplySubtract(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = x[i] * y[i] - 1.5f;
        }
    }

    @GpuKernel(math = MathMode.FAST)
    static void subtractProduct(float[] x, float[] y, float[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = 1.5f - x[i] * y[i];
        }
    }
}
