package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.array.FloatNdArray;
import dev.gpukernel.array.NdArrays;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The classic of shared memory: a matrix product, naive and with tiles, and that of arrays with shapes. */
@Command(name = "matmul", description = "Multiplies two square matrices of random floats and checks every element.")
final class MatMul implements Sample {
    private static final int ARRAYS = 3;

    @Option(
            names = "--n",
            paramLabel = "<n>",
            converter = Rows.class,
            description = "Rows and columns, from 1 to " + Rows.MAX + " (default: ${DEFAULT-VALUE}).")
    private int n = 256;

    @Option(
            names = "--style",
            paramLabel = "<kernel>",
            description = "Which kernel, or arrays with shapes: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Style style = Style.TILED;

    @Option(names = "--seed", paramLabel = "<n>", description = "Seed of the random input (default: ${DEFAULT-VALUE}).")
    private long seed = 42;

    /** Made by picocli. */
    MatMul() {}

    @Override
    public Verdict run(Report report) {
        report.fact("input", "%d x %d elements, seed %d, %s".formatted(n, n, seed, style));
        int size = n * n;
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(ARRAYS, bytes);
        SplittableRandom random = new SplittableRandom(seed);
        float[] a = InputOptions.floats(random, size);
        float[] b = InputOptions.floats(random, size);
        report.fact("device", Report.nameOf(Gpu.current()));
        float[] c = style == Style.ARRAYS ? byArrays(a, b, report) : byKernel(a, b, report);
        ProductRow expected = new ProductRow(a, b, n, style == Style.ARRAYS);
        return new BitCheck().floats("c", c, expected::at).verdict();
    }

    private float[] byKernel(float[] a, float[] b, Report report) {
        float[] c = new float[n * n];
        int blocks = Math.ceilDiv(n, MatMulKernels.TILE);
        Launch launch = Launch.grid(blocks, blocks).block(MatMulKernels.TILE, MatMulKernels.TILE);
        Runnable body = style == Style.NAIVE
                ? () -> MatMulKernelsGpu.naive(launch, a, b, c, n)
                : () -> MatMulKernelsGpu.tiled(launch, a, b, c, n);
        report.launches(() -> Kernel.of(MatMulKernels.class, style.toString()), body, 0);
        return c;
    }

    private float[] byArrays(float[] a, float[] b, Report report) {
        long start = System.nanoTime();
        FloatNdArray left = NdArrays.of(a).reshape(n, n);
        FloatNdArray right = NdArrays.of(b).reshape(n, n);
        report.timeSince(start, "to device", 2L * Float.BYTES * a.length);
        return report.twice(() -> left.matmul(right));
    }

    /** Two kernels, and the library's. */
    enum Style {
        /** From global memory alone. */
        NAIVE,
        /** With tiles in shared memory. */
        TILED,
        /** The product of arrays with shapes, whose products and sums are rounded together. */
        ARRAYS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A number of rows. Its square is a number of elements that a Java array can have. */
    static final class Rows implements ITypeConverter<Integer> {
        static final int MAX = 1 << 14;

        /** Called by picocli. */
        Rows() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(1, MAX).parse(text);
        }
    }

    /** What plain Java gives, a row at a time: adding in the order of the kernels, but going along the rows of both matrices. */
    private static final class ProductRow {
        private final float[] a;
        private final float[] b;
        private final boolean isFused;
        private final float[] sums;
        private int row = -1;

        ProductRow(float[] a, float[] b, int n, boolean isFused) {
            this.isFused = isFused;
            this.a = a;
            this.b = b;
            this.sums = new float[n];
        }

        float at(int index) {
            int n = sums.length;
            if (index / n != row) {
                row = index / n;
                Arrays.fill(sums, 0);
                for (int k = 0; k < n; k++) {
                    for (int column = 0; column < n; column++) {
                        float left = a[row * n + k];
                        float right = b[k * n + column];
                        sums[column] = isFused ? Math.fma(left, right, sums[column]) : sums[column] + left * right;
                    }
                }
            }
            return sums[index % n];
        }
    }
}
