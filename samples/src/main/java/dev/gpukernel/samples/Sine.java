package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The sine of {@link StrictMath}, which is Java code and so runs on a GPU as it is. */
@Command(
        name = "sine",
        description = "Takes the sine of doubles of every magnitude, of infinities and NaN, and checks every bit.")
final class Sine implements Sample {
    private static final int ARRAYS = 2;
    /** Those, and the result of plain Java. */
    private static final int ARRAYS_ON_HEAP = 3;
    /** Up to here nothing is subtracted from the argument. */
    private static final double EIGHTH_OF_A_TURN = Math.PI / 4;
    /** Up to here multiples of a quarter of a turn are subtracted; above, all digits of pi are needed. */
    private static final double FAR = (1 << 19) * Math.PI / 2;

    private static final double[] SPECIAL = {
        0.0,
        -0.0,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.MIN_VALUE,
        -Double.MIN_NORMAL,
        Double.MAX_VALUE,
        -Double.MAX_VALUE
    };

    @Mixin
    private final InputOptions input = new InputOptions(1 << 22);

    /** Made by picocli. */
    Sine() {}

    @Override
    public Verdict run(Report report) {
        int size = input.size();
        report.fact("input", size + " elements, seed " + input.seed());
        long bytes = (long) Double.BYTES * size;
        HeapTooSmallException.check(ARRAYS_ON_HEAP, bytes);
        double[] x = arguments(input.random(), size);
        double[] y = new double[size];
        report.fact("device", Report.nameOf(Gpu.current()));
        report.launches(() -> Kernel.of(SineKernels.class, "sine"), () -> SineKernelsGpu.sine(x, y), ARRAYS * bytes);
        double[] expected = new double[size];
        long start = System.nanoTime();
        SineKernels.sine(x, expected);
        report.timeSince(start, "plain Java", 0);
        report.fact(
                "why so long",
                "every bit is StrictMath's, and a fifth of the arguments is so large that it takes all digits of pi");
        return new BitCheck().doubles("y", y, i -> expected[i]).verdict();
    }

    static double[] arguments(SplittableRandom random, int size) {
        double[] result = new double[size];
        for (int i = 0; i < size; i++) {
            result[i] = argument(random);
        }
        return result;
    }

    private static double argument(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> SPECIAL[random.nextInt(SPECIAL.length)];
            case 1 -> random.nextDouble(-EIGHTH_OF_A_TURN, EIGHTH_OF_A_TURN);
            case 2 -> random.nextDouble(-100, 100);
            case 3 -> random.nextDouble(-FAR, FAR);
            default -> Double.longBitsToDouble(random.nextLong());
        };
    }
}
