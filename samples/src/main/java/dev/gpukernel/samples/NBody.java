package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRun;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A simulation whose arrays stay on the device between its steps. */
@Command(
        name = "nbody",
        description = "Moves bodies that attract each other, all by all, and checks every position and velocity.")
final class NBody implements Sample {
    private static final float SECONDS = 0.01f;
    /** The CPU's resident arrays, the result and what plain Java makes of them. */
    private static final int COPIES = 3;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 12);

    @Option(
            names = "--steps",
            paramLabel = "<n>",
            converter = Steps.class,
            description = "Number of steps, from 1 to " + Steps.MAX + " (default: ${DEFAULT-VALUE}).")
    private int steps = 8;

    /** Made by picocli. */
    NBody() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " bodies, seed " + input.seed() + ", " + steps + " steps");
        HeapTooSmallException.check(COPIES * Bodies.ARRAYS, (long) Float.BYTES * size);
        Bodies actual = Bodies.random(input.random(), size);
        Bodies expected = Bodies.random(input.random(), size);
        report.fact("device", Report.nameOf(Gpu.current()));
        compile(report);
        simulate(actual, report);
        for (int i = 0; i < steps; i++) {
            expected.step(SECONDS);
        }
        return new BitCheck()
                .floats("x", actual.x, i -> expected.x[i])
                .floats("y", actual.y, i -> expected.y[i])
                .floats("z", actual.z, i -> expected.z[i])
                .floats("vx", actual.vx, i -> expected.vx[i])
                .floats("vy", actual.vy, i -> expected.vy[i])
                .floats("vz", actual.vz, i -> expected.vz[i])
                .verdict();
    }

    /** Runs both kernels on a single body, so that they are compiled when the clock starts. */
    private static void compile(Report report) {
        Bodies one = Bodies.random(new SplittableRandom(0), 1);
        NBodyKernelsGpu.accelerate(SECONDS, one.mass, one.x, one.y, one.z, one.vx, one.vy, one.vz);
        NBodyKernelsGpu.move(SECONDS, one.x, one.y, one.z, one.vx, one.vy, one.vz);
        Duration compile = Stream.of("accelerate", "move")
                .flatMap(name -> Kernel.of(NBodyKernels.class, name).lastRun().stream())
                .map(KernelRun::compile)
                .reduce(Duration.ZERO, Duration::plus);
        report.time("compile", compile);
    }

    private void simulate(Bodies bodies, Report report) {
        Gpu gpu = Gpu.current();
        long bytes = (long) Float.BYTES * input.size();
        long start = System.nanoTime();
        try (GpuArray<float[]> mass = gpu.upload(bodies.mass);
                GpuArray<float[]> x = gpu.upload(bodies.x);
                GpuArray<float[]> y = gpu.upload(bodies.y);
                GpuArray<float[]> z = gpu.upload(bodies.z);
                GpuArray<float[]> vx = gpu.upload(bodies.vx);
                GpuArray<float[]> vy = gpu.upload(bodies.vy);
                GpuArray<float[]> vz = gpu.upload(bodies.vz)) {
            report.timeSince(start, "to device", Bodies.ARRAYS * bytes);
            timeSteps(gpu, report, () -> {
                NBodyKernelsGpu.accelerate(SECONDS, mass, x, y, z, vx, vy, vz);
                NBodyKernelsGpu.move(SECONDS, x, y, z, vx, vy, vz);
            });
            start = System.nanoTime();
            x.copyTo(bodies.x);
            y.copyTo(bodies.y);
            z.copyTo(bodies.z);
            vx.copyTo(bodies.vx);
            vy.copyTo(bodies.vy);
            vz.copyTo(bodies.vz);
            report.timeSince(start, "to host", (Bodies.ARRAYS - 1) * bytes);
        }
    }

    private void timeSteps(Gpu gpu, Report report, Runnable step) {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            start.record(gpu.defaultStream());
            for (int i = 0; i < steps; i++) {
                step.run();
            }
            end.record(gpu.defaultStream());
            double millis = end.millisSince(start);
            report.time("kernels", millis, 0);
            double pairs = (double) input.size() * input.size() * steps;
            report.fact("speed", String.format(Locale.ROOT, "%11.3f million pairs/s", pairs / millis / 1000));
        }
    }

    /** A number of steps. */
    static final class Steps implements ITypeConverter<Integer> {
        static final int MAX = 1_000_000;

        /** Called by picocli. */
        Steps() {}

        @Override
        public Integer convert(String text) {
            return new IntRange(1, MAX).parse(text);
        }
    }
}
