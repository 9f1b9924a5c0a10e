package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures loops over arrays of two dimensions beside the same over flat arrays, by the device's clock, and how long arrays of few long
 * and of many short rows take to and from the device, and there and back through a loop, beside flat ones, by the wall clock. Prints lines {@code name,size,metric,value},
 * after each pair the quotient.
 * Results are compared first: numbers are small and whole, so sums are exact.
 */
public final class RowsReport {
    private static final int WARM_UPS = 3;
    private static final int TAPS = 9;
    private static final int FEW = 100;

    private final Gpu gpu = Gpu.current();
    private final int side;
    private final int runs;

    private RowsReport(int side, int runs) {
        this.side = side;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments elements of a side, such as 4096, at least 64; those of a long row, such as 1000000; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: side, row, runs");
        }
        RowsReport report = new RowsReport(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[2]));
        report.product();
        report.transpose();
        report.convolution();
        int row = Integer.parseInt(arguments[1]);
        report.transfer("100 rows", FEW, row);
        report.transfer("rows of 100", row, FEW);
        report.call("100 rows", FEW, row);
        report.call("rows of 100", row, FEW);
    }

    private void product() {
        int n = side / 2;
        double[][] a = doubles(n);
        double[][] b = doubles(n);
        try (GpuArray<double[][]> ofA = gpu.upload(a);
                GpuArray<double[][]> ofB = gpu.upload(b);
                GpuArray<double[][]> ofC = gpu.allocate(double[][].class, n, n);
                GpuArray<double[]> flatA = gpu.upload(flat(a));
                GpuArray<double[]> flatB = gpu.upload(flat(b));
                GpuArray<double[]> flatC = gpu.allocate(double[].class, (long) n * n)) {
            tell(
                    n,
                    new Variant("product, rows", () -> RowsKernelsGpu.productOfRows(ofA, ofB, ofC)),
                    new Variant("product, flat", () -> RowsKernelsGpu.flatProduct(n, flatA, flatB, flatC)));
            check(Arrays.equals(flat(ofC.toHost()), flatC.toHost()), "product");
        }
    }

    private void transpose() {
        int n = side * 2;
        float[][] in = floats(n);
        try (GpuArray<float[][]> from = gpu.upload(in);
                GpuArray<float[][]> to = gpu.allocate(float[][].class, n, n);
                GpuArray<float[]> flatFrom = gpu.upload(flat(in));
                GpuArray<float[]> flatTo = gpu.allocate(float[].class, (long) n * n)) {
            tell(
                    n,
                    new Variant("transpose, rows", () -> RowsKernelsGpu.transposeOfRows(from, to)),
                    new Variant("transpose, flat", () -> RowsKernelsGpu.flatTranspose(n, flatFrom, flatTo)));
            check(Arrays.equals(flat(to.toHost()), flatTo.toHost()), "transpose");
        }
    }

    private void convolution() {
        int n = side;
        float[][] in = floats(n + TAPS - 1);
        float[][] weights = floats(TAPS);
        try (GpuArray<float[][]> w = gpu.upload(weights);
                GpuArray<float[][]> from = gpu.upload(in);
                GpuArray<float[][]> to = gpu.allocate(float[][].class, n, n);
                GpuArray<float[]> flatW = gpu.upload(flat(weights));
                GpuArray<float[]> flatFrom = gpu.upload(flat(in));
                GpuArray<float[]> flatTo = gpu.allocate(float[].class, (long) n * n)) {
            tell(
                    n,
                    new Variant("convolution, rows", () -> RowsKernelsGpu.convolutionOfRows(w, from, to)),
                    new Variant(
                            "convolution, flat",
                            () -> RowsKernelsGpu.flatConvolution(n, TAPS, flatW, flatFrom, flatTo)));
            check(Arrays.equals(flat(to.toHost()), flatTo.toHost()), "convolution");
        }
    }

    private void transfer(String shape, int rows, int columns) {
        float[][] host = new float[rows][columns];
        float[] flat = new float[rows * columns];
        try (GpuArray<float[][]> device = gpu.upload(host);
                GpuArray<float[]> flatDevice = gpu.upload(flat)) {
            List<Variant> variants = List.of(
                    new Variant(shape + ", in", () -> device.copyFrom(host)),
                    new Variant("flat, in", () -> flatDevice.copyFrom(flat)),
                    new Variant(shape + ", out", () -> device.copyTo(host)),
                    new Variant("flat, out", () -> flatDevice.copyTo(flat)));
            print(variants, rows * columns, "copy_ms", Variant.medians(variants, WARM_UPS, runs, Variant::wallMillis));
        }
    }

    private void call(String shape, int rows, int columns) {
        float[][] from = new float[rows][columns];
        float[][] to = new float[rows][columns];
        float[] flatFrom = new float[rows * columns];
        float[] flatTo = new float[rows * columns];
        from[rows - 1][columns - 1] = 3;
        flatFrom[rows * columns - 1] = 3;
        List<Variant> variants = List.of(
                new Variant(shape + ", loop", () -> RowsKernelsGpu.scaleRows(2, from, to)),
                new Variant("flat, loop", () -> RowsKernelsGpu.scale(2, flatFrom, flatTo)));
        double[] medians = Variant.medians(variants, WARM_UPS, runs, Variant::wallMillis);
        check(to[rows - 1][columns - 1] == 6 && flatTo[rows * columns - 1] == 6, "scaling");
        print(variants, rows * columns, "call_ms", medians);
    }

    private void tell(int size, Variant... variants) {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            double[] medians = Variant.medians(
                    List.of(variants), WARM_UPS, runs, variant -> variant.deviceMillis(gpu, start, end));
            print(List.of(variants), size, "kernel_ms", medians);
        }
    }

    /** Prints pairs of rows and a flat array. */
    private static void print(List<Variant> variants, int size, String metric, double[] medians) {
        for (int i = 0; i < medians.length; i++) {
            System.out.println(new Measurement(variants.get(i).name(), size, metric, medians[i]).line());
            if (i % 2 == 1) {
                String name = variants.get(i - 1).name() + " to flat";
                System.out.println(new Measurement(name, size, "ratio", medians[i - 1] / medians[i]).line());
            }
        }
    }

    private static void check(boolean isRight, String what) {
        if (!isRight) {
            throw new IllegalStateException("a result is wrong: " + what);
        }
    }

    private static double[][] doubles(int n) {
        SplittableRandom random = new SplittableRandom(n);
        double[][] rows = new double[n][n];
        for (double[] row : rows) {
            Arrays.setAll(row, _ -> random.nextInt(-9, 10));
        }
        return rows;
    }

    private static float[][] floats(int n) {
        SplittableRandom random = new SplittableRandom(n);
        float[][] rows = new float[n][n];
        for (float[] row : rows) {
            for (int i = 0; i < n; i++) {
                row[i] = random.nextInt(-9, 10);
            }
        }
        return rows;
    }

    private static double[] flat(double[][] rows) {
        double[] flat = new double[rows.length * rows[0].length];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, flat, i * rows[i].length, rows[i].length);
        }
        return flat;
    }

    private static float[] flat(float[][] rows) {
        float[] flat = new float[rows.length * rows[0].length];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, flat, i * rows[i].length, rows[i].length);
        }
        return flat;
    }
}
