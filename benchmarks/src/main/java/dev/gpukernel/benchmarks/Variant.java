package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuEvent;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One of several ways to do the same thing.
 *
 * @param name its name in the results
 * @param body does it once
 */
public record Variant(String name, Runnable body) {
    private static final double NANOS_PER_MILLI = 1e6;

    /** {@return milliseconds by the wall clock} */
    public double wallMillis() {
        long start = System.nanoTime();
        body.run();
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    /**
     * Milliseconds by the device's clock. A run that is not timed comes first, so that the device is still busy while the host
     * enqueues the timed one: else the time that the host takes for that would be counted.
     *
     * @param gpu the device
     * @param start an event of it
     * @param end another one
     * @return the milliseconds of the second run
     */
    public double deviceMillis(Gpu gpu, GpuEvent start, GpuEvent end) {
        body.run();
        start.record(gpu.defaultStream());
        body.run();
        end.record(gpu.defaultStream());
        return end.millisSince(start);
    }

    /**
     * Times variants in turn, each run beginning with another one, so that a clock or a neighbour that changes meanwhile
     * changes all of them alike.
     *
     * @param variants all of them
     * @param warmUps runs of each that do not count, before the others
     * @param runs timed runs of each
     * @param timer runs one and tells how long it took
     * @return the median time of each
     */
    public static double[] medians(List<Variant> variants, int warmUps, int runs, ToDoubleFunction<Variant> timer) {
        int count = variants.size();
        double[][] times = new double[count][runs];
        for (int run = -warmUps; run < runs; run++) {
            for (int turn = 0; turn < count; turn++) {
                int chosen = Math.floorMod(run + turn, count);
                double time = timer.applyAsDouble(variants.get(chosen));
                if (run >= 0) {
                    times[chosen][run] = time;
                }
            }
        }
        double[] medians = new double[count];
        for (int i = 0; i < count; i++) {
            medians[i] = Measurement.median(times[i]);
        }
        return medians;
    }
}
