package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;

/** Simulations and numbers of finance as Java programs have them. */
final class SimulationMethods {
    private SimulationMethods() {}

    /** Each cell takes from the side that its flow comes from. */
    @GpuKernel
    static double[] upwind(double[] flow, double[] west, double[] east) {
        double[] taken = new double[flow.length];
        for (int i = 0; i < flow.length; i++) {
            double[] from = flow[i] > 0 ? west : east;
            taken[i] = flow[i] * from[i];
        }
        return taken;
    }

    @GpuKernel
    static double[] heat(double[] start, int steps, double rate) {
        int n = start.length;
        double[] now = start.clone();
        double[] next = start.clone();
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < n - 1; i++) {
                next[i] = now[i] + rate * (now[i - 1] - 2 * now[i] + now[i + 1]);
            }
            double[] swap = now;
            now = next;
            next = swap;
        }
        return now;
    }

    @GpuKernel
    static void relax(double[][] now, double[][] next, int steps) {
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < now.length - 1; i++) {
                for (int j = 1; j < now[0].length - 1; j++) {
                    next[i][j] = 0.25 * (now[i - 1][j] + now[i + 1][j] + now[i][j - 1] + now[i][j + 1]);
                }
            }
            for (int i = 1; i < now.length - 1; i++) {
                for (int j = 1; j < now[0].length - 1; j++) {
                    now[i][j] = next[i][j];
                }
            }
        }
    }

    @GpuKernel
    static void move(double[][] positions, double[][] speeds, double[] masses, double time) {
        int n = positions.length;
        for (int i = 0; i < n; i++) {
            double ax = 0;
            double ay = 0;
            for (int j = 0; j < n; j++) {
                double dx = positions[j][0] - positions[i][0];
                double dy = positions[j][1] - positions[i][1];
                double distance = Math.sqrt(dx * dx + dy * dy + 0.01);
                double pull = masses[j] / (distance * distance * distance);
                ax += pull * dx;
                ay += pull * dy;
            }
            speeds[i][0] += ax * time;
            speeds[i][1] += ay * time;
        }
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 2; k++) {
                positions[i][k] += speeds[i][k] * time;
            }
        }
    }

    @GpuKernel
    static double binomial(double price, double strike, double up, double down, double chance, int steps) {
        double[] values = new double[steps + 1];
        for (int i = 0; i <= steps; i++) {
            double end = price * Math.pow(up, steps - i) * Math.pow(down, i);
            values[i] = Math.max(0, end - strike);
        }
        double[] before = new double[steps + 1];
        for (int step = steps - 1; step >= 0; step--) {
            for (int i = 0; i <= step; i++) {
                before[i] = chance * values[i] + (1 - chance) * values[i + 1];
            }
            double[] swap = values;
            values = before;
            before = swap;
        }
        return values[0];
    }

    @GpuKernel
    static double[] payments(double[] loans, double rate, int months) {
        if (months <= 0) {
            throw new IllegalArgumentException("no months");
        }
        double[] result = new double[loans.length];
        for (int i = 0; i < loans.length; i++) {
            double factor = Math.pow(1 + rate, months);
            result[i] = loans[i] * rate * factor / (factor - 1);
        }
        return result;
    }

    @GpuKernel
    static int[] collatz(int n) {
        int[] steps = new int[n];
        for (int i = 1; i < n; i++) {
            long value = i;
            int count = 0;
            while (value != 1) {
                value = (value & 1) == 0 ? value / 2 : 3 * value + 1;
                count++;
            }
            steps[i] = count;
        }
        return steps;
    }

    @GpuKernel
    static int[][] mandelbrot(int width, int height, int limit) {
        int[][] counts = new int[height][width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                double cr = 3.0 * x / width - 2;
                double ci = 2.0 * y / height - 1;
                double zr = 0;
                double zi = 0;
                int n = 0;
                while (n < limit && zr * zr + zi * zi < 4) {
                    double t = zr * zr - zi * zi + cr;
                    zi = 2 * zr * zi + ci;
                    zr = t;
                    n++;
                }
                counts[y][x] = n;
            }
        }
        return counts;
    }
}
