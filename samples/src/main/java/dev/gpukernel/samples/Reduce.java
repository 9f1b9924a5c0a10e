package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import java.util.Arrays;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** From many numbers to a few: threads, blocks and the grid in turn. */
@Command(name = "reduce", description = "Finds sum, least and greatest of random ints and checks them.")
final class Reduce implements Sample {
    private static final int THREADS = 256;
    /** Blocks for each multiprocessor, enough to keep it busy. */
    private static final int BLOCKS_EACH = 8;

    @Mixin
    private final InputOptions input = new InputOptions(1 << 22);

    /** Made by picocli. */
    Reduce() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed());
        long bytes = (long) Integer.BYTES * size;
        HeapTooSmallException.check(1, bytes);
        int[] in = ints(input.random(), size);
        Gpu gpu = Gpu.current();
        report.fact("device", Report.nameOf(gpu));
        long[] sum = new long[1];
        int[] extremes = new int[2];
        Launch launch = Launch.of(gpu.limits().multiprocessors() * BLOCKS_EACH, THREADS);
        report.launches(
                () -> Kernel.of(ReduceKernels.class, "reduce"),
                () -> {
                    sum[0] = 0;
                    extremes[0] = Integer.MAX_VALUE;
                    extremes[1] = Integer.MIN_VALUE;
                },
                () -> ReduceKernelsGpu.reduce(launch, in, sum, extremes),
                bytes);
        report.fact("sum", Long.toString(sum[0]));
        report.fact("least", Integer.toString(extremes[0]));
        report.fact("greatest", Integer.toString(extremes[1]));
        return check(in, sum[0], extremes);
    }

    private static Verdict check(int[] in, long sum, int[] extremes) {
        long expected = Arrays.stream(in).asLongStream().sum();
        if (sum != expected) {
            return Verdict.failed("sum is %d, but plain Java gives %d".formatted(sum, expected));
        }
        int least = Arrays.stream(in).reduce(Integer.MAX_VALUE, Math::min);
        int greatest = Arrays.stream(in).reduce(Integer.MIN_VALUE, Math::max);
        Verdict verdict = new BitCheck()
                .ints("extremes", extremes, i -> i == 0 ? least : greatest)
                .verdict();
        return verdict.passed()
                ? Verdict.ok("%d elements on %s have the sum and extremes of plain Java"
                        .formatted(in.length, Report.nameOf(Gpu.current())))
                : verdict;
    }

    private static int[] ints(SplittableRandom random, int size) {
        int[] result = new int[size];
        for (int i = 0; i < size; i++) {
            result[i] = random.nextInt();
        }
        return result;
    }
}
