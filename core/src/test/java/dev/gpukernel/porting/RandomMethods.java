package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Philox;
import java.util.Random;
import java.util.SplittableRandom;

/** Methods that draw random numbers, as Java programs have them: with a generator for each trial. */
final class RandomMethods {
    private RandomMethods() {}

    @GpuKernel
    static int insideCircle(long seed, int trials) {
        int inside = 0;
        for (int i = 0; i < trials; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y < 1) {
                inside++;
            }
        }
        return inside;
    }

    @GpuKernel
    static int[] throwDice(long seed, int trials, int dice) {
        if (dice < 0) {
            throw new IllegalArgumentException("fewer than no dice");
        }
        int[] counts = new int[6 * dice + 1];
        for (int i = 0; i < trials; i++) {
            Random random = new Random(seed ^ i);
            int sum = 0;
            for (int die = 0; die < dice; die++) {
                sum += 1 + random.nextInt(6);
            }
            counts[sum]++;
        }
        return counts;
    }

    @GpuKernel
    static double[] walks(long seed, int n, int steps) {
        double[] ends = new double[n];
        for (int i = 0; i < n; i++) {
            Random random = new Random(seed + i);
            double position = 0;
            for (int step = 0; step < steps; step++) {
                position += random.nextGaussian();
            }
            ends[i] = position;
        }
        return ends;
    }

    @GpuKernel
    static double[] bootstrap(double[] sample, long seed, int n) {
        double[] means = new double[n];
        for (int i = 0; i < n; i++) {
            SplittableRandom random = new SplittableRandom(seed + 31L * i);
            double sum = 0;
            for (int k = 0; k < sample.length; k++) {
                sum += sample[random.nextInt(sample.length)];
            }
            means[i] = sum / sample.length;
        }
        return means;
    }

    @GpuKernel
    static int[] shuffled(int[] values, long seed) {
        int[] shuffled = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            shuffled[i] = values[Philox.permuted(seed, values.length, i)];
        }
        return shuffled;
    }

    @GpuKernel
    static double[][] noise(double[][] image, long seed, double strength) {
        double[][] noisy = new double[image.length][image[0].length];
        for (int i = 0; i < image.length; i++) {
            for (int j = 0; j < image[i].length; j++) {
                noisy[i][j] = image[i][j] + strength * (Philox.uniform(seed, i * image[i].length + j) - 0.5);
            }
        }
        return noisy;
    }

    /** By rejection: points on a disc. */
    @GpuKernel
    static double[][] disc(long seed, int n) {
        double[][] points = new double[n][2];
        for (int i = 0; i < n; i++) {
            SplittableRandom random = new SplittableRandom(seed * n + i);
            double x;
            double y;
            do {
                x = random.nextDouble(-1, 1);
                y = random.nextDouble(-1, 1);
            } while (x * x + y * y > 1);
            points[i][0] = x;
            points[i][1] = y;
        }
        return points;
    }
}
