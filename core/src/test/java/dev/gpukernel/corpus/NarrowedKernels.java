package dev.gpukernel.corpus;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Philox;
import java.util.List;
import java.util.SplittableRandom;

/** Functions of floats, rounded to float, in every place where code may stand. */
final class NarrowedKernels {
    private static final int COUNT = 203;

    private NarrowedKernels() {}

    @GpuKernel
    static void circular(float[] x, float[] sin, float[] cos, float[] tan) {
        for (int i = 0; i < x.length; i++) {
            sin[i] = (float) StrictMath.sin(x[i]);
            cos[i] = (float) StrictMath.cos(x[i]);
            tan[i] = (float) StrictMath.tan(x[i]);
        }
    }

    @GpuKernel
    static void inverseCircular(float[] x, float[] y, float[] asin, float[] acos, float[] atan, float[] angle) {
        for (int i = 0; i < x.length; i++) {
            asin[i] = (float) StrictMath.asin(x[i]);
            acos[i] = (float) StrictMath.acos(x[i]);
            atan[i] = (float) StrictMath.atan(x[i]);
            angle[i] = (float) StrictMath.atan2(y[i], x[i]);
        }
    }

    @GpuKernel
    static void exponential(float[] x, float[] exp, float[] expm1, float[] log, float[] log10, float[] log1p) {
        for (int i = 0; i < x.length; i++) {
            exp[i] = (float) StrictMath.exp(x[i]);
            expm1[i] = (float) StrictMath.expm1(x[i]);
            log[i] = (float) StrictMath.log(x[i]);
            log10[i] = (float) StrictMath.log10(x[i]);
            log1p[i] = (float) StrictMath.log1p(x[i]);
        }
    }

    @GpuKernel
    static void hyperbolic(float[] x, float[] sinh, float[] cosh, float[] tanh) {
        for (int i = 0; i < x.length; i++) {
            sinh[i] = (float) StrictMath.sinh(x[i]);
            cosh[i] = (float) StrictMath.cosh(x[i]);
            tanh[i] = (float) StrictMath.tanh(x[i]);
        }
    }

    @GpuKernel
    static void powersAndRoots(float[] x, float[] y, float[] pow, float[] square, float[] cbrt, float[] hypot) {
        for (int i = 0; i < x.length; i++) {
            pow[i] = (float) StrictMath.pow(x[i], y[i]);
            square[i] = (float) StrictMath.pow(x[i], 2);
            cbrt[i] = (float) StrictMath.cbrt(x[i]);
            hypot[i] = (float) StrictMath.hypot(x[i], y[i]);
        }
    }

    /** In a condition, on both ways, and of what a way leads to. */
    @GpuKernel
    static void inBranches(float[] x, float[] y, int[] counts) {
        for (int i = 0; i < x.length; i++) {
            float value = x[i];
            if ((float) StrictMath.cos(value) > 0) {
                value = (float) StrictMath.sin(value) + (float) StrictMath.sin(value);
                counts[i]++;
            } else if (value > 3) {
                value = -(float) StrictMath.exp(value);
            }
            y[i] = (float) StrictMath.atan(value);
        }
    }

    /** Where what is thrown is caught, beside indices that may be out of range. */
    @GpuKernel
    static void inTry(float[] x, int[] index, float[] y) {
        for (int i = 0; i < y.length; i++) {
            try {
                y[i] = (float) StrictMath.sin(x[index[i]]);
                y[i] += (float) StrictMath.log(x[index[i] + 1]);
            } catch (IndexOutOfBoundsException e) {
                y[i] = (float) StrictMath.cos(i);
            }
        }
    }

    /** Of loops in a loop, with what does not change in them, and sums in their order. */
    @GpuKernel
    static void inLoops(float[] x, float[] frequencies, float scale, float[] y) {
        for (int i = 0; i < y.length; i++) {
            float sum = 0;
            for (int k = 0; k < frequencies.length; k++) {
                sum += (float) StrictMath.sin(frequencies[k] * x[i]) * (float) StrictMath.exp(-scale);
            }
            for (int k = 0; k < 3; k++) {
                sum = (float) StrictMath.cbrt(sum) + (float) StrictMath.tanh(x[i]);
            }
            y[i] = sum;
        }
    }

    /** As indices, in methods, of ints that are floats, and as doubles, which stay doubles. */
    @GpuKernel
    static void asOthers(float[] x, int[] table, double[] wide, float[] y) {
        for (int i = 0; i < y.length; i++) {
            int index = (int) ((float) StrictMath.sin(x[i]) * 8) & 15;
            wide[i] = StrictMath.sin(x[i]) + StrictMath.sin(2.0 * x[i]);
            y[i] = turned(x[i], table[index]) + turned(-x[i], index) + (float) StrictMath.log((float) i);
        }
    }

