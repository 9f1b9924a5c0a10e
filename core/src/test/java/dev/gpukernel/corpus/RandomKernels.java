package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Philox;
import java.util.List;

/** Monte Carlo methods, each thread with a generator of its own. */
final class RandomKernels {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private RandomKernels() {}

    /** Points in the quarter of the unit circle, drawn with the generator of {@code java.util.Random}. */
    @GpuKernel
    static void piByCongruence(long seed, int points, int[] hits) {
        int thread = Grid.x();
        if (thread >= hits.length) {
            return;
        }
        long state = (seed + thread ^ 0x5DEECE66DL) & (1L << 48) - 1;
        int inside = 0;
        for (int p = 0; p < points; p++) {
            state = state * 0x5DEECE66DL + 0xBL & (1L << 48) - 1;
            float x = (int) (state >>> 24) / (float) (1 << 24);
            state = state * 0x5DEECE66DL + 0xBL & (1L << 48) - 1;
            float y = (int) (state >>> 24) / (float) (1 << 24);
            inside += x * x + y * y <= 1 ? 1 : 0;
        }
        hits[thread] = inside;
    }

    private static int xorshift(int x) {
        x ^= x << 13;
        x ^= x >>> 17;
        return x ^ x << 5;
    }

    @GpuKernel
    static void piByXorshift(int[] seeds, int points, double[] estimates) {
        for (int i = 0; i < seeds.length; i++) {
            int state = seeds[i] | 1;
            int inside = 0;
            for (int p = 0; p < points; p++) {
                state = xorshift(state);
                double x = (state >>> 1) * 0x1p-31;
                state = xorshift(state);
                double y = (state >>> 1) * 0x1p-31;
                if (x * x + y * y < 1.0) {
                    inside++;
                }
            }
            estimates[i] = 4.0 * inside / points;
        }
    }

    @GpuKernel
    static void permutedCongruential(long[] states, long increment, int draws, int[] out) {
        for (int i = 0; i < out.length; i++) {
            long state = states[i];
            int mixed = 0;
            for (int d = 0; d < draws; d++) {
                long old = state;
                state = old * 6364136223846793005L + (increment | 1);
                int shifted = (int) ((old >>> 18 ^ old) >>> 27);
                mixed += Integer.rotateRight(shifted, (int) (old >>> 59));
            }
            out[i] = mixed;
            states[i] = state;
        }
    }

