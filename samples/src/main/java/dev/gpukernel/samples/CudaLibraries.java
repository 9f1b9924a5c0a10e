package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Launch;
import dev.gpukernel.cuda.CudaLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Libraries of CUDA, called by {@code java.lang.foreign}, and kernels of Java work on the same arrays. */
@Command(
        name = "cuda-libraries",
        description = "Calls cuFFT, cuRAND and cuBLAS between kernels and checks what they compute.")
final class CudaLibraries implements Sample {
    private static final int NUMBERS = 1 << 20;
    private static final int WAVES = 1000;
    private static final int ROWS = 256;
    private static final long SEED = 42;
    private static final double TOLERANCE = 1e-4;
    /** Five times the standard deviation of the mean of uniform numbers: seen once in millions of seeds. */
    private static final double TOLERANCE_OF_MEAN = 5 * Math.sqrt(1 / 12.0 / NUMBERS);

    @Option(
            names = "--libraries",
            paramLabel = "<folder>",
            description = "Where to look first, besides CUDA toolkits and the system's library path; may be repeated.")
    private List<Path> folders = new ArrayList<>();

    /** Made by picocli. */
    CudaLibraries() {}

    /** What one library computes, beside what is right. */
    private interface Part {
        double error(GpuStream stream);
    }

    @Override
    public Verdict run(Report report) {
        Verdict absence = Report.withoutCuda();
        if (absence != null) {
            return absence;
        }
        report.fact("device", Report.nameOf(Gpu.current()));
        List<String> failures = new ArrayList<>();
        try (GpuStream stream = Gpu.current().newStream()) {
            run("cuFFT", "a signal, and that of its spectrum", this::transform, TOLERANCE, stream, report, failures);
            run("cuRAND", "mean of random numbers", this::mean, TOLERANCE_OF_MEAN, stream, report, failures);
            run("cuBLAS", "product of matrices", this::product, TOLERANCE, stream, report, failures);
        }
        return failures.isEmpty()
                ? Verdict.ok("3 libraries and kernels agree on " + Report.nameOf(Gpu.current()))
                : Verdict.failed(String.join(System.lineSeparator(), failures));
    }

    /** One that is missing does not keep the others from being tried. */
    private static void run(
            String name,
            String what,
            Part part,
            double tolerance,
            GpuStream stream,
            Report report,
            List<String> failures) {
        try {
            double error = part.error(stream);
            report.fact(name, "%s: off by %.1e".formatted(what, error));
            if (!(error <= tolerance)) {
                failures.add("%s: %s is off by %s, which is more than %s".formatted(name, what, error, tolerance));
            }
        } catch (GpuException | NativeException e) {
            report.fact(name, "not used");
            failures.add(name + ": " + e.getMessage());
        }
    }

    private Path[] folders() {
        return folders.toArray(Path[]::new);
    }

    /** Transforms a signal and its spectrum, and divides by the length in a kernel. */
    private double transform(GpuStream stream) {
        float[] signal = new float[2 * NUMBERS];
        for (int i = 0; i < NUMBERS; i++) {
            signal[2 * i] = (float) Math.cos(2 * Math.PI * WAVES * i / NUMBERS);
        }
        try (CuFft cufft = new CuFft(CudaLibrary.find("cufft", folders()), NUMBERS, stream);
                GpuArray<float[]> device = Gpu.current().upload(signal);
                GpuArray<float[]> spectrum = Gpu.current().allocate(float[].class, 2 * NUMBERS);
                GpuArray<float[]> again = Gpu.current().allocate(float[].class, 2 * NUMBERS)) {
            cufft.forward(device, spectrum);
            cufft.inverse(spectrum, device);
            stream.run(() -> SaxpyKernelsGpu.saxpy(1f / NUMBERS, device, again));
            // All of a cosine is in two numbers of the spectrum.
            double error = Math.abs(spectrum.toHost()[2 * WAVES] / (NUMBERS / 2.0) - 1);
            return Math.max(error, largestDifference(again.toHost(), signal));
        }
    }

    /** Adds random numbers in a kernel. */
    private double mean(GpuStream stream) {
        float[] ones = new float[NUMBERS];
        Arrays.fill(ones, 1);
        try (CuRand curand = new CuRand(CudaLibrary.find("curand", folders()), SEED, stream);
                GpuArray<float[]> weights = Gpu.current().upload(ones);
                GpuArray<float[]> numbers = Gpu.current().allocate(float[].class, NUMBERS)) {
            curand.uniform(numbers);
            float sum = stream.call(() -> DotKernelsGpu.dot(numbers, weights));
            return Math.abs(sum / (double) NUMBERS - 0.5);
        }
    }

    /** Multiplies the same matrices in a kernel. */
    private double product(GpuStream stream) {
        SplittableRandom random = new SplittableRandom(SEED);
        int size = ROWS * ROWS;
        Launch launch = Launch.grid(ROWS / MatMulKernels.TILE, ROWS / MatMulKernels.TILE)
                .block(MatMulKernels.TILE, MatMulKernels.TILE);
        // libcublas asks the system for it by name alone, which finds one that is open already.
        CudaLibrary.find("cublasLt", folders());
        try (CuBlas cublas = new CuBlas(CudaLibrary.find("cublas", folders()), stream);
                GpuArray<float[]> a = Gpu.current().upload(InputOptions.floats(random, size));
                GpuArray<float[]> b = Gpu.current().upload(InputOptions.floats(random, size));
                GpuArray<float[]> c = Gpu.current().allocate(float[].class, size);
                GpuArray<float[]> own = Gpu.current().allocate(float[].class, size)) {
            cublas.product(a, b, c, ROWS);
            MatMulKernelsGpu.tiled(launch.on(stream), a, b, own, ROWS);
            return largestDifference(c.toHost(), own.toHost());
        }
    }

    private static double largestDifference(float[] a, float[] b) {
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            double difference = Math.abs((double) a[i] - b[i]);
            // Not the greater one, so that NaN is a difference.
            largest = difference <= largest ? largest : difference;
        }
        return largest;
    }
}
