package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import java.util.List;

/**
 * Measures plain loops that only move memory, by the device's clock. Prints lines {@code name,size,metric,value}, as the program
 * beside it in CUDA C does. Results are checked first: all inputs are small whole numbers, so that they are exact, but for the sum of
 * {@code dot}. Its time is that of a whole call, which waits for the sum.
 */
public final class BandwidthReport {
    private static final int WARM_UPS = 10;
    /** For calls whose host's part is timed too: until the JVM has compiled that. */
    private static final int CALL_WARM_UPS = 2_000;

    private static final float FACTOR = 3;
    /** At most, for a product: its own, and 64 in a lane and 8 among the lanes on each of at most three levels. */
    private static final int DOT_ROUNDINGS = 1 + 3 * (64 + 8);

    private static final double BYTES_PER_MILLI_OF_GB_PER_SECOND = 1e6;

    private final Gpu gpu = Gpu.current();
    private final int size;
    private final int runs;

    private BandwidthReport(int size, int runs) {
        this.size = size;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments {@code add}, {@code saxpy}, {@code scale} or {@code dot}; number of elements; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: kernel, size, runs");
        }
        BandwidthReport report = new BandwidthReport(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        report.measure(arguments[0]);
    }

    private void measure(String kernel) {
        try (GpuArray<float[]> x = gpu.upload(wholeFloats(1021));
                GpuArray<float[]> y = gpu.upload(wholeFloats(509));
                GpuArray<float[]> z = gpu.allocate(float[].class, kernel.equals("add") ? size : 0)) {
            switch (kernel) {
                case "add" -> {
                    Runnable body = () -> BandwidthKernelsGpu.add(x, y, z);
                    check(body, z, i -> whole(i, 1021) + whole(i, 509));
                    tell(body, 3, WARM_UPS);
                }
                case "saxpy" -> {
                    Runnable body = () -> BandwidthKernelsGpu.saxpy(FACTOR, x, y);
                    check(body, y, i -> FACTOR * whole(i, 1021) + whole(i, 509));
                    tell(body, 3, WARM_UPS);
                }
                case "scale" -> {
                    Runnable body = () -> BandwidthKernelsGpu.scale(FACTOR, x, y);
                    check(body, y, i -> FACTOR * whole(i, 1021));
                    tell(body, 2, WARM_UPS);
                }
                case "dot" -> {
                    checkDot(BandwidthKernelsGpu.dot(x, y));
                    tell(() -> BandwidthKernelsGpu.dot(x, y), 2, CALL_WARM_UPS);
                }
                default -> throw new IllegalArgumentException("no kernel " + kernel);
            }
        }
    }

    private float[] wholeFloats(int modulus) {
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = whole(i, modulus);
        }
        return values;
    }

    private static float whole(int index, int modulus) {
        return ((index * 0x9E3779B9) >>> 8) % modulus;
    }

    /** What an element must be. */
    private interface Expected {
        float at(int index);
    }

    /** A wrong result, however fast, is no result. */
    private void check(Runnable body, GpuArray<float[]> result, Expected expected) {
        body.run();
        float[] values = new float[size];
        result.copyTo(values);
        for (int i = 0; i < size; i++) {
            if (values[i] != expected.at(i)) {
                throw new IllegalStateException(
                        "element " + i + " is " + values[i] + ", but must be " + expected.at(i));
            }
        }
    }

    /** No product is negative, so each rounding changes the sum by at most a share of 2^-24. */
    private void checkDot(float dot) {
        double expected = 0;
        for (int i = 0; i < size; i++) {
            expected += (double) whole(i, 1021) * whole(i, 509);
        }
        if (!(Math.abs(dot - expected) <= 2 * DOT_ROUNDINGS * 0x1p-24 * expected)) {
            throw new IllegalStateException("the sum is " + dot + ", but must be " + expected);
        }
    }

    private void tell(Runnable body, int arrays, int warmUps) {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            List<Variant> variants = List.of(new Variant("gpukernel", body));
            double[] medians =
                    Variant.medians(variants, warmUps, runs, variant -> variant.deviceMillis(gpu, start, end));
            double bytes = (double) arrays * Float.BYTES * size;
            tell("kernel_ms", medians[0]);
            tell("kernel_gb_per_s", bytes / medians[0] / BYTES_PER_MILLI_OF_GB_PER_SECOND);
        }
    }

    private void tell(String metric, double value) {
        System.out.println(new Measurement("gpukernel", size, metric, value).line());
    }
}
