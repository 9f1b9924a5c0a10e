package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import java.util.function.IntConsumer;

/**
 * Measures loops over time steps that the host runs, by the wall clock until the device is done: microseconds for each launch, in lines
 * {@code name,size,metric,value}, where the size is the number of launches.
 */
public final class RepeatReport {
    private static final int WARM_UPS = 20;
    private static final int LENGTH = 4096;
    private static final float FACTOR = 0.5f;
    private static final int FEWEST = 128;
    private static final int MOST = 1 << 14;
    private static final double NANOS_PER_MICRO = 1000;

    private final Gpu gpu = Gpu.current();
    private final String name;
    private final int runs;

    private RepeatReport(String name, int runs) {
        this.name = name;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments name of the lines, timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("arguments: name, runs");
        }
        new RepeatReport(arguments[0], Integer.parseInt(arguments[1])).run();
    }

    private void run() {
        try (GpuArray<float[]> x = gpu.allocate(float[].class, LENGTH);
                GpuArray<float[]> y = gpu.allocate(float[].class, LENGTH)) {
            for (int launches = FEWEST; launches <= MOST; launches *= 2) {
                tell(launches, "same_us", steps -> GraphKernelsGpu.steps(steps / 2, FACTOR, x, y));
                tell(launches, "different_us", steps -> GraphKernelsGpu.numberedSteps(steps / 2, FACTOR, x, y));
                tell(launches, "broken_us", steps -> GraphKernelsGpu.brokenSteps(steps, 100, FACTOR, x, y));
                tell(launches, "often_broken_us", steps -> GraphKernelsGpu.brokenSteps(steps, 10, FACTOR, x, y));
            }
        }
    }

    private void tell(int launches, String metric, IntConsumer body) {
        double[] micros = new double[runs];
        for (int i = -WARM_UPS; i < runs; i++) {
            long start = System.nanoTime();
            body.accept(launches);
            gpu.synchronize();
            if (i >= 0) {
                micros[i] = (System.nanoTime() - start) / NANOS_PER_MICRO / launches;
            }
        }
        System.out.println(new Measurement(name, launches, metric, Measurement.median(micros)).line());
    }
}
