package dev.gpukernel.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.gpukernel.Gpu;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * What a launch costs the host, over very many in a row.
 *
 * @param micros microseconds for each, with the wait at the end
 * @param enqueueMicros microseconds for each of as many as the driver takes without a wait
 * @param bytes of the Java heap for each
 */
record LaunchCost(double micros, double enqueueMicros, double bytes) {
    private static final int RUNS = 7;
    private static final int ENQUEUED = 512;
    private static final double NANOS_PER_MICRO = 1e3;

    /** Two whole runs to warm up, then the median time and heap of a launch over several runs. */
    static LaunchCost of(Runnable body, int launches, Gpu gpu) {
        LaunchCost whole = measure(body, launches, gpu);
        return new LaunchCost(whole.micros, measure(body, ENQUEUED, gpu).enqueueMicros, whole.bytes);
    }

    private static LaunchCost measure(Runnable body, int launches, Gpu gpu) {
        ThreadMXBean heap = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double[] micros = new double[RUNS];
        double[] enqueueMicros = new double[RUNS];
        double[] bytes = new double[RUNS];
        for (int run = -2; run < RUNS; run++) {
            long bytesBefore = heap.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            for (int i = 0; i < launches; i++) {
                body.run();
            }
            long enqueued = System.nanoTime();
            long bytesAfter = heap.getCurrentThreadAllocatedBytes();
            gpu.synchronize();
            long end = System.nanoTime();
            if (run >= 0) {
                micros[run] = (end - start) / NANOS_PER_MICRO / launches;
                enqueueMicros[run] = (enqueued - start) / NANOS_PER_MICRO / launches;
                bytes[run] = (bytesAfter - bytesBefore) / (double) launches;
            }
        }
        return new LaunchCost(Measurement.median(micros), Measurement.median(enqueueMicros), Measurement.median(bytes));
    }

    /** {@return the measurements, named} */
    List<Measurement> measurements(String name, int size) {
        return List.of(
                new Measurement(name, size, "launch_us", micros),
                new Measurement(name, size, "enqueue_us", enqueueMicros),
                new Measurement(name, size, "launch_heap_bytes", bytes));
    }
}