    private static float turned(float x, int by) {
        float length = (float) StrictMath.hypot(x, by);
        return length * (float) StrictMath.cos((float) StrictMath.atan2(x, by) + 1);
    }

    /** Of doubles. */
    @GpuKernel
    static void ofDoubles(float[] x, double scale, float[] y) {
        for (int i = 0; i < y.length; i++) {
            float phase = (float) StrictMath.sin(2 * Math.PI * x[i]) + (float) StrictMath.cos(scale * x[i]);
            float bell = (float) StrictMath.exp(-0.5 * x[i] * x[i]) * (float) StrictMath.log1p(scale + phase);
            y[i] = bell + (float) StrictMath.pow(Math.abs(phase), 1 / 2.4) + (float) StrictMath.tanh(scale * phase);
        }
    }

    /** Before, in and behind a loop, so that the host computes some. */
    @GpuKernel
    static void aroundLoops(float[] x, float angle, float[] y) {
        float cosine = (float) StrictMath.cos(angle);
        for (int i = 0; i < y.length; i++) {
            y[i] = cosine * x[i] + (float) StrictMath.sin(angle);
        }
        y[0] = (float) StrictMath.exp(y[0]);
    }

    @GpuKernel
    static float greatest(float[] x) {
        float greatest = Float.NEGATIVE_INFINITY;
        for (int i = 0; i < x.length; i++) {
            greatest = Math.max(greatest, (float) StrictMath.sin(x[i]));
        }
        return greatest;
    }

    @GpuKernel
    static int positive(float[] x, float[] y) {
        int count = 0;
        for (int i = 0; i < x.length; i++) {
            float value = (float) StrictMath.cos(x[i]);
            if (value > 0) {
                y[count++] = value;
            }
        }
        return count;
    }

    @GpuKernel
    static void inGrid(float[] x, float[] y) {
        int i = Grid.x();
        if (i < y.length) {
            y[i] = (float) StrictMath.sin(x[i]) / (float) StrictMath.cosh(x[i]);
        }
    }

    @GpuKernel(checked = false)
    static void unchecked(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = 3 * x[i] + 2 * (float) StrictMath.sin(x[i]) - 1;
        }
    }

    @GpuKernel
    static void normals(long seed, float[] y, double[] wide) {
        for (int i = 0; i < y.length; i++) {
            y[i] = (float) Philox.normal(seed, i);
            wide[i] = Philox.normal(seed, i + 1L);
        }
    }

    /** Of any bits, of moderate size, and small ones. */
    private static float[] arguments(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] arguments = new float[COUNT];
        for (int i = 0; i < COUNT; i++) {
            arguments[i] = switch (i % 4) {
                case 0 -> Float.intBitsToFloat(random.nextInt());
                case 1 -> random.nextInt(-6, 7);
                default -> (float) random.nextDouble(-12, 12);
            };
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
        kernels.loop("exponential", () -> List.of(arguments(4), results(), results(), results(), results(), results()));
        kernels.loop("hyperbolic", () -> List.of(arguments(5), results(), results(), results()));
        kernels.loop(
                "powersAndRoots",
                () -> List.of(arguments(6), arguments(7), results(), results(), results(), results()));
        kernels.loop("inBranches", () -> List.of(arguments(8), results(), new int[COUNT]));
        kernels.loop("inTry", () -> List.of(arguments(9), Seeded.ints(COUNT, 1, -20, COUNT + 20), results()));
        kernels.loop("inLoops", () -> List.of(arguments(10), Seeded.floats(9, 2, 0, 5), 0.7f, results()));
        kernels.loop("asOthers", () -> List.of(arguments(11), Seeded.ints(16, 3, -9, 9), new double[COUNT], results()));
        kernels.loop("ofDoubles", () -> List.of(arguments(16), 1.7, results()));
        kernels.loop("aroundLoops", () -> List.of(arguments(12), 0.3f, results()));
        kernels.loop("greatest", () -> List.of(Seeded.floats(COUNT, 4, -50, 50)));
        kernels.loop("positive", () -> List.of(arguments(13), results()));
        kernels.grid("inGrid", COUNT, () -> List.of(arguments(14), results()));
        kernels.loop("unchecked", () -> List.of(arguments(15), results()));
        kernels.loop("normals", () -> List.of(5L, results(), new double[COUNT]));
    }
}
