package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.samples.BlackScholesKernels;
import dev.gpukernel.samples.Body;
import dev.gpukernel.samples.ConvolutionKernels;
import dev.gpukernel.samples.DotKernels;
import dev.gpukernel.samples.DotOrder;
import dev.gpukernel.samples.HeatKernels;
import dev.gpukernel.samples.HeatPlate;
import dev.gpukernel.samples.HistogramKernels;
import dev.gpukernel.samples.LeakyReluKernels;
import dev.gpukernel.samples.MandelbrotKernels;
import dev.gpukernel.samples.MatMulKernels;
import dev.gpukernel.samples.MatrixVectorKernels;
import dev.gpukernel.samples.MonteCarloPiKernels;
import dev.gpukernel.samples.NBodyKernels;
import dev.gpukernel.samples.PiecewiseScaleKernels;
import dev.gpukernel.samples.ReduceKernels;
import dev.gpukernel.samples.SaxpyKernels;
import dev.gpukernel.samples.SineKernels;
import dev.gpukernel.samples.TransposeKernels;
import dev.gpukernel.samples.VectorAddKernels;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * The samples' kernels with inputs. {@code size} is that of vectors; a matrix or picture has about as many elements, and where each
 * element takes longer there are fewer of them. Kernels with barriers are left out on all cores, where threads take turns at each.
 */
final class SampleCases {
    private static final int THREADS = 256;
    private static final int BLOCKS_EACH = 8;
    private static final int RADIUS = 4;
    private static final int ESCAPE_LIMIT = 500;
    private static final double SHOWN = 2.8;
    private static final int HEAT_STEPS = 20;
    private static final int ROW_OF_THREADS = 32;

    private SampleCases() {}

    /** {@return by the sample's name what makes it of a size, which is at least 1024} */
    static Map<String, IntFunction<SampleCase>> all() {
        Map<String, IntFunction<SampleCase>> all = new LinkedHashMap<>();
        all.put("vector-add", SampleCases::vectorAdd);
        all.put("saxpy", SampleCases::saxpy);
        all.put("leaky-relu", SampleCases::leakyRelu);
        all.put("piecewise-scale", SampleCases::piecewiseScale);
        all.put("dot", SampleCases::dot);
        all.put("matrix-vector", SampleCases::matrixVector);
        all.put("transpose", SampleCases::transpose);
        all.put("reduce", SampleCases::reduce);
        all.put("histogram", SampleCases::histogram);
        all.put("sine", SampleCases::sine);
        all.put("black-scholes", SampleCases::blackScholes);
        all.put("monte-carlo-pi", SampleCases::monteCarloPi);
        all.put("convolution", SampleCases::convolution);
        all.put("heat", SampleCases::heat);
        all.put("mandelbrot", SampleCases::mandelbrot);
        all.put("matmul", SampleCases::matmul);
        all.put("nbody", SampleCases::nbody);
        return Collections.unmodifiableMap(all);
    }

    private static SplittableRandom random() {
        return new SplittableRandom(42);
    }

    private static double[] doubles(SplittableRandom random, int size, double from, double to) {
        return random.doubles(size, from, to).toArray();
    }

    private static int side(int size) {
        return (int) Math.sqrt(size);
    }

    private static String floats(int size) {
        return size + " floats";
    }

    private static SampleCase vectorAdd(int size) {
        float[] a = Vectors.random(random(), size);
        float[] b = Vectors.random(random(), size);
        float[] c = new float[size];
        return SampleCase.loop(
                floats(size), VectorAddKernels.class, "addLoop", () -> VectorAddKernels.addLoop(a, b, c), a, b, c);
    }

    private static SampleCase saxpy(int size) {
        float[] x = Vectors.random(random(), size);
        float[] y = new float[size];
        float a = 2.5f;
        return SampleCase.loop(floats(size), SaxpyKernels.class, "saxpy", () -> SaxpyKernels.saxpy(a, x, y), a, x, y);
    }

