package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Measures a plain loop over large host arrays, one that it reads and one that it writes, beside the copies of each direction alone and of
 * both at once, by the wall clock; and one, and a scan, over three times as much as the GPU has free. Prints lines
 * {@code name,size,metric,value}.
 * Results are checked.
 */
public final class LargeArraysReport {
    private static final int WARM_UPS = 3;
    private static final float FACTOR = 3;
    private static final double NANOS_PER_MILLI = 1e6;

    /** How many arrays' bytes of free memory the second loop takes, each way together. */
    private static final int TIMES = 3;

    private static final int BLOCK = 1 << 28;

    private final Gpu gpu = Gpu.current();
    private final int runs;
    private final String name;

    private LargeArraysReport(int runs, String name) {
        this.runs = runs;
        this.name = name;
    }

    /**
     * Prints the report.
     *
     * @param arguments number of elements of the loop that finds room, 2^26 by default; timed runs, 11; bytes to leave free for the one
     *     that does not, 2^31, 0 to leave that out; the name of the lines
     */
    public static void main(String... arguments) {
        int size = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1 << 26;
        LargeArraysReport report = new LargeArraysReport(
                arguments.length > 1 ? Integer.parseInt(arguments[1]) : 11,
                arguments.length > 3 ? arguments[3] : "gpukernel");
        long free = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1L << 31;
        report.besideCopies(size);
        if (free > 0) {
            report.beyondFreeMemory(free);
        }
    }

    private void besideCopies(int size) {
        float[] x = wholeFloats(size);
        float[] y = new float[size];
        BandwidthKernelsGpu.scale(FACTOR, x, y);
        check(x, y);
        double longer;
        try (GpuArray<float[]> array = gpu.allocate(float[].class, size)) {
            double there = tell(size, "copy_in_ms", () -> {
                array.copyFrom(x);
                gpu.synchronize();
            });
            double back = tell(size, "copy_out_ms", () -> array.copyTo(y));
            longer = Math.max(there, back);
            try (GpuArray<float[]> other = gpu.allocate(float[].class, size)) {
                tell(size, "both_copies_at_once_ms", () -> {
                    CompletableFuture<Void> up = CompletableFuture.runAsync(() -> array.copyFrom(x));
                    other.copyTo(y);
                    up.join();
                    gpu.synchronize();
                });
            }
        }
        double loop = tell(size, "loop_ms", () -> BandwidthKernelsGpu.scale(FACTOR, x, y));
        check(x, y);
        say(size, "loop_per_longer_copy", loop / longer);
        KernelRun last = Kernel.of(BandwidthKernels.class, "scale").lastRun().orElseThrow();
        say(size, "loop_there_ms", last.toDevice().toNanos() / NANOS_PER_MILLI);
        say(size, "loop_back_ms", last.toHost().toNanos() / NANOS_PER_MILLI);
    }

    /** Takes so much of the GPU's memory that only some is free. */
    private void beyondFreeMemory(long free) {
        List<GpuArray<float[]>> taken = new ArrayList<>();
        try {
            while (gpu.memory().free() - free > Float.BYTES) {
                long elements = (gpu.memory().free() - free) / Float.BYTES;
                taken.add(gpu.allocate(float[].class, Math.min(elements, BLOCK)));
            }
            long left = gpu.memory().free();
            int size = (int) Math.min(TIMES * left / (2 * Float.BYTES), Integer.MAX_VALUE - 8);
            loopBeyond(left, size);
            scanBeyond(left, size);
        } finally {
            taken.forEach(GpuArray::close);
        }
    }

    private void loopBeyond(long left, int size) {
        float[] x = wholeFloats(size);
        float[] y = new float[size];
        double loop = tell(size, "loop_beyond_memory_ms", () -> BandwidthKernelsGpu.scale(FACTOR, x, y));
        check(x, y);
        sayBeyond(left, size, loop);
    }

    /** Each piece goes on where the one before ended. */
    private void scanBeyond(long left, int size) {
        int[] x = new int[size];
        int[] y = new int[size];
        Arrays.setAll(x, i -> (i * 0x9E3779B9) >>> 8);
        double loop = tell(size, "scan_beyond_memory_ms", () -> ScanKernelsGpu.scanInts(x, y));
        int sum = 0;
        for (int i = 0; i < size; i++) {
            sum += x[i];
            if (y[i] != sum) {
                throw new IllegalStateException("element " + i + " is " + y[i] + ", but must be " + sum);
            }
        }
        sayBeyond(left, size, loop);
    }

    private void sayBeyond(long left, int size, double millis) {
        say(size, "times_free_memory", 2.0 * Float.BYTES * size / left);
        say(size, "gb_per_s_each_way", Float.BYTES * (double) size / millis / 1e6);
    }

    private static float[] wholeFloats(int size) {
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = ((i * 0x9E3779B9) >>> 8) % 1021;
        }
        return values;
    }

    /** A wrong result, however fast, is no result. */
    private static void check(float[] x, float[] y) {
        for (int i = 0; i < x.length; i++) {
            if (y[i] != FACTOR * x[i]) {
                throw new IllegalStateException("element " + i + " is " + y[i] + ", but must be " + FACTOR * x[i]);
            }
        }
    }

    private double tell(int size, String metric, Runnable body) {
        for (int i = 0; i < WARM_UPS; i++) {
            body.run();
        }
        double[] millis = new double[runs];
        for (int i = 0; i < runs; i++) {
            long start = System.nanoTime();
            body.run();
            millis[i] = (System.nanoTime() - start) / NANOS_PER_MILLI;
        }
        double median = Measurement.median(millis);
        say(size, metric, median);
        return median;
    }

    private void say(int size, String metric, double value) {
        System.out.println(new Measurement(name, size, metric, value).line());
    }
}
