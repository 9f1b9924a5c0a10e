package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;

/**
 * Measures the allocation of arrays on the device where memory of their size was freed before: nanoseconds by the wall clock, in lines
 * {@code name,size,metric,value}, where the size is in bytes.
 */
public final class AllocationReport {
    private static final int ROUNDS = 2000;
    private static final long LARGEST = 256L << 20;

    private final Gpu gpu = Gpu.current();

    private AllocationReport() {}

    /**
     * Prints the report.
     *
     * @param arguments timed runs, each of which allocates 2,000 times; 11 by default
     */
    public static void main(String... arguments) {
        int runs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 11;
        new AllocationReport().run(runs);
    }

    private void run(int runs) {
        for (long bytes = 1 << 10; bytes <= LARGEST; bytes *= 4) {
            int length = (int) (bytes / Float.BYTES);
            tell(
                    bytes,
                    "allocate_close_ns",
                    runs,
                    () -> gpu.allocate(float[].class, length).close());
        }
        int length = 1 << 10;
        tell(length * (long) Float.BYTES, "allocate_launch_close_ns", runs, () -> {
            try (GpuArray<float[]> array = gpu.allocate(float[].class, length)) {
                GraphKernelsGpu.step(1, array);
            }
        });
    }

    private void tell(long bytes, String metric, int runs, Runnable body) {
        double[] nanos = new double[runs];
        for (int run = -2; run < runs; run++) {
            long start = System.nanoTime();
            for (int i = 0; i < ROUNDS; i++) {
                body.run();
            }
            double each = (System.nanoTime() - start) / (double) ROUNDS;
            gpu.synchronize();
            if (run >= 0) {
                nanos[run] = each;
            }
        }
        System.out.println(new Measurement("gpukernel", bytes, metric, Measurement.median(nanos)).line());
    }
}
