package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Measures a convolution that is four plain loops. On a GPU it is timed by the device's clock, in strict and in fast arithmetic, for
 * the program beside it in CUDA C; on the CPU by the wall clock, beside the same loops in plain Java on one core. Prints lines
 * {@code name,size,metric,value}. Results are checked first: all inputs are small whole numbers, so that they are exact.
 */
public final class ConvolutionReport {
    private static final int WARM_UPS = 5;

    private final Gpu gpu = Gpu.current();
    private final int side;
    private final int radius;
    private final float[] in;
    private final float[] weights;
    private final float[] expected;

    private ConvolutionReport(int side, int taps) {
        this.side = side;
        this.radius = taps / 2;
        this.in = wholeFloats(side * side, 251);
        this.weights = wholeFloats(taps * taps, 7);
        this.expected = new float[side * side];
        ConvolutionKernels.convolve(side, side, radius, weights, in, expected);
    }

    /**
     * Prints the report.
     *
     * @param arguments pixels of a side of the picture; weights of a side, an odd number; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: side, taps, runs");
        }
        int taps = Integer.parseInt(arguments[1]);
        if (taps % 2 == 0) {
            throw new IllegalArgumentException("taps must be odd, not " + taps);
        }
        ConvolutionReport report = new ConvolutionReport(Integer.parseInt(arguments[0]), taps);
        int runs = Integer.parseInt(arguments[2]);
        if (report.gpu.backend().equals("cpu")) {
            report.measureOnCpu(runs);
        } else {
            report.measureOnGpu(runs);
        }
    }

    private void measureOnGpu(int runs) {
        try (GpuArray<float[]> x = gpu.upload(in);
                GpuArray<float[]> w = gpu.upload(weights);
                GpuArray<float[]> y = gpu.allocate(float[].class, in.length);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            List<Variant> variants = List.of(
                    new Variant("gpukernel", () -> ConvolutionKernelsGpu.convolve(side, side, radius, w, x, y)),
                    new Variant(
                            "gpukernel-fast", () -> ConvolutionKernelsGpu.convolveFast(side, side, radius, w, x, y)));
            for (Variant variant : variants) {
                y.copyFrom(new float[in.length]);
                variant.body().run();
                check(variant, y.toHost());
            }
            tell(variants, runs, "kernel_ms", variant -> variant.deviceMillis(gpu, start, end));
        }
    }

    private void measureOnCpu(int runs) {
        float[] out = new float[in.length];
        List<Variant> variants = List.of(
                new Variant("java-loop", () -> ConvolutionKernels.convolve(side, side, radius, weights, in, out)),
                new Variant("gpukernel", () -> ConvolutionKernelsGpu.convolve(side, side, radius, weights, in, out)));
        for (Variant variant : variants) {
            Arrays.fill(out, 0);
            variant.body().run();
            check(variant, out);
        }
        tell(variants, runs, "host_call_ms", Variant::wallMillis);
    }

    private void tell(List<Variant> variants, int runs, String metric, ToDoubleFunction<Variant> timer) {
        double[] medians = Variant.medians(variants, WARM_UPS, runs, timer);
        for (int i = 0; i < medians.length; i++) {
            String name = variants.get(i).name();
            System.out.println(new Measurement(name, (long) side * side, metric, medians[i]).line());
        }
    }

    private static float[] wholeFloats(int length, int modulus) {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = ((i * 0x9E3779B9) >>> 8) % modulus;
        }
        return values;
    }

    /** A wrong result, however fast, is no result. */
    private void check(Variant variant, float[] result) {
        for (int i = 0; i < result.length; i++) {
            if (result[i] != expected[i]) {
                throw new IllegalStateException(
                        "%s: element %d is %s, but must be %s".formatted(variant.name(), i, result[i], expected[i]));
            }
        }
    }
}
