package dev.gpukernel.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.gpukernel.Gpu;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What a launch costs the host, over very many in a row.
 *
 * @param micros microseconds for each, with the wait at the end
 * @param enqueueMicros microseconds for each of as many as the driver takes without a wait
 * @param bytes of the Java heap for each
 */
record LaunchCost(double micros, double enqueueMicros, double bytes) {
    private static final int RUNS = 7;
    private static final int WARM_UPS = 2;
    private static final int ENQUEUED = 512;
    private static final double NANOS_PER_MICRO = 1e3;

    /**
     * Measures variants in turn, each run beginning with another one: two whole runs to warm up, then the median time and heap of a launch
     * over several runs.
     *
     * @return the cost of each
     */
    private static List<LaunchCost> of(List<Variant> variants, int launches, Gpu gpu) {
        List<LaunchCost> whole = medians(variants, launches, gpu);
        List<LaunchCost> enqueued = medians(variants, ENQUEUED, gpu);
        return IntStream.range(0, variants.size())
                .mapToObj(i -> new LaunchCost(whole.get(i).micros, enqueued.get(i).enqueueMicros, whole.get(i).bytes))
                .toList();
    }

    private static List<LaunchCost> medians(List<Variant> variants, int launches, Gpu gpu) {
        int count = variants.size();
        LaunchCost[][] runs = new LaunchCost[count][RUNS];
        for (int run = -WARM_UPS; run < RUNS; run++) {
            for (int turn = 0; turn < count; turn++) {
                int chosen = Math.floorMod(run + turn, count);
                LaunchCost one = once(variants.get(chosen).body(), launches, gpu);
                if (run >= 0) {
                    runs[chosen][run] = one;
                }
            }
        }
        return Arrays.stream(runs).map(LaunchCost::median).toList();
    }

    private static LaunchCost median(LaunchCost[] runs) {
        return new LaunchCost(
                median(runs, LaunchCost::micros),
                median(runs, LaunchCost::enqueueMicros),
                median(runs, LaunchCost::bytes));
    }

    private static double median(LaunchCost[] runs, ToDoubleFunction<LaunchCost> of) {
        return Measurement.median(Arrays.stream(runs).mapToDouble(of).toArray());
    }

    private static LaunchCost once(Runnable body, int launches, Gpu gpu) {
        ThreadMXBean heap = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytesBefore = heap.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        for (int i = 0; i < launches; i++) {
            body.run();
        }
        long enqueued = System.nanoTime();
        long bytesAfter = heap.getCurrentThreadAllocatedBytes();
        gpu.synchronize();
        long end = System.nanoTime();
        return new LaunchCost(
                (end - start) / NANOS_PER_MICRO / launches,
                (enqueued - start) / NANOS_PER_MICRO / launches,
                (bytesAfter - bytesBefore) / (double) launches);
    }

    /** Measures variants, and prints what they cost, a line for each figure. */
    static void tell(List<Variant> variants, int launches, Gpu gpu, int size) {
        List<LaunchCost> costs = of(variants, launches, gpu);
        for (int i = 0; i < costs.size(); i++) {
            costs.get(i).measurements(variants.get(i).name(), size).forEach(one -> System.out.println(one.line()));
        }
    }

    /** {@return the measurements, named} */
    private List<Measurement> measurements(String name, int size) {
        return List.of(
                new Measurement(name, size, "launch_us", micros),
                new Measurement(name, size, "enqueue_us", enqueueMicros),
                new Measurement(name, size, "launch_heap_bytes", bytes));
    }
}
