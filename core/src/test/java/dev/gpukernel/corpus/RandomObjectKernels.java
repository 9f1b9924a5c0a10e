package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Grid;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The JDK's generators of random numbers, made of a seed by each iteration or thread. */
final class RandomObjectKernels {
    private RandomObjectKernels() {}

    /** A generator of the user's own: what it does not say, its interface does. */
    static final class Weyl implements RandomGenerator {
        private long state;

        Weyl(long seed) {
            state = seed;
        }

        @Override
        public long nextLong() {
            state += 0x9e3779b97f4a7c15L;
            return (state ^ state >>> 31) * 0xd1342543de82ef95L;
        }
    }

    /** A generator that counts what is asked of another one. */
    static final class Counting extends Random {
        private static final long serialVersionUID = 1;

        private int asked;

        Counting(long seed) {
            super(seed);
        }

        @Override
        protected int next(int bits) {
            asked++;
            return super.next(bits);
        }
    }

    @GpuKernel
    static void splittableInts(long seed, int[] bounds, int[] out) {
        for (int i = 0; i < out.length; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            out[i] = random.nextInt() ^ 31 * random.nextInt(bounds[i]) ^ 961 * random.nextInt(-bounds[i], bounds[i]);
        }
    }

    @GpuKernel
    static void splittableNumbers(long seed, double[] out) {
        int i = Grid.x();
        if (i < out.length) {
            SplittableRandom random = new SplittableRandom(seed * i);
            double sum = random.nextDouble() + random.nextDouble(3, 7) * random.nextDouble(9.5);
            out[i] = random.nextBoolean() ? sum + random.nextFloat() : sum - random.nextLong(i + 1L);
        }
    }

    @GpuKernel
    static void splits(long seed, int depth, long[] out) {
        for (int i = 0; i < out.length; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            long mixed = 0;
            for (int k = 0; k < depth; k++) {
                SplittableRandom other = random.split();
                mixed = 31 * mixed + (other.nextLong() ^ random.nextLong());
                random = k % 2 == 0 ? other : random;
            }
            out[i] = mixed;
        }
    }

    @GpuKernel
    static void splittableGaussians(long seed, double[] out) {
        for (int i = 0; i < out.length; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            out[i] = random.nextGaussian() + random.nextGaussian(3, 0.5) * random.nextExponential();
        }
    }

    @GpuKernel
    static void ofTheFirstKind(long seed, int[] bounds, int[] out) {
        for (int i = 0; i < out.length; i++) {
            Random random = new Random(seed + i);
            int mixed = random.nextInt() + 31 * random.nextInt(bounds[i]) + random.nextInt(1024);
            random.setSeed(mixed);
            out[i] = mixed ^ random.nextInt(-bounds[i], bounds[i]) ^ (int) random.nextLong();
        }
    }

    @GpuKernel
    static void numbersOfTheFirstKind(long seed, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Random random = new Random(seed - i);
            double sum = random.nextDouble() + random.nextFloat();
            out[i] = random.nextBoolean() ? sum : -sum;
        }
    }

    /** Gaussian numbers come in pairs. */
    @GpuKernel
    static void gaussiansOfTheFirstKind(long seed, int count, double[] out) {
        for (int i = 0; i < out.length; i++) {
            Random random = new Random(seed + i);
            double sum = 0;
            for (int k = 0; k < count; k++) {
                sum += random.nextGaussian();
            }
            out[i] = sum;
        }
    }

    /** A sum over all iterations, each with a generator of its own. */
    @GpuKernel
    static int hits(long seed, int n) {
        int hits = 0;
        for (int i = 0; i < n; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y < 1) {
                hits++;
            }
        }
        return hits;
    }

    /** One generator, in its order. */
    @GpuKernel
    static void oneAfterAnother(long seed, int[] out) {
        Random random = new Random(seed);
        for (@Sequential int i = 0; i < out.length; i++) {
            out[i] = random.nextInt(100) + 100 * random.nextInt(7);
        }
    }

    /** One generator whose state follows from the iteration's number. */
    @GpuKernel
    static void oneForAll(long seed, double[] out) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < out.length; i++) {
            out[i] = random.nextDouble() + random.nextInt();
        }
    }

    private static int dice(RandomGenerator random) {
        return random.nextInt(6) + random.nextInt(6) + 2;
    }

    @GpuKernel
    static void generatorsOfOnesOwn(long seed, int[] out) {
        for (int i = 0; i < out.length; i++) {
            Counting counting = new Counting(seed + i);
            int thrown = dice(counting);
            out[i] = thrown + 100 * dice(new Weyl(seed ^ i)) + 10_000 * counting.asked;
        }
    }

    /** A bound that is not positive. */
    @GpuKernel
    static void wrongBound(long seed, int[] bounds, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = new SplittableRandom(seed + i).nextInt(bounds[i]);
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("splittableInts", () -> List.of(7L, ints(60, 1, 1, 1_000_000), new int[60]));
        kernels.grid("splittableNumbers", 60, () -> List.of(-3L, new double[60]));
        kernels.loop("splits", () -> List.of(11L, 5, new long[50]));
        kernels.loop("splittableGaussians", () -> List.of(13L, new double[200]));
        kernels.loop("ofTheFirstKind", () -> List.of(17L, ints(60, 2, 1, 1_000_000), new int[60]));
        kernels.loop("numbersOfTheFirstKind", () -> List.of(19L, new double[60]));
        kernels.loop("gaussiansOfTheFirstKind", () -> List.of(23L, 5, new double[60]));
        kernels.loop("hits", () -> List.of(29L, 5000));
        kernels.loop("oneAfterAnother", () -> List.of(31L, new int[60]));
        kernels.loop("oneForAll", () -> List.of(33L, new double[60]));
        kernels.loop("generatorsOfOnesOwn", () -> List.of(37L, new int[60]));
        kernels.throwing(IllegalArgumentException.class)
                .loop("wrongBound", () -> List.of(41L, ints(60, 3, 0, 20), new int[60]));
    }
}
