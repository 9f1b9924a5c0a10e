package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures small kernels by the device's clock, launched as a graph and one by one, in turn: microseconds for each kernel, in lines
 * {@code name,size,metric,value}, as the program beside it in CUDA C does. Results are checked against plain Java first.
 */
public final class GraphReport {
    private static final int WARM_UPS = 200;
    private static final int LENGTH = 4096;
    /** So many graphs are timed together. */
    private static final int BATCH = 10;

    private static final double MICROS_PER_MILLI = 1000;

    private final Gpu gpu = Gpu.current();
    private final List<GpuArray<float[]>> arrays = new ArrayList<>();
    private final int kernels;

    private GraphReport(int kernels) {
        this.kernels = kernels;
    }

    /**
     * Prints the report.
     *
     * @param arguments number of chains that may run side by side, number of kernels in all, timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: chains, kernels, runs");
        }
        int chains = Integer.parseInt(arguments[0]);
        new GraphReport(Integer.parseInt(arguments[1])).run(chains, Integer.parseInt(arguments[2]));
    }

    private void run(int chains, int runs) {
        for (int i = 0; i < chains; i++) {
            arrays.add(gpu.allocate(float[].class, LENGTH));
        }
        try (GpuGraph graph = gpu.record(this::launch);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            require(graph::launch);
            require(this::launch);
            List<Variant> variants = List.of(
                    new Variant("gpukernel", () -> repeat(graph::launch)),
                    new Variant("gpukernel-launches", () -> repeat(this::launch)));
            double[] millis =
                    Variant.medians(variants, WARM_UPS, runs, variant -> variant.deviceMillis(gpu, start, end));
            for (int i = 0; i < millis.length; i++) {
                double micros = millis[i] * MICROS_PER_MILLI / BATCH / kernels;
                System.out.println(new Measurement(variants.get(i).name(), kernels, "launch_us", micros).line());
            }
        } finally {
            arrays.forEach(GpuArray::close);
        }
    }

    private void launch() {
        for (int i = 0; i < kernels; i++) {
            GraphKernelsGpu.step(0.5f, arrays.get(i % arrays.size()));
        }
    }

    private static void repeat(Runnable body) {
        for (int i = 0; i < BATCH; i++) {
            body.run();
        }
    }

    /** A wrong result, however fast, is no result. */
    private void require(Runnable body) {
        float[][] expected = new float[arrays.size()][LENGTH];
        arrays.forEach(array -> array.copyFrom(new float[LENGTH]));
        body.run();
        for (int i = 0; i < kernels; i++) {
            GraphKernels.step(0.5f, expected[i % expected.length]);
        }
        for (int i = 0; i < expected.length; i++) {
            if (!Arrays.equals(arrays.get(i).toHost(), expected[i])) {
                throw new IllegalStateException("a result is wrong");
            }
        }
    }
}
