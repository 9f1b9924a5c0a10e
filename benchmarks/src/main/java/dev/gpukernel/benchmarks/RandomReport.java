package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures how long it takes to fill an array on the device with random numbers, by the device's clock. Prints lines {@code
 * name,size,metric,value}, as the program beside it in CUDA C does. Results are checked against plain Java first.
 */
public final class RandomReport {
    private static final String OWN = "gpukernel";
    private static final long SEED = 0x5DEECE66DL;
    private static final int WARM_UPS = 10;
    private static final double BYTES_PER_MILLI_OF_GB_PER_SECOND = 1e6;

    private final Gpu gpu = Gpu.current();
    private final int size;
    private final int runs;

    private RandomReport(int size, int runs) {
        this.size = size;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments {@code ints}, {@code floats}, {@code doubles} or {@code normals}; number of elements; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: kernel, size, runs");
        }
        RandomReport report = new RandomReport(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        int size = report.size;
        switch (arguments[0]) {
            case "ints" -> {
                int[] expected = new int[size];
                RandomKernels.ints(SEED, expected);
                report.tell(
                        int[].class,
                        x -> RandomKernelsGpu.ints(SEED, x),
                        x -> Arrays.equals(x, expected),
                        Integer.BYTES);
            }
            case "floats" -> {
                float[] expected = new float[size];
                RandomKernels.floats(SEED, expected);
                report.tell(
                        float[].class,
                        x -> RandomKernelsGpu.floats(SEED, x),
                        x -> Arrays.equals(x, expected),
                        Float.BYTES);
            }
            case "doubles" -> {
                double[] expected = new double[size];
                RandomKernels.doubles(SEED, expected);
                report.tell(
                        double[].class,
                        x -> RandomKernelsGpu.doubles(SEED, x),
                        x -> Arrays.equals(x, expected),
                        Double.BYTES);
            }
            case "normals" -> {
                double[] expected = new double[size];
                RandomKernels.normals(SEED, expected);
                report.tell(
                        double[].class,
                        x -> RandomKernelsGpu.normals(SEED, x),
                        x -> Arrays.equals(x, expected),
                        Double.BYTES);
            }
            default -> throw new IllegalArgumentException("no kernel " + arguments[0]);
        }
    }

    /** Whether a result is what plain Java computes. */
    private interface Check<A> {
        boolean passes(A result);
    }

    private <A> void tell(Class<A> type, Consumer<GpuArray<A>> kernel, Check<A> check, long bytes) {
        try (GpuArray<A> x = gpu.allocate(type, size);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            kernel.accept(x);
            if (!check.passes(x.toHost())) {
                throw new IllegalStateException("a result is wrong");
            }
            double millis = Variant.medians(
                    List.of(new Variant(OWN, () -> kernel.accept(x))),
                    WARM_UPS,
                    runs,
                    variant -> variant.deviceMillis(gpu, start, end))[0];
            tell("kernel_ms", millis);
            tell("kernel_gb_per_s", bytes * size / millis / BYTES_PER_MILLI_OF_GB_PER_SECOND);
        }
    }

    private void tell(String metric, double value) {
        System.out.println(new Measurement(OWN, size, metric, value).line());
    }
}
