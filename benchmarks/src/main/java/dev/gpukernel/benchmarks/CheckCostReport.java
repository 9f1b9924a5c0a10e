package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.Launch;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Measures what index checks cost: for each of four kernels the device's time with them and with {@code checked = false}, in
 * turn, and their ratio.
 */
public final class CheckCostReport {
    private static final int WARM_UPS = 5;
    private static final int ENTRIES_PER_ROW = 32;

    private final Gpu gpu = Gpu.current();
    private final int runs;
    private final SplittableRandom random = new SplittableRandom(1);

    private CheckCostReport(int runs) {
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments timed runs of each kernel (31), and by how many bits all sizes are made smaller (0)
     */
    public static void main(String... arguments) {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 31;
        int less = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        CheckCostReport report = new CheckCostReport(runs);
        System.out.println(
                "index checks on " + report.gpu.backend() + ", " + report.gpu.name() + ", medians of " + runs);
        report.vectorAddition(1 << (28 - less));
        report.convolution(1 << (13 - less / 2));
        report.sparseProduct(1 << (22 - less));
        report.bodies(1 << (16 - less / 2));
    }

    private void vectorAddition(int size) {
        float[] c = new float[size];
        try (GpuArray<float[]> x = gpu.upload(Vectors.random(random, size));
                GpuArray<float[]> y = gpu.upload(Vectors.random(random, size));
                GpuArray<float[]> z = gpu.upload(c)) {
            Launch launch = Launch.covering(size);
            compare(
                    "vector-add " + size,
                    () -> CheckCostKernelsGpu.add(launch, x, y, z),
                    () -> CheckCostKernelsGpu.addUnchecked(launch, x, y, z),
                    z);
        }
    }

    private void convolution(int side) {
        try (GpuArray<float[]> image = gpu.upload(Vectors.random(random, side * side));
                GpuArray<float[]> weights = gpu.upload(Vectors.random(random, 9));
                GpuArray<float[]> result = gpu.upload(new float[side * side])) {
            Launch launch =
                    Launch.grid(Math.ceilDiv(side, 32), Math.ceilDiv(side, 8)).block(32, 8);
            compare(
                    "convolution-3x3 " + side + "x" + side,
                    () -> CheckCostKernelsGpu.convolve(launch, side, side, image, weights, result),
                    () -> CheckCostKernelsGpu.convolveUnchecked(launch, side, side, image, weights, result),
                    result);
        }
    }

    /** Every row has from 1 to twice {@value #ENTRIES_PER_ROW} entries, near the diagonal. */
    private void sparseProduct(int rows) {
        int[] starts = new int[rows + 1];
        for (int row = 0; row < rows; row++) {
            starts[row + 1] = starts[row] + 1 + random.nextInt(2 * ENTRIES_PER_ROW);
        }
        int[] columns = new int[starts[rows]];
        for (int row = 0; row < rows; row++) {
            for (int k = starts[row]; k < starts[row + 1]; k++) {
                columns[k] = Math.clamp(row + random.nextInt(1024) - 512, 0, rows - 1);
            }
        }
        try (GpuArray<int[]> first = gpu.upload(starts);
                GpuArray<int[]> column = gpu.upload(columns);
                GpuArray<float[]> values = gpu.upload(Vectors.random(random, columns.length));
                GpuArray<float[]> x = gpu.upload(Vectors.random(random, rows));
                GpuArray<float[]> y = gpu.upload(new float[rows])) {
            Launch launch = Launch.covering(rows);
            compare(
                    "spmv " + rows + " rows, " + columns.length + " entries",
                    () -> CheckCostKernelsGpu.multiply(launch, first, column, values, x, y),
                    () -> CheckCostKernelsGpu.multiplyUnchecked(launch, first, column, values, x, y),
                    y);
        }
    }

    private void bodies(int count) {
        try (GpuArray<float[]> x = gpu.upload(Vectors.random(random, count));
                GpuArray<float[]> y = gpu.upload(Vectors.random(random, count));
                GpuArray<float[]> z = gpu.upload(Vectors.random(random, count));
                GpuArray<float[]> mass = gpu.upload(Vectors.random(random, count));
                GpuArray<float[]> ax = gpu.upload(new float[count]);
                GpuArray<float[]> ay = gpu.upload(new float[count]);
                GpuArray<float[]> az = gpu.upload(new float[count])) {
            Launch launch = Launch.covering(count);
            compare(
                    "n-body " + count,
                    () -> CheckCostKernelsGpu.attract(launch, x, y, z, mass, ax, ay, az),
                    () -> CheckCostKernelsGpu.attractUnchecked(launch, x, y, z, mass, ax, ay, az),
                    ax);
        }
    }

    private void compare(String name, Runnable checked, Runnable unchecked, GpuArray<float[]> result) {
        Variant with = new Variant("checked", checked);
        Variant without = new Variant("unchecked", unchecked);
        if (!Arrays.equals(resultOf(with, result), resultOf(without, result))) {
            throw new IllegalStateException(name + ": results with and without checks differ");
        }
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            double[] medians = Variant.medians(
                    List.of(with, without), WARM_UPS, runs, variant -> variant.deviceMillis(gpu, start, end));
            System.out.println(String.format(
                    Locale.ROOT,
                    "%s: checked %.4f ms, unchecked %.4f ms, ratio %.4f",
                    name,
                    medians[0],
                    medians[1],
                    medians[0] / medians[1]));
        }
    }

    private static float[] resultOf(Variant variant, GpuArray<float[]> result) {
        float[] host = new float[result.length()];
        result.copyFrom(host);
        variant.body().run();
        result.copyTo(host);
        return host;
    }
}
