package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.Launch;
import java.util.List;

/**
 * Measures kernels with shared memory by the device's clock. Prints lines {@code name,size,metric,value}, as the program beside it
 * in CUDA C does. Results are checked first: all inputs are small whole numbers, whose sums are exact in any order.
 */
public final class SharedMemoryReport {
    private static final int WARM_UPS = 10;
    private static final int BLOCKS = 2048;
    private static final int THREADS = 256;

    private final Gpu gpu = Gpu.current();
    private final int size;
    private final int runs;

    private SharedMemoryReport(int size, int runs) {
        this.size = size;
        this.runs = runs;
    }

    /**
     * Prints the report.
     *
     * @param arguments {@code product}, {@code productFast}, {@code transpose}, {@code histogram} or {@code sums}; rows of the
     *     matrix or number of elements; timed runs
     */
    public static void main(String... arguments) {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("arguments: kernel, size, runs");
        }
        SharedMemoryReport report =
                new SharedMemoryReport(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        switch (arguments[0]) {
            case "product" -> report.product(false);
            case "productFast" -> report.product(true);
            case "transpose" -> report.transpose();
            case "histogram" -> report.histogram();
            case "sums" -> report.sums();
            default -> throw new IllegalArgumentException("no kernel " + arguments[0]);
        }
    }

    private void product(boolean fast) {
        int tiles = size / SharedMemoryKernels.TILE;
        Launch launch = Launch.grid(tiles, tiles).block(SharedMemoryKernels.TILE, SharedMemoryKernels.TILE);
        float[] a = wholeFloats(size * size, 3);
        float[] b = wholeFloats(size * size, 5);
        try (GpuArray<float[]> x = gpu.upload(a);
                GpuArray<float[]> y = gpu.upload(b);
                GpuArray<float[]> z = gpu.allocate(float[].class, (long) size * size)) {
            Runnable body = fast
                    ? () -> SharedMemoryKernelsGpu.productFast(launch, size, x, y, z)
                    : () -> SharedMemoryKernelsGpu.product(launch, size, x, y, z);
            body.run();
            float[] c = new float[size * size];
            z.copyTo(c);
            for (int i = 0; i < c.length; i += size + 1) {
                float expected = 0;
                for (int k = 0; k < size; k++) {
                    expected += a[i / size * size + k] * b[k * size + i % size];
                }
                require(c[i] == expected, i);
            }
            tell(body);
        }
    }

    private void transpose() {
        int patches = size / SharedMemoryKernels.PATCH;
        Launch launch = Launch.grid(patches, patches).block(SharedMemoryKernels.PATCH, SharedMemoryKernels.PATCH_ROWS);
        float[] in = wholeFloats(size * size, 1021);
        try (GpuArray<float[]> x = gpu.upload(in);
                GpuArray<float[]> y = gpu.allocate(float[].class, (long) size * size)) {
            Runnable body = () -> SharedMemoryKernelsGpu.transpose(launch, size, x, y);
            body.run();
            float[] out = new float[size * size];
            y.copyTo(out);
            for (int i = 0; i < out.length; i++) {
                require(out[i] == in[i % size * size + i / size], i);
            }
            tell(body);
        }
    }

    private void histogram() {
        int[] in = new int[size];
        int[] expected = new int[SharedMemoryKernels.BINS];
        for (int i = 0; i < size; i++) {
            in[i] = ((i * 0x9E3779B9) >>> 8) % 4096;
            expected[in[i] & SharedMemoryKernels.BINS - 1]++;
        }
        try (GpuArray<int[]> x = gpu.upload(in);
                GpuArray<int[]> y = gpu.allocate(int[].class, SharedMemoryKernels.BINS)) {
            Launch launch = Launch.of(BLOCKS, THREADS);
            Runnable body = () -> SharedMemoryKernelsGpu.histogram(launch, x, y);
            body.run();
            int[] bins = new int[SharedMemoryKernels.BINS];
            y.copyTo(bins);
            for (int i = 0; i < bins.length; i++) {
                require(bins[i] == expected[i], i);
            }
            tell(body);
        }
    }

    private void sums() {
        float[] in = wholeFloats(size, 3);
        double expected = 0;
        for (float value : in) {
            expected += value;
        }
        try (GpuArray<float[]> x = gpu.upload(in);
                GpuArray<float[]> y = gpu.allocate(float[].class, BLOCKS)) {
            Launch launch = Launch.of(BLOCKS, THREADS);
            Runnable body = () -> SharedMemoryKernelsGpu.sums(launch, x, y);
            body.run();
            float[] out = new float[BLOCKS];
            y.copyTo(out);
            double sum = 0;
            for (float value : out) {
                sum += value;
            }
            require(sum == expected, 0);
            tell(body);
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
    private static void require(boolean right, int index) {
        if (!right) {
            throw new IllegalStateException("element " + index + " is wrong");
        }
    }

    private void tell(Runnable body) {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            List<Variant> variants = List.of(new Variant("gpukernel", body));
            double[] medians =
                    Variant.medians(variants, WARM_UPS, runs, variant -> variant.deviceMillis(gpu, start, end));
            System.out.println(new Measurement("gpukernel", size, "kernel_ms", medians[0]).line());
        }
    }
}
