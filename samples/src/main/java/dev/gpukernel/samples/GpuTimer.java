package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuStream;
import java.util.Arrays;

/** Times launches on resident arrays with the device's own clock. */
final class GpuTimer {
    private static final int LAUNCHES = 21;

    private final Gpu gpu;
    private final Runnable launch;

    private GpuTimer(Gpu gpu, Runnable launch) {
        this.gpu = gpu;
        this.launch = launch;
    }

    /** {@return a timer whose kernel has run once, so that it is compiled} */
    static GpuTimer of(Gpu gpu, Runnable launch) {
        launch.run();
        gpu.synchronize();
        return new GpuTimer(gpu, launch);
    }

    /** {@return the median of several launches, which a single slow one does not move} */
    double medianMillis() {
        double[] millis = new double[LAUNCHES];
        GpuStream stream = gpu.defaultStream();
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            for (int i = 0; i < LAUNCHES; i++) {
                start.record(stream);
                launch.run();
                end.record(stream);
                millis[i] = end.millisSince(start);
            }
        }
        Arrays.sort(millis);
        return millis[LAUNCHES / 2];
    }
}
