package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures a kernel over an array of records beside the same over four arrays of numbers, by the device's clock. Prints lines
 * {@code name,size,metric,value}, the last of them the quotient. Results are compared first, by bits.
 */
public final class BodiesReport {
    private static final int WARM_UPS = 3;
    private static final float SECONDS = 0.01f;

    private BodiesReport() {}

    /**
     * Prints the report.
     *
     * @param arguments how many bodies, such as 65536; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("arguments: bodies, runs");
        }
        int count = Integer.parseInt(arguments[0]);
        Gpu gpu = Gpu.current();
        float[][] parts = parts(count);
        Body[] bodies = bodies(parts);
        try (GpuArray<Body[]> from = gpu.upload(bodies);
                GpuArray<Body[]> to = gpu.upload(bodies);
                GpuArray<float[]> x = gpu.upload(parts[0]);
                GpuArray<float[]> y = gpu.upload(parts[1]);
                GpuArray<float[]> z = gpu.upload(parts[2]);
                GpuArray<float[]> mass = gpu.upload(parts[3]);
                GpuArray<float[]> nextX = gpu.allocate(float[].class, count);
                GpuArray<float[]> nextY = gpu.allocate(float[].class, count);
                GpuArray<float[]> nextZ = gpu.allocate(float[].class, count);
                GpuArray<float[]> nextMass = gpu.allocate(float[].class, count);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            List<Variant> variants = List.of(
                    new Variant("bodies, records", () -> BodiesKernelsGpu.stepOfRecords(SECONDS, from, to)),
                    new Variant(
                            "bodies, arrays",
                            () -> BodiesKernelsGpu.stepOfArrays(
                                    SECONDS, x, y, z, mass, nextX, nextY, nextZ, nextMass)));
            double[] medians = Variant.medians(
                    variants, WARM_UPS, Integer.parseInt(arguments[1]), one -> one.deviceMillis(gpu, start, end));
            check(to.toHost(), new float[][] {nextX.toHost(), nextY.toHost(), nextZ.toHost(), nextMass.toHost()});
            for (int i = 0; i < medians.length; i++) {
                System.out.println(new Measurement(variants.get(i).name(), count, "kernel_ms", medians[i]).line());
            }
            System.out.println(
                    new Measurement("bodies, records to arrays", count, "ratio", medians[0] / medians[1]).line());
        }
    }

    private static float[][] parts(int count) {
        SplittableRandom random = new SplittableRandom(1);
        float[][] parts = new float[4][count];
        for (float[] part : parts) {
            for (int i = 0; i < count; i++) {
                part[i] = random.nextInt(1 << 10);
            }
        }
        return parts;
    }

    private static Body[] bodies(float[][] parts) {
        Body[] bodies = new Body[parts[0].length];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body(parts[0][i], parts[1][i], parts[2][i], parts[3][i]);
        }
        return bodies;
    }

    private static void check(Body[] found, float[][] expected) {
        Body[] bodies = bodies(expected);
        for (int i = 0; i < bodies.length; i++) {
            if (!bodies[i].equals(found[i])) {
                throw new IllegalStateException(found[i] + " is not " + bodies[i]);
            }
        }
    }
}
