package dev.gpukernel.benchmarks;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.Launch;
import dev.gpukernel.cuda.CudaKernel;
import dev.gpukernel.cuda.CudaModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures a kernel of CUDA C that is compiled at run time, and the same kernel in Java: their times by the device's clock, and the cost of a launch.
 * Prints lines {@code name,size,metric,value}, as the program beside it in CUDA C does.
 */
public final class BlockSumsReport {
    private static final int WARM_UPS = 10;
    private static final int MODULUS = 1000;
    private static final double BYTES_PER_MILLI_OF_GB_PER_SECOND = 1e6;

    private final Gpu gpu = Gpu.current();
    private final CudaKernel raw;
    private final int size;
    private final int runs;
    private final int launches;

    private BlockSumsReport(String source, int size, int runs, int launches) {
        CudaModule module = CudaModule.compile(source);
        System.err.printf(
                "compiled in %d ms%s%n", module.compileTime().toMillis(), module.isCached() ? ", before" : "");
        this.raw = module.kernel("blockSums", int[].class, int[].class);
        this.size = size;
        this.runs = runs;
        this.launches = launches;
    }

    /**
     * Prints the report.
     *
     * @param arguments path of {@code block_sums.cuh}, number of elements, timed runs of the kernel, launches in a row
     * @throws IOException if the file cannot be read
     */
    public static void main(String... arguments) throws IOException {
        if (arguments.length != 4) {
            throw new IllegalArgumentException("arguments: file, size, runs, launches");
        }
        new BlockSumsReport(
                        Files.readString(Path.of(arguments[0])),
                        Integer.parseInt(arguments[1]),
                        Integer.parseInt(arguments[2]),
                        Integer.parseInt(arguments[3]))
                .print();
    }

    private void print() {
        int[] host = new int[size];
        for (int i = 0; i < size; i++) {
            host[i] = i % MODULUS;
        }
        int blocks = size / BlockSumsKernels.ELEMENTS;
        Launch whole = Launch.of(blocks, BlockSumsKernels.BLOCK);
        Launch tiny = Launch.of(1, BlockSumsKernels.BLOCK);
        try (GpuArray<int[]> in = gpu.upload(host);
                GpuArray<int[]> out = gpu.allocate(int[].class, blocks);
                GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            List<Variant> variants = variants(whole, in, out);
            for (Variant variant : variants) {
                out.copyFrom(new int[blocks]);
                variant.body().run();
                check(variant, host, out.toHost());
            }
            double[] medians =
                    Variant.medians(variants, WARM_UPS, runs, variant -> variant.deviceMillis(gpu, start, end));
            for (int i = 0; i < medians.length; i++) {
                String name = variants.get(i).name();
                tell(name, "kernel_ms", medians[i]);
                tell(
                        name,
                        "kernel_gb_per_s",
                        (double) Integer.BYTES * size / medians[i] / BYTES_PER_MILLI_OF_GB_PER_SECOND);
            }
            LaunchCost.tell(variants(tiny, in, out), launches, gpu, size);
        }
    }

    private List<Variant> variants(Launch launch, GpuArray<int[]> in, GpuArray<int[]> out) {
        return List.of(
                new Variant(
                        "gpukernel-raw",
                        () -> raw.call(launch)
                                .passGpuArray(in)
                                .passGpuArray(out)
                                .run()),
                new Variant("gpukernel", () -> BlockSumsKernelsGpu.blockSums(launch, in, out)));
    }

    /** A wrong result, however fast, is no result. */
    private static void check(Variant variant, int[] in, int[] out) {
        for (int block = 0; block < out.length; block++) {
            int sum = 0;
            for (int i = 0; i < BlockSumsKernels.ELEMENTS; i++) {
                sum += in[block * BlockSumsKernels.ELEMENTS + i];
            }
            if (out[block] != sum) {
                throw new IllegalStateException(
                        variant.name() + ": sum " + block + " is " + out[block] + ", but must be " + sum);
            }
        }
    }

    private void tell(String name, String metric, double value) {
        System.out.println(new Measurement(name, size, metric, value).line());
    }
}
