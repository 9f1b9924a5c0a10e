package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRun;
import java.time.Duration;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A simulation whose arrays of records stay on the device between its steps. */
@Command(
        name = "nbody",
        description = "Moves bodies that attract each other, all by all, and checks every position and velocity.")
final class NBody implements Sample {
    private static final float SECONDS = 0.01f;
    /** What it begins with, the CPU's resident arrays, the result, what plain Java makes of them, and what is made on the way. */
    private static final int COPIES = 6;
    /** In a body. */
    private static final int FLOATS = 7;

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
        HeapTooSmallException.check(COPIES, (long) Body.BYTES * size);
        Body[] bodies = Body.random(input.random(), size);
        report.fact("device", Report.nameOf(Gpu.current()));
        compile(report);
        Body[] actual = simulate(bodies, report);
        Body[] expected = bodies;
        Body[] next = new Body[size];
        for (int i = 0; i < steps; i++) {
            NBodyKernels.step(SECONDS, expected, next);
            Body[] before = expected;
            expected = next;
            next = before;
        }
        return check(actual, expected);
    }

    private static Verdict check(Body[] actual, Body[] expected) {
        int size = expected.length;
        return new BitCheck()
                .floats("x", size, i -> actual[i].x(), i -> expected[i].x())
                .floats("y", size, i -> actual[i].y(), i -> expected[i].y())
                .floats("z", size, i -> actual[i].z(), i -> expected[i].z())
                .floats("vx", size, i -> actual[i].vx(), i -> expected[i].vx())
                .floats("vy", size, i -> actual[i].vy(), i -> expected[i].vy())
                .floats("vz", size, i -> actual[i].vz(), i -> expected[i].vz())
                .verdict();
    }

    /** Runs the kernel on a single body, so that it is compiled when the clock starts. */
    private static void compile(Report report) {
        NBodyKernelsGpu.step(SECONDS, Body.random(new SplittableRandom(0), 1), new Body[1]);
        Duration compile = Kernel.of(NBodyKernels.class, "step")
                .lastRun()
                .map(KernelRun::compile)
                .orElse(Duration.ZERO);
        report.time("compile", compile);
    }

    /** {@return the bodies after all steps} */
    private Body[] simulate(Body[] bodies, Report report) {
        Gpu gpu = Gpu.current();
        long bytes = (long) FLOATS * Float.BYTES * bodies.length;
        long start = System.nanoTime();
        try (GpuArray<Body[]> one = gpu.upload(bodies);
                GpuArray<Body[]> other = gpu.upload(bodies)) {
            report.timeSince(start, "to device", 2 * bytes);
            timeSteps(gpu, report, step -> {
                boolean isEven = step % 2 == 0;
                NBodyKernelsGpu.step(SECONDS, isEven ? one : other, isEven ? other : one);
            });
            start = System.nanoTime();
            Body[] moved = (steps % 2 == 0 ? one : other).toHost();
            report.timeSince(start, "to host", bytes);
            return moved;
        }
    }

    private void timeSteps(Gpu gpu, Report report, IntConsumer step) {
        try (GpuEvent start = gpu.newEvent();
                GpuEvent end = gpu.newEvent()) {
            start.record(gpu.defaultStream());
            for (int i = 0; i < steps; i++) {
                step.accept(i);
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
