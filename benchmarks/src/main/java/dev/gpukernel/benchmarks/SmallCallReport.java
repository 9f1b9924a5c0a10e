package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import java.util.Arrays;

/**
 * Measures calls that do little, by the wall clock: microseconds from the call to its return, in lines {@code name,size,metric,value}.
 * {@code host_call_us} adds two arrays in host memory, {@code host_sum_us} returns the inner product of two of them, and {@code sum_us}
 * that of two arrays on the device. Results are checked first.
 */
public final class SmallCallReport {
    private static final int WARM_UPS = 20_000;
    private static final int LEAST = 256;
    private static final int MOST = 1 << 16;
    private static final double NANOS_PER_MICRO = 1000;

    private final Gpu gpu = Gpu.current();
    private final int runs;

    private SmallCallReport(int runs) {
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments timed calls, 2,001 by default
     */
    public static void main(String... arguments) {
        SmallCallReport report = new SmallCallReport(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2001);
        for (int size = LEAST; size <= MOST; size *= 4) {
            report.run(size);
        }
    }

    private void run(int size) {
        float[] x = new float[size];
        float[] y = new float[size];
        float[] z = new float[size];
        Arrays.fill(x, 1);
        Arrays.fill(y, 2);
        BandwidthKernelsGpu.add(x, y, z);
        try (GpuArray<float[]> thereX = gpu.upload(x);
                GpuArray<float[]> thereY = gpu.upload(y)) {
            // All sums are exact.
            if (z[size - 1] != 3
                    || BandwidthKernelsGpu.dot(x, y) != 2f * size
                    || BandwidthKernelsGpu.dot(thereX, thereY) != 2f * size) {
                throw new IllegalStateException("a result is wrong");
            }
            tell(size, "host_call_us", () -> BandwidthKernelsGpu.add(x, y, z));
            tell(size, "host_sum_us", () -> BandwidthKernelsGpu.dot(x, y));
            tell(size, "sum_us", () -> BandwidthKernelsGpu.dot(thereX, thereY));
        }
    }

    private void tell(int size, String metric, Runnable body) {
        double[] micros = new double[runs];
        for (int i = size == LEAST ? -WARM_UPS : -WARM_UPS / 10; i < runs; i++) {
            long start = System.nanoTime();
            body.run();
            if (i >= 0) {
                micros[i] = (System.nanoTime() - start) / NANOS_PER_MICRO;
            }
        }
        System.out.println(new Measurement("gpukernel", size, metric, Measurement.median(micros)).line());
    }
}