    private static long splitMix(long z) {
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    @GpuKernel
    static void splitMixStream(long seed, long[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = splitMix(seed + (i + 1) * GOLDEN_GAMMA);
        }
    }

    /** Normally distributed numbers by the method of Box and Muller. */
    @GpuKernel
    static void boxMuller(long seed, double[] cosines, double[] sines) {
        for (int i = 0; i < cosines.length; i++) {
            double u = ((splitMix(seed + 2L * i) >>> 11) + 1) * 0x1p-53;
            double v = (splitMix(seed + 2L * i + 1) >>> 11) * 0x1p-53;
            double radius = StrictMath.sqrt(-2 * StrictMath.log(u));
            cosines[i] = radius * StrictMath.cos(2 * Math.PI * v);
            sines[i] = radius * StrictMath.sin(2 * Math.PI * v);
        }
    }

    /** The state of xoroshiro128+. */
    record Xoroshiro(long s0, long s1) {
        long sum() {
            return s0 + s1;
        }

        Xoroshiro next() {
            long mixed = s0 ^ s1;
            return new Xoroshiro(Long.rotateLeft(s0, 24) ^ mixed ^ mixed << 16, Long.rotateLeft(mixed, 37));
        }
    }

    @GpuKernel
    static void randomWalk(long seed, int steps, int[] x, int[] y) {
        int i = Grid.x();
        if (i >= x.length) {
            return;
        }
        Xoroshiro generator = new Xoroshiro(splitMix(seed + i), splitMix(~seed - i));
        int px = 0;
        int py = 0;
        for (int s = 0; s < steps; s++) {
            switch ((int) (generator.sum() >>> 62)) {
                case 0 -> px++;
                case 1 -> px--;
                case 2 -> py++;
                default -> py--;
            }
            generator = generator.next();
        }
        x[i] = px;
        y[i] = py;
    }

    /** Shuffles the numbers 0 to 51, one deck for each thread. */
    @GpuKernel
    static void shuffleDeck(long[] seeds, byte[] decks) {
        int i = Grid.x();
        if (i < seeds.length) {
            byte[] deck = new byte[52];
            for (int card = 0; card < 52; card++) {
                deck[card] = (byte) card;
            }
            for (int card = 51; card > 0; card--) {
                int other = (int) Long.remainderUnsigned(splitMix(seeds[i] + card), card + 1);
                byte kept = deck[card];
                deck[card] = deck[other];
                deck[other] = kept;
            }
            for (int card = 0; card < 52; card++) {
                decks[i * 52 + card] = deck[card];
            }
        }
    }

    /** Four elements an iteration, which are stored at once where they begin at a multiple of 16 bytes. */
    @GpuKernel
    static void philoxWords(long seed, long stream, int[] x) {
        for (int i = 0; i < x.length / 4; i++) {
            Philox.Words words = Philox.words(seed, stream, i);
            x[4 * i] = words.first();
            x[4 * i + 1] = words.second();
            x[4 * i + 2] = words.third();
            x[4 * i + 3] = words.fourth();
        }
    }

    @GpuKernel
    static void philoxUniform(long seed, float[] x, double[] y) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Philox.uniformFloat(seed, i);
            y[i] = Philox.uniform(seed, i);
        }
    }

    @GpuKernel
    static void philoxDistributions(long seed, double[] normal, double[] exponential) {
        int i = Grid.x();
        if (i < normal.length) {
            normal[i] = Philox.normal(seed, i);
            exponential[i] = Philox.exponential(seed, i);
        }
    }

    @GpuKernel
    static void philoxShuffle(long seed, float[] sorted, float[] shuffled) {
        for (int i = 0; i < sorted.length; i++) {
            shuffled[i] = sorted[Philox.permuted(seed, sorted.length, i)];
        }
    }

    @GpuKernel
    static double philoxPi(long seed, int points) {
        int inside = 0;
        for (int i = 0; i < points; i++) {
            Philox.Words words = Philox.words(seed, 0, i);
            double x = words.first() * 0x1p-31;
            double y = words.third() * 0x1p-31;
            inside += x * x + y * y < 1 ? 1 : 0;
        }
        return 4.0 * inside / points;
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("piByCongruence", 50, () -> List.of(42L, 40, new int[50]));
        kernels.loop("piByXorshift", () -> List.of(Seeded.ints(50, 1), 40, new double[50]));
        kernels.loop("permutedCongruential", () -> List.of(longs(50, 2), 54L, 20, new int[50]));
        kernels.loop("splitMixStream", () -> List.of(1234567L, new long[200]));
        kernels.loop("boxMuller", () -> List.of(-7L, new double[50], new double[50]));
        kernels.grid("randomWalk", 50, () -> List.of(99L, 50, new int[50], new int[50]));
        kernels.loop("philoxWords", () -> List.of(5L, 6L, new int[203]));
        kernels.loop("philoxUniform", () -> List.of(-1L, new float[77], new double[77]));
        kernels.grid("philoxDistributions", 60, () -> List.of(17L, new double[60], new double[60]));
        kernels.loop("philoxShuffle", () -> List.of(3L, Seeded.floats(70, 4, 0, 1), new float[70]));
        kernels.loop("philoxPi", () -> List.of(8L, 3000));
        kernels.grid("shuffleDeck", 20, () -> List.of(longs(20, 3), new byte[20 * 52]));
    }
}
