package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.Locale;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Adds two vectors: the smallest kernel there is. */
@Command(name = "vector-add", description = "Adds two vectors of random floats and checks every element of the sum.")
final class VectorAdd implements Sample {
    private static final int ARRAYS = 3;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 24);

    @Option(
            names = "--style",
            paramLabel = "<form>",
            description = "Form of the kernel: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Style style = Style.LOOP;

    @Option(names = "--resident", description = "Keep the vectors on the device and launch the kernel several times.")
    private boolean resident;

    /** Made by picocli. */
    VectorAdd() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed() + ", " + style + " kernel");
        long bytes = (long) Float.BYTES * size;
        HeapTooSmallException.check(copiesOnHeap() * ARRAYS, bytes);
        SplittableRandom random = input.random();
        float[] a = InputOptions.floats(random, size);
        float[] b = InputOptions.floats(random, size);
        float[] c = new float[size];
        report.fact("device", Report.nameOf(Gpu.current()));
        if (resident) {
            addResident(a, b, c, report);
        } else {
            report.launches(this::kernel, () -> add(a, b, c), ARRAYS * bytes);
        }
        return new BitCheck().floats("c", c, i -> a[i] + b[i]).verdict();
    }

    /** What is resident on the CPU lies in the heap once more. */
    private int copiesOnHeap() {
        return resident && Gpu.current().backend().equals("cpu") ? 2 : 1;
    }

    private void addResident(float[] a, float[] b, float[] c, Report report) {
        Gpu gpu = Gpu.current();
        long bytes = (long) Float.BYTES * c.length;
        long start = System.nanoTime();
        try (GpuArray<float[]> x = gpu.upload(a);
                GpuArray<float[]> y = gpu.upload(b);
                GpuArray<float[]> z = gpu.allocate(float[].class, c.length)) {
            report.timeSince(start, "upload", 2 * bytes);
            GpuTimer timer = GpuTimer.of(gpu, () -> add(x, y, z));
            kernel().lastRun().ifPresent(run -> report.time("compile", run.compile()));
            report.time("kernel", timer.medianMillis(), ARRAYS * bytes);
            start = System.nanoTime();
            z.copyTo(c);
            report.timeSince(start, "download", bytes);
        }
    }

    private void add(float[] a, float[] b, float[] c) {
        switch (style) {
            case LOOP -> VectorAddKernelsGpu.addLoop(a, b, c);
            case GRID -> VectorAddKernelsGpu.addGrid(Launch.covering(c.length), a, b, c);
        }
    }

    private void add(GpuArray<float[]> a, GpuArray<float[]> b, GpuArray<float[]> c) {
        switch (style) {
            case LOOP -> VectorAddKernelsGpu.addLoop(a, b, c);
            case GRID -> VectorAddKernelsGpu.addGrid(Launch.covering(c.length()), a, b, c);
        }
    }

    private Kernel kernel() {
        return Kernel.of(
                VectorAddKernels.class,
                switch (style) {
                    case LOOP -> "addLoop";
                    case GRID -> "addGrid";
                });
    }

    /** The two forms of a kernel. */
    enum Style {
        /** A plain loop. */
        LOOP,
        /** A body for one thread. */
        GRID;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
