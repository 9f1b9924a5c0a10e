package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import java.util.Arrays;
import java.util.List;

/**
 * Measures an instance kernel, by the wall clock, beside a static one that is passed what the fields hold, and a kernel with objects, by the
 * device's clock, beside one with a variable for each field; and one that is passed a lambda, by both clocks, beside one with its body. Prints lines {@code name,size,metric,value}, and a {@code ratio} after each
 * pair. Results are compared first.
 */
public final class MethodsReport {
    private static final int WARM_UPS = 2000;
    private static final int FEW = 10;
    private static final int SMALL = 1 << 12;
    private static final int LIMIT = 1000;
    private static final float STEP = 0.01f;

    private final Gpu gpu = Gpu.current();
    private final int runs;

    private MethodsReport(int runs) {
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments number of particles, such as 16777216; width of a picture, such as 4096; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: particles, width, runs");
        }
        MethodsReport report = new MethodsReport(Integer.parseInt(arguments[2]));
        report.instances(SMALL, WARM_UPS);
        report.instances(Integer.parseInt(arguments[0]), FEW);
        report.objects(Integer.parseInt(arguments[1]));
        report.functions(SMALL, WARM_UPS);
        report.functions(Integer.parseInt(arguments[0]), FEW);
        report.functionsOnDevice(Integer.parseInt(arguments[0]));
    }

    /** The lambda captures an array and a number, and is made for each launch. */
    private void functions(int count, int warmUps) {
        float[] one = new float[count];
        float[] other = new float[count];
        float[] table = {1, 2, 4, 8};
        ParticlesGpu.apply(Particles.looked(table, STEP), one);
        ParticlesGpu.applyBody(table, STEP, other);
        require(Arrays.equals(one, other));
        tell(
                count,
                "host_call_ms",
                List.of("function", "body"),
                Variant.medians(
                        List.of(
                                new Variant("function", () -> ParticlesGpu.apply(Particles.looked(table, STEP), one)),
                                new Variant("body", () -> ParticlesGpu.applyBody(table, STEP, other))),
                        warmUps,
                        runs,
                        Variant::wallMillis));
    }

    private void functionsOnDevice(int count) {
        try (GpuArray<float[]> one = gpu.allocate(float[].class, count);
                GpuArray<float[]> other = gpu.allocate(float[].class, count);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            ParticlesGpu.apply(Particles.scaled(STEP), one);
            ParticlesGpu.scale(STEP, other);
            require(Arrays.equals(one.toHost(), other.toHost()));
            tell(
                    count,
                    "kernel_ms",
                    List.of("function", "body"),
                    Variant.medians(
                            List.of(
                                    new Variant("function", () -> ParticlesGpu.apply(Particles.scaled(STEP), one)),
                                    new Variant("body", () -> ParticlesGpu.scale(STEP, other))),
                            FEW,
                            runs,
                            variant -> variant.deviceMillis(gpu, start, end)));
        }
    }

    private void instances(int count, int warmUps) {
        Particles one = new Particles(count);
        Particles other = new Particles(count);
        ParticlesGpu.move(one, STEP);
        ParticlesGpu.moveAll(other.places, other.speeds, 0.99f, STEP);
        require(Arrays.equals(one.places, other.places) && Arrays.equals(one.speeds, other.speeds));
        tell(
                count,
                "host_call_ms",
                List.of("instance", "static"),
                Variant.medians(
                        List.of(
                                new Variant("instance", () -> ParticlesGpu.move(one, STEP)),
                                new Variant(
                                        "static", () -> ParticlesGpu.moveAll(other.places, other.speeds, 0.99f, STEP))),
                        warmUps,
                        runs,
                        Variant::wallMillis));
    }

    private void objects(int width) {
        int size = Math.multiplyExact(width, width);
        try (GpuArray<int[]> one = gpu.allocate(int[].class, size);
                GpuArray<int[]> other = gpu.allocate(int[].class, size);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            ParticlesGpu.escapeOfObjects(width, LIMIT, one);
            ParticlesGpu.escapeOfNumbers(width, LIMIT, other);
            require(Arrays.equals(one.toHost(), other.toHost()));
            tell(
                    size,
                    "kernel_ms",
                    List.of("objects", "numbers"),
                    Variant.medians(
                            List.of(
                                    new Variant("objects", () -> ParticlesGpu.escapeOfObjects(width, LIMIT, one)),
                                    new Variant("numbers", () -> ParticlesGpu.escapeOfNumbers(width, LIMIT, other))),
                            FEW,
                            runs,
                            variant -> variant.deviceMillis(gpu, start, end)));
        }
    }

    /** A wrong result, however fast, is no result. */
    private static void require(boolean right) {
        if (!right) {
            throw new IllegalStateException("a result is wrong");
        }
    }

    private static void tell(int size, String metric, List<String> names, double[] medians) {
        for (int i = 0; i < medians.length; i++) {
            System.out.println(new Measurement(names.get(i), size, metric, medians[i]).line());
        }
        System.out.println(new Measurement(names.getFirst(), size, "ratio", medians[0] / medians[1]).line());
    }
}
