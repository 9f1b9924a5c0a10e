package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.Launch;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Measures what JMH cannot: the time of the kernel alone by the device's clock, the cost of a launch over very many, and the
 * heap it takes. Prints lines {@code name,size,metric,value}, as the programs beside it in other languages do.
 */
public final class VectorAddReport {
    private static final int ARRAYS = 3;
    private static final int WARM_UPS = 10;
    private static final int HOST_WARM_UPS = 2;
    private static final int HOST_RUNS = 11;
    private static final double BYTES_PER_MILLI_OF_GB_PER_SECOND = 1e6;

    private final Gpu gpu = Gpu.current();
    private final int size;
    private final int runs;
    private final int launches;

    private VectorAddReport(int size, int runs, int launches) {
        this.size = size;
        this.runs = runs;
        this.launches = launches;
    }

    /**
     * Prints the report.
     *
     * @param arguments number of elements (default 2^28), timed runs of the kernel (51), launches in a row (100,000)
     */
    public static void main(String... arguments) {
        int size = argument(arguments, 0, 1 << 28);
        int runs = argument(arguments, 1, 51);
        int launches = argument(arguments, 2, 100_000);
        VectorAddReport report = new VectorAddReport(size, runs, launches);
        System.err.println("gpukernel runs on " + report.gpu.backend() + ", " + report.gpu.name());
        report.print();
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        if (index >= arguments.length) {
            return otherwise;
        }
        int value = Integer.parseInt(arguments[index]);
        if (value < 1) {
            throw new IllegalArgumentException("argument " + (index + 1) + " is " + value + ", but must be at least 1");
        }
        return value;
    }

    private void print() {
        SplittableRandom random = new SplittableRandom(size);
        float[] a = Vectors.random(random, size);
        float[] b = Vectors.random(random, size);
        float[] c = new float[size];
        kernelTimes(a, b, c);
        launchCosts();
        hostCalls(a, b, c);
    }

    private void kernelTimes(float[] a, float[] b, float[] c) {
        try (GpuArray<float[]> x = gpu.upload(a);
                GpuArray<float[]> y = gpu.upload(b);
                GpuArray<float[]> z = gpu.allocate(float[].class, size);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            Launch launch = Launch.covering(size);
            List<Variant> variants = List.of(
                    new Variant("gpukernel-loop", () -> VectorAddKernelsGpu.addLoop(x, y, z)),
                    new Variant("gpukernel-grid", () -> VectorAddKernelsGpu.addGrid(launch, x, y, z)));
            for (Variant variant : variants) {
                Arrays.fill(c, 0);
                z.copyFrom(c);
                variant.body().run();
                z.copyTo(c);
                check(variant, a, b, c);
            }
            double[] medians =
                    Variant.medians(variants, WARM_UPS, runs, variant -> variant.deviceMillis(gpu, start, end));
            tellTimes(variants, medians, "kernel");
        }
    }

    /** Wall time of a call with host arrays, transfers included, beside that of Java on its own. */
    private void hostCalls(float[] a, float[] b, float[] c) {
        Launch launch = Launch.covering(size);
        List<Variant> variants = List.of(
                new Variant("gpukernel-loop", () -> VectorAddKernelsGpu.addLoop(a, b, c)),
                new Variant("gpukernel-grid", () -> VectorAddKernelsGpu.addGrid(launch, a, b, c)),
                new Variant("java-loop", () -> VectorAddKernels.addLoop(a, b, c)),
                new Variant("java-parallel-stream", () -> addInParallel(a, b, c)));
        for (Variant variant : variants) {
            Arrays.fill(c, 0);
            variant.body().run();
            check(variant, a, b, c);
        }
        tellTimes(variants, Variant.medians(variants, HOST_WARM_UPS, HOST_RUNS, Variant::wallMillis), "host_call");
    }

    private static void addInParallel(float[] a, float[] b, float[] c) {
        IntStream.range(0, c.length).parallel().forEach(i -> c[i] = a[i] + b[i]);
    }

    /** A wrong result, however fast, is no result. */
    private static void check(Variant variant, float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            if (c[i] != a[i] + b[i]) {
                throw new IllegalStateException(
                        variant.name() + ": element " + i + " is " + c[i] + ", but must be " + (a[i] + b[i]));
            }
        }
    }

    private void launchCosts() {
        try (GpuArray<float[]> x = gpu.allocate(float[].class, Vectors.TINY);
                GpuArray<float[]> y = gpu.allocate(float[].class, Vectors.TINY);
                GpuArray<float[]> z = gpu.allocate(float[].class, Vectors.TINY)) {
            Launch launch = Launch.of(1, Vectors.TINY);
            List<Variant> variants = List.of(
                    new Variant("gpukernel-loop", () -> VectorAddKernelsGpu.addLoop(x, y, z)),
                    new Variant("gpukernel-grid", () -> VectorAddKernelsGpu.addGrid(launch, x, y, z)));
            LaunchCost.tell(variants, launches, gpu, Vectors.TINY);
        }
    }

    private void tellTimes(List<Variant> variants, double[] millis, String what) {
        double bytes = (double) ARRAYS * Float.BYTES * size;
        for (int i = 0; i < millis.length; i++) {
            String name = variants.get(i).name();
            tell(name, size, what + "_ms", millis[i]);
            tell(name, size, what + "_gb_per_s", bytes / millis[i] / BYTES_PER_MILLI_OF_GB_PER_SECOND);
        }
    }

    private static void tell(String name, int size, String metric, double value) {
        System.out.println(new Measurement(name, size, metric, value).line());
    }
}