    private static SampleCase leakyRelu(int size) {
        float[] x = Vectors.random(random(), size);
        float[] y = new float[size];
        float alpha = 0.01f;
        return SampleCase.loop(
                floats(size),
                LeakyReluKernels.class,
                "leakyRelu",
                () -> LeakyReluKernels.leakyRelu(alpha, x, y),
                alpha,
                x,
                y);
    }

    private static SampleCase piecewiseScale(int size) {
        float[] x = Vectors.random(random(), size);
        float[] y = new float[size];
        return SampleCase.loop(
                floats(size), PiecewiseScaleKernels.class, "scale", () -> PiecewiseScaleKernels.scale(x, y), x, y);
    }

    /** Plain Java adds from left to right, a kernel in the documented order: so is what it is checked against. */
    private static SampleCase dot(int size) {
        float[] x = Vectors.random(random(), size);
        float[] y = Vectors.random(random(), size);
        return SampleCase.loop(floats(size), DotKernels.class, "dot", () -> DotKernels.dot(x, y), x, y)
                .returning(() -> DotOrder.dot(x, y));
    }

    private static SampleCase matrixVector(int size) {
        int side = side(size);
        float[] matrix = Vectors.random(random(), side * side);
        float[] x = Vectors.random(random(), side);
        float[] y = new float[side];
        return SampleCase.loop(
                pixels(side),
                MatrixVectorKernels.class,
                "multiply",
                () -> MatrixVectorKernels.multiply(matrix, x, y),
                matrix,
                x,
                y);
    }

    private static String pixels(int side) {
        return side + " x " + side;
    }

    private static SampleCase transpose(int size) {
        int side = side(size);
        float[] in = Vectors.random(random(), side * side);
        float[] out = new float[side * side];
        int tiles = Math.ceilDiv(side, TransposeKernels.TILE);
        return SampleCase.grid(
                        pixels(side),
                        Kernel.of(TransposeKernels.class, "transpose"),
                        _ -> Launch.grid(tiles, tiles).block(TransposeKernels.TILE, TransposeKernels.ROWS),
                        () -> PlainJava.transpose(in, out, side),
                        in,
                        out,
                        side,
                        side)
                .onAllCores(null);
    }

    private static Launch filling(Gpu gpu) {
        return Launch.of(gpu.limits().multiprocessors() * BLOCKS_EACH, THREADS);
    }

    private static SampleCase reduce(int size) {
        int[] in = random().ints(size).toArray();
        long[] sum = new long[1];
        int[] extremes = {Integer.MAX_VALUE, Integer.MIN_VALUE};
        return SampleCase.grid(
                        size + " ints",
                        Kernel.of(ReduceKernels.class, "reduce"),
                        SampleCases::filling,
                        () -> PlainJava.reduce(in, sum, extremes),
                        in,
                        sum,
                        extremes)
                .onAllCores(null);
    }

    private static SampleCase histogram(int size) {
        byte[] pixels = new byte[size];
        SplittableRandom random = random();
        random.nextBytes(pixels);
        int[] counts = new int[HistogramKernels.BINS];
        return SampleCase.grid(
                        size + " bytes",
                        Kernel.of(HistogramKernels.class, "count"),
                        SampleCases::filling,
                        () -> PlainJava.histogram(pixels, counts),
                        pixels,
                        counts)
                .onAllCores(null);
    }

    private static SampleCase sine(int size) {
        int count = size / 4;
        double[] x = doubles(random(), count, -100, 100);
        double[] y = new double[count];
        return SampleCase.loop(count + " doubles", SineKernels.class, "sine", () -> SineKernels.sine(x, y), x, y);
    }

