package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Iterations as libraries write them that return what they compute: each makes new arrays of those of the last. */
final class StepMethods {
    private StepMethods() {}

    @GpuKernel
    static double[] diffuse(double[] now, int steps, double rate) {
        for (int step = 0; step < steps; step++) {
            double[] next = new double[now.length];
            for (int i = 1; i < now.length - 1; i++) {
                next[i] = now[i] + rate * (now[i - 1] - 2 * now[i] + now[i + 1]);
            }
            now = next;
        }
        return now;
    }

    @GpuKernel
    static double[][] spread(double[][] field, int steps, double rate) {
        int h = field.length;
        int w = h == 0 ? 0 : field[0].length;
        double[][] now = field;
        for (int step = 0; step < steps; step++) {
            double[][] next = new double[h][w];
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    double north = y == 0 ? now[y][x] : now[y - 1][x];
                    double south = y == h - 1 ? now[y][x] : now[y + 1][x];
                    double west = x == 0 ? now[y][x] : now[y][x - 1];
                    double east = x == w - 1 ? now[y][x] : now[y][x + 1];
                    next[y][x] = now[y][x] + rate * (north + south + west + east - 4 * now[y][x]);
                }
            }
            now = next;
        }
        return now;
    }

    private static boolean[][] next(boolean[][] cells) {
        boolean[][] next = new boolean[cells.length][cells[0].length];
        for (int y = 0; y < cells.length; y++) {
            for (int x = 0; x < cells[y].length; x++) {
                int neighbours = 0;
                for (int dy = -1; dy <= 1; dy++) {
                    for (int dx = -1; dx <= 1; dx++) {
                        int row = Math.floorMod(y + dy, cells.length);
                        int column = Math.floorMod(x + dx, cells[row].length);
                        if ((dy != 0 || dx != 0) && cells[row][column]) {
                            neighbours++;
                        }
                    }
                }
                next[y][x] = neighbours == 3 || (neighbours == 2 && cells[y][x]);
            }
        }
        return next;
    }

    @GpuKernel
    static boolean[][] generations(boolean[][] cells, int steps) {
        for (int step = 0; step < steps; step++) {
            cells = next(cells);
        }
        return cells;
    }

    @GpuKernel
    static double[] wave(double[] start, int steps, double rate) {
        double[] before = start;
        double[] now = start.clone();
        for (int step = 0; step < steps; step++) {
            double[] next = new double[start.length];
            for (int i = 1; i < start.length - 1; i++) {
                next[i] = 2 * now[i] - before[i] + rate * rate * (now[i - 1] - 2 * now[i] + now[i + 1]);
            }
            before = now;
            now = next;
        }
        return now;
    }

    private static double[][] multiply(double[][] a, double[][] b) {
        int n = a.length;
        double[][] product = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[i][k] * b[k][j];
                }
                product[i][j] = sum;
            }
        }
        return product;
    }

    /** By squaring. */
    @GpuKernel
    static double[][] power(double[][] matrix, int steps) {
        int n = matrix.length;
        double[][] result = new double[n][n];
        for (int i = 0; i < n; i++) {
            result[i][i] = 1;
        }
        double[][] square = matrix;
        for (int left = steps; left > 0; left >>= 1) {
            if ((left & 1) == 1) {
                result = multiply(result, square);
            }
            square = multiply(square, square);
        }
        return result;
    }

    @GpuKernel
    static double[] jacobi(double[][] a, double[] b, int steps) {
        int n = b.length;
        double[] x = new double[n];
        for (int step = 0; step < steps; step++) {
            double[] next = new double[n];
            for (int i = 0; i < n; i++) {
                double sum = b[i];
                for (int j = 0; j < n; j++) {
                    if (j != i) {
                        sum -= a[i][j] * x[j];
                    }
                }
                next[i] = sum / a[i][i];
            }
            x = next;
        }
        return x;
    }

    /** Power iteration. */
    @GpuKernel
    static double[] dominant(double[][] matrix, int steps) {
        int n = matrix.length;
        double[] vector = new double[n];
        Arrays.fill(vector, 1);
        for (int step = 0; step < steps; step++) {
            double[] product = new double[n];
            for (int i = 0; i < n; i++) {
                double sum = 0;
                for (int j = 0; j < n; j++) {
                    sum += matrix[i][j] * vector[j];
                }
                product[i] = sum;
            }
            double largest = 0;
            for (int i = 0; i < n; i++) {
                largest = Math.max(largest, Math.abs(product[i]));
            }
            vector = new double[n];
            for (int i = 0; i < n; i++) {
                vector[i] = product[i] / largest;
            }
        }
        return vector;
    }

    private static float[][] pass(float[][] image, int dy, int dx) {
        int height = image.length;
        int width = height == 0 ? 0 : image[0].length;
        float[][] result = new float[height][width];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int y0 = Math.max(0, y - dy);
                int y1 = Math.min(height - 1, y + dy);
                int x0 = Math.max(0, x - dx);
                int x1 = Math.min(width - 1, x + dx);
                result[y][x] = (image[y0][x0] + 2 * image[y][x] + image[y1][x1]) / 4;
            }
        }
        return result;
    }

    /** Binomial filters, one after another. */
    @GpuKernel
    static float[][] smooth(float[][] image, int steps) {
        float[][] result = image;
        for (int step = 0; step < steps; step++) {
            result = pass(pass(result, 0, 1), 1, 0);
        }
        return result;
    }

    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Flow(double[][] u, double[][] v) {}

    private static double around(double[][] a, int y, int x) {
        int above = Math.max(0, y - 1);
        int below = Math.min(a.length - 1, y + 1);
        int left = Math.max(0, x - 1);
        int right = Math.min(a[y].length - 1, x + 1);
        return (a[above][x] + a[below][x] + a[y][left] + a[y][right]) / 4;
    }

    /** Horn and Schunck, "Determining Optical Flow", 1981. */
    @GpuKernel
    static Flow opticalFlow(double[][] dx, double[][] dy, double[][] dt, double alpha, int steps) {
        int height = dx.length;
        int width = height == 0 ? 0 : dx[0].length;
        double[][] u = new double[height][width];
        double[][] v = new double[height][width];
        for (int step = 0; step < steps; step++) {
            double[][] nextU = new double[height][width];
            double[][] nextV = new double[height][width];
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    double meanU = around(u, y, x);
                    double meanV = around(v, y, x);
                    double gx = dx[y][x];
                    double gy = dy[y][x];
                    double change = (gx * meanU + gy * meanV + dt[y][x]) / (alpha * alpha + gx * gx + gy * gy);
                    nextU[y][x] = meanU - gx * change;
                    nextV[y][x] = meanV - gy * change;
                }
            }
            u = nextU;
            v = nextV;
        }
        return new Flow(u, v);
    }

    /** The top of a pyramid. */
    @GpuKernel
    static double[] coarsest(double[] samples, int limit) {
        double[] level = samples;
        while (level.length > limit) {
            double[] half = new double[level.length / 2];
            for (int i = 0; i < half.length; i++) {
                half[i] = (level[2 * i] + level[2 * i + 1]) / 2;
            }
            level = half;
        }
        return level;
    }

    @GpuKernel
    static long[] pascal(int n) {
        long[] row = {1};
        for (int i = 0; i < n; i++) {
            long[] next = new long[row.length + 1];
            next[0] = 1;
            next[row.length] = 1;
            for (int k = 1; k < row.length; k++) {
                next[k] = row[k - 1] + row[k];
            }
            row = next;
        }
        return row;
    }

    @GpuKernel
    static double[] polynomialPower(double[] coefficients, int steps) {
        double[] power = {1};
        for (int step = 0; step < steps; step++) {
            double[] product = new double[power.length + coefficients.length - 1];
            for (int k = 0; k < product.length; k++) {
                double sum = 0;
                for (int i = Math.max(0, k - coefficients.length + 1); i <= Math.min(k, power.length - 1); i++) {
                    sum += power[i] * coefficients[k - i];
                }
                product[k] = sum;
            }
            power = product;
        }
        return power;
    }

    /** Midpoint steps of van der Pol's oscillator for each start. */
    @GpuKernel
    static double[][] orbits(double[][] starts, int steps, double rate) {
        double[][] ends = new double[starts.length][2];
        for (int i = 0; i < starts.length; i++) {
            double[] state = {starts[i][0], starts[i][1]};
            for (int step = 0; step < steps; step++) {
                double[] middle = new double[2];
                middle[0] = state[0] + rate / 2 * state[1];
                middle[1] = state[1] + rate / 2 * ((1 - state[0] * state[0]) * state[1] - state[0]);
                double[] next = new double[2];
                next[0] = state[0] + rate * middle[1];
                next[1] = state[1] + rate * ((1 - middle[0] * middle[0]) * middle[1] - middle[0]);
                state = next;
            }
            ends[i][0] = state[0];
            ends[i][1] = state[1];
        }
        return ends;
    }

    /** Geometric walks with noise of a hash, all steps of one before the next. */
    @GpuKernel
    static double[] simulate(double[] prices, int steps, double volatility, int labels) {
        double[] now = prices;
        for (int step = 0; step < steps; step++) {
            double[] next = new double[now.length];
            for (int i = 0; i < now.length; i++) {
                int hash = (i * 31 + step) * 0x9E3779B9 + labels;
                hash ^= hash >>> 15;
                next[i] = now[i] * (1 + volatility * (hash % 1024) / 1024);
            }
            now = next;
        }
        return now;
    }

    /** Bellman, "On a Routing Problem", 1958: paths of one edge more in each step, until none is shorter. */
    @GpuKernel
    static int[] routes(int[][] costs, int steps) {
        int n = costs.length;
        int[] distances = new int[n];
        Arrays.fill(distances, 1_000_000);
        distances[0] = 0;
        boolean isChanged = true;
        for (int step = 0; isChanged && step < steps; step++) {
            int[] next = distances.clone();
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < n; i++) {
                    next[j] = Math.min(next[j], distances[i] + Math.abs(costs[i][j]));
                }
            }
            int changed = 0;
            for (int j = 0; j < n; j++) {
                if (next[j] != distances[j]) {
                    changed++;
                }
            }
            isChanged = changed > 0;
            distances = next;
        }
        return distances;
    }
}
