package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures nests of two loops in both ways that a launch chooses between, for few long rows up to many short ones of always as many
 * elements: what the thresholds of that choice should be. Prints lines {@code name,rows,metric,value} by the device's clock. Results are
 * checked against plain Java first.
 */
public final class SplitReport {
    private static final int WARM_UPS = 3;
    private static final int LEAST_ROWS = 16;
    private static final int MOST_ROWS = 1 << 16;

    /** Rows beyond which a launch for each is not tried. */
    private static final int MOST_LAUNCHES = 1 << 12;

    private final Gpu gpu = Gpu.current();
    private final int size;
    private final int runs;

    private SplitReport(int size, int runs) {
        this.size = size;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments number of elements, such as 16777216, a power of two; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("arguments: size, runs");
        }
        SplitReport report = new SplitReport(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        for (int rows = LEAST_ROWS; rows <= Math.min(MOST_ROWS, report.size); rows *= 4) {
            report.sums(rows);
            report.scans(rows);
        }
    }

    /** A kernel, by name. */
    private record Kernel(String name, Body body) {}

    /** What a kernel does. */
    private interface Body {
        void run(int w, int h, GpuArray<int[]> x, GpuArray<int[]> y);
    }

    private void sums(int rows) {
        int w = size / rows;
        int[] x = ints();
        int[] ofRows = new int[rows];
        int[] ofColumns = new int[rows];
        SplitKernels.rowsByChoice(w, rows, x, ofRows);
        SplitKernels.columnsByAtomics(w, rows, x, ofColumns);
        List<Kernel> alongRows = new ArrayList<>(List.of(
                new Kernel("rows by outer", SplitKernelsGpu::rowsByOuter),
                new Kernel("rows by choice", SplitKernelsGpu::rowsByChoice)));
        List<Kernel> downColumns = new ArrayList<>(List.of(
                new Kernel("columns by outer", SplitKernelsGpu::columnsByOuter),
                new Kernel("columns by atomics", SplitKernelsGpu::columnsByAtomics)));
        if (rows <= MOST_LAUNCHES) {
            alongRows.add(new Kernel("rows by inner", SplitKernelsGpu::rowsByInner));
            downColumns.add(new Kernel("columns by inner", SplitKernelsGpu::columnsByInner));
        }
        tell(rows, alongRows, w, rows, x, ofRows);
        tell(rows, downColumns, w, rows, x, ofColumns);
    }

    /** Here rows are in order, and the elements of a row are threads. */
    private void scans(int rows) {
        int h = size / rows;
        int[] x = ints();
        int[] expected = new int[size];
        SplitKernels.scanByExchange(rows, h, x, expected);
        List<Kernel> kernels =
                new ArrayList<>(List.of(new Kernel("scan by exchange", SplitKernelsGpu::scanByExchange)));
        if (rows <= MOST_LAUNCHES) {
            kernels.add(new Kernel("scan by rows", SplitKernelsGpu::scanByRows));
        }
        tell(rows, kernels, rows, h, x, expected);
    }

    private int[] ints() {
        return new SplittableRandom(1).ints(size, -1000, 1000).toArray();
    }

    private void tell(int rows, List<Kernel> kernels, int w, int h, int[] x, int[] expected) {
        try (GpuArray<int[]> in = gpu.upload(x);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            for (Kernel kernel : kernels) {
                try (GpuArray<int[]> out = gpu.upload(new int[expected.length])) {
                    Runnable body = () -> kernel.body().run(w, h, in, out);
                    body.run();
                    if (!Arrays.equals(out.toHost(), expected)) {
                        throw new IllegalStateException("a result is wrong: " + kernel.name());
                    }
                    double millis = Variant.medians(
                            List.of(new Variant(kernel.name(), body)),
                            WARM_UPS,
                            runs,
                            variant -> variant.deviceMillis(gpu, start, end))[0];
                    System.out.println(new Measurement(kernel.name(), rows, "kernel_ms", millis).line());
                }
            }
        }
    }
}