    private static SampleCase blackScholes(int size) {
        int count = size / 16;
        SplittableRandom random = random();
        double rate = 0.02;
        double volatility = 0.3;
        double[] spot = doubles(random, count, 5, 30);
        double[] strike = doubles(random, count, 1, 100);
        double[] years = doubles(random, count, 0.25, 10);
        double[] call = new double[count];
        double[] put = new double[count];
        return SampleCase.loop(
                count + " options",
                BlackScholesKernels.class,
                "price",
                () -> BlackScholesKernels.price(rate, volatility, spot, strike, years, call, put),
                rate,
                volatility,
                spot,
                strike,
                years,
                call,
                put);
    }

    private static SampleCase monteCarloPi(int size) {
        long points = size;
        long seed = 42;
        return SampleCase.loop(
                        points + " points",
                        MonteCarloPiKernels.class,
                        "hits",
                        () -> MonteCarloPiKernels.hits(points, seed),
                        points,
                        seed)
                .returning(() -> MonteCarloPiKernels.hits(points, seed));
    }

    private static SampleCase convolution(int size) {
        int side = side(size) / 2;
        int taps = 2 * RADIUS + 1;
        float[] weights = Vectors.random(random(), taps * taps);
        float[] in = Vectors.random(random(), side * side);
        float[] out = new float[side * side];
        return SampleCase.loop(
                pixels(side),
                ConvolutionKernels.class,
                "convolve",
                () -> ConvolutionKernels.convolve(side, side, RADIUS, weights, in, out),
                side,
                side,
                RADIUS,
                weights,
                in,
                out);
    }

    private static SampleCase heat(int size) {
        int side = side(size) / 2;
        float[] plate = HeatPlate.withSources(side, side);
        float[] other = plate.clone();
        return SampleCase.grid(
                        pixels(side) + " x " + HEAT_STEPS + " steps",
                        Kernel.of(HeatKernels.class, "spread"),
                        // One block for each multiprocessor: all of them are there at once, as Grid.sync needs it.
                        gpu -> Launch.grid(1, gpu.limits().multiprocessors())
                                .block(ROW_OF_THREADS, THREADS / ROW_OF_THREADS),
                        () -> HeatPlate.spread(plate, other, side, HEAT_STEPS),
                        plate,
                        other,
                        side,
                        side,
                        HEAT_STEPS / 2)
                .onAllCores(null);
    }

    private static SampleCase mandelbrot(int size) {
        int side = side(size) / 2;
        int[] steps = new int[side * side];
        double pixelSide = SHOWN / side;
        return SampleCase.loop(
                pixels(side),
                MandelbrotKernels.class,
                "escape",
                () -> MandelbrotKernels.escape(side, side, pixelSide, ESCAPE_LIMIT, steps),
                side,
                side,
                pixelSide,
                ESCAPE_LIMIT,
                steps);
    }

    /** On all cores without tiles, whose barriers are slow there. */
    private static SampleCase matmul(int size) {
        int n = side(size) / 4;
        float[] a = Vectors.random(random(), n * n);
        float[] b = Vectors.random(random(), n * n);
        float[] c = new float[n * n];
        int tiles = Math.ceilDiv(n, MatMulKernels.TILE);
        return SampleCase.grid(
                        pixels(n),
                        Kernel.of(MatMulKernels.class, "tiled"),
                        _ -> Launch.grid(tiles, tiles).block(MatMulKernels.TILE, MatMulKernels.TILE),
                        () -> PlainJava.multiply(a, b, c, n),
                        a,
                        b,
                        c,
                        n)
                .onAllCores(Kernel.of(MatMulKernels.class, "naive"));
    }

    private static SampleCase nbody(int size) {
        int count = 2 * side(size);
        Body[] bodies = Body.random(random(), count);
        Body[] next = bodies.clone();
        float seconds = 0.01f;
        return SampleCase.loop(
                count + " bodies",
                NBodyKernels.class,
                "step",
                () -> NBodyKernels.step(seconds, bodies, next),
                seconds,
                bodies,
                next);
    }
}
