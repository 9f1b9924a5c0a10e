package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures scans, compaction and histograms by the device's clock, in turn with a loop that copies as many bytes as each reads and
 * writes. Prints lines {@code name,size,metric,value}, as the program beside it in CUDA C does. Results are checked against plain
 * Java first: all inputs are whole numbers, whose sums are exact in any order. A compaction is timed twice: as a loop whose count nobody
 * asks for, and as {@code call}, the whole call that waits for how many were kept.
 */
public final class ScanReport {
    private static final String OWN = "gpukernel";
    private static final int WARM_UPS = 10;
    /** For calls whose host's part is timed too: until the JVM has compiled that. */
    private static final int CALL_WARM_UPS = 500;

    private static final int BYTE_BINS = 1 << 8;
    private static final int INT_BINS = 1 << 16;
    private static final double BYTES_PER_MILLI_OF_GB_PER_SECOND = 1e6;

    private final Gpu gpu = Gpu.current();
    private final int size;
    private final int runs;

    private ScanReport(int size, int runs) {
        this.size = size;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments {@code scanInts}, {@code scanFloats}, {@code compact}, {@code countBytes} or {@code countInts}; number of
     *     elements; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: kernel, size, runs");
        }
        ScanReport report = new ScanReport(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        switch (arguments[0]) {
            case "scanInts" -> report.scanInts();
            case "scanFloats" -> report.scanFloats();
            case "compact" -> report.compact();
            case "countBytes" -> report.countBytes();
            case "countInts" -> report.countInts();
            default -> throw new IllegalArgumentException("no kernel " + arguments[0]);
        }
    }

    private void scanInts() {
        int[] in = ints(-1000, 1000);
        int[] expected = new int[size];
        ScanKernels.scanInts(in, expected);
        try (GpuArray<int[]> x = gpu.upload(in);
                GpuArray<int[]> y = gpu.allocate(int[].class, size)) {
            ScanKernelsGpu.scanInts(x, y);
            require(Arrays.equals(y.toHost(), expected));
            tell(() -> ScanKernelsGpu.scanInts(x, y), 2L * Integer.BYTES * size);
        }
    }

    /** Few elements are not 0, so that no partial sum needs more bits than a float has. */
    private void scanFloats() {
        float[] in = new float[size];
        for (int i = 0; i < size; i += 64) {
            in[i] = i % 3 + 1;
        }
        float[] expected = new float[size];
        ScanKernels.scanFloats(in, expected);
        try (GpuArray<float[]> x = gpu.upload(in);
                GpuArray<float[]> y = gpu.allocate(float[].class, size)) {
            ScanKernelsGpu.scanFloats(x, y);
            require(Arrays.equals(y.toHost(), expected));
            tell(() -> ScanKernelsGpu.scanFloats(x, y), 2L * Float.BYTES * size);
        }
    }

    /** About half is kept. */
    private void compact() {
        int[] in = ints(-999, 1001);
        int[] expected = new int[size];
        int count = ScanKernels.compact(in, expected);
        try (GpuArray<int[]> x = gpu.upload(in);
                GpuArray<int[]> y = gpu.allocate(int[].class, size)) {
            require(ScanKernelsGpu.compact(x, y) == count);
            require(Arrays.equals(y.toHost(), expected));
            y.copyFrom(new int[size]);
            ScanKernelsGpu.keep(x, y);
            require(Arrays.equals(y.toHost(), expected));
            List<Variant> variants = List.of(
                    new Variant(OWN, () -> ScanKernelsGpu.keep(x, y)),
                    new Variant("call", () -> ScanKernelsGpu.compact(x, y)));
            tell(variants, (long) Integer.BYTES * (size + count), CALL_WARM_UPS);
        }
    }

    private void countBytes() {
        byte[] in = new byte[size];
        new SplittableRandom(1).nextBytes(in);
        int[] expected = new int[BYTE_BINS];
        ScanKernels.countBytes(in, expected);
        try (GpuArray<byte[]> x = gpu.upload(in);
                GpuArray<int[]> bins = gpu.upload(new int[BYTE_BINS])) {
            ScanKernelsGpu.countBytes(x, bins);
            require(Arrays.equals(bins.toHost(), expected));
            tell(() -> ScanKernelsGpu.countBytes(x, bins), size);
        }
    }

    private void countInts() {
        int[] in = ints(0, Integer.MAX_VALUE);
        int[] expected = new int[INT_BINS];
        ScanKernels.countInts(in, expected);
        try (GpuArray<int[]> x = gpu.upload(in);
                GpuArray<int[]> bins = gpu.upload(new int[INT_BINS])) {
            ScanKernelsGpu.countInts(x, bins);
            require(Arrays.equals(bins.toHost(), expected));
            tell(() -> ScanKernelsGpu.countInts(x, bins), (long) Integer.BYTES * size);
        }
    }

    private int[] ints(int from, int to) {
        SplittableRandom random = new SplittableRandom(1);
        int[] values = new int[size];
        for (int i = 0; i < size; i++) {
            values[i] = random.nextInt(from, to);
        }
        return values;
    }

    /** A wrong result, however fast, is no result. */
    private static void require(boolean right) {
        if (!right) {
            throw new IllegalStateException("a result is wrong");
        }
    }

    private void tell(Runnable body, long bytes) {
        tell(List.of(new Variant(OWN, body)), bytes, WARM_UPS);
    }

    /** Times loops in turn with one that copies: half of the bytes are read, and half are written. */
    private void tell(List<Variant> loops, long bytes, int warmUps) {
        int copied = (int) Math.max(1, bytes / 2 / Integer.BYTES);
        try (GpuArray<int[]> from = gpu.allocate(int[].class, copied);
                GpuArray<int[]> to = gpu.allocate(int[].class, copied);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            List<Variant> variants = new ArrayList<>(loops);
            variants.add(new Variant("copy", () -> ScanKernelsGpu.copy(from, to)));
            double[] medians =
                    Variant.medians(variants, warmUps, runs, variant -> variant.deviceMillis(gpu, start, end));
            for (int i = 0; i < medians.length; i++) {
                String called = variants.get(i).name();
                tell(called, "kernel_ms", medians[i]);
                tell(called, "kernel_gb_per_s", bytes / medians[i] / BYTES_PER_MILLI_OF_GB_PER_SECOND);
            }
        }
    }

    private void tell(String name, String metric, double value) {
        System.out.println(new Measurement(name, size, metric, value).line());
    }
}
