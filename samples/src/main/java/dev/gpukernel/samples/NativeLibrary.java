package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A library that nvcc made works on an array between two kernels of Java, on their stream. */
@Command(
        name = "native-library",
        description = "Calls functions of a library made by nvcc on an array of the GPU and checks every element.")
final class NativeLibrary implements Sample {
    private static final int ARRAYS = 3;
    private static final int GREETINGS = 4;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 20);

    @Option(
            names = "--library",
            paramLabel = "<file>",
            description = "The library: nvcc -shared -Xcompiler -fPIC -arch=native -o libscaling.so scaling.cu")
    private @Nullable Path library;

    @Option(
            names = "--factor",
            paramLabel = "<a>",
            description = "What the library multiplies by (default: ${DEFAULT-VALUE}).")
    private float factor = 2.5f;

    /** Made by picocli. */
    NativeLibrary() {}

    @Override
    public Verdict run(Report report) {
        if (library == null) {
            return Verdict.failed("make the library of samples/src/main/resources/dev/gpukernel/samples/scaling.cu by"
                    + " 'nvcc -shared -Xcompiler -fPIC -arch=native -o libscaling.so scaling.cu' and pass --library"
                    + " libscaling.so");
        }
        ScalingLibrary scaling = new ScalingLibrary(library);
        report.fact("library", library.toString());
        Verdict absence = Report.withoutCuda();
        return absence != null ? absence : run(scaling, report);
    }

    private Verdict run(ScalingLibrary scaling, Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed() + ", factor " + factor);
        HeapTooSmallException.check(ARRAYS, (long) Float.BYTES * size);
        SplittableRandom random = input.random();
        float[] x = InputOptions.floats(random, size);
        float[] y = InputOptions.floats(random, size);
        float[] result;
        try (GpuStream stream = Gpu.current().newStream();
                GpuArray<float[]> deviceX = Gpu.current().upload(x);
                GpuArray<float[]> deviceY = Gpu.current().upload(y)) {
            scaling.hello(GREETINGS, stream);
            // Nothing here waits: the arrays say what comes after what.
            stream.run(() -> SaxpyKernelsGpu.saxpy(1, deviceX, deviceY));
            scaling.scale(deviceY, factor, stream);
            stream.run(() -> SaxpyKernelsGpu.saxpy(1, deviceX, deviceY));
            result = deviceY.toHost();
        }
        return new BitCheck()
                .floats("y", result, i -> x[i] + (x[i] + y[i]) * factor)
                .verdict();
    }
}
