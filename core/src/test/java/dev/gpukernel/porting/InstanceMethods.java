package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Methods of objects as Java libraries have them: they read and write fields. */
@SuppressWarnings("UnusedVariable") // Fields are compared by what they hold.
final class InstanceMethods {
    private InstanceMethods() {}

    /** A matrix. */
    static final class Matrix {
        private final double[][] rows;

        Matrix(double[][] rows) {
            this.rows = rows;
        }

        @GpuKernel
        double[] times(double[] x) {
            double[] y = new double[rows.length];
            for (int i = 0; i < rows.length; i++) {
                if (rows[i].length != x.length) {
                    throw new IllegalArgumentException("a vector of another length: " + x.length);
                }
                double sum = 0;
                for (int j = 0; j < x.length; j++) {
                    sum += rows[i][j] * x[j];
                }
                y[i] = sum;
            }
            return y;
        }

        @GpuKernel
        void addTo(Matrix other, double factor) {
            for (int i = 0; i < rows.length; i++) {
                for (int j = 0; j < rows[i].length; j++) {
                    other.rows[i][j] += factor * rows[i][j];
                }
            }
        }

        @GpuKernel
        double norm() {
            double most = 0;
            for (double[] row : rows) {
                double sum = 0;
                for (double value : row) {
                    sum += Math.abs(value);
                }
                most = Math.max(most, sum);
            }
            return most;
        }
    }

    /** Counts, a number for each of some bins of one width. */
    static final class Histogram {
        private final int[] counts;
        private final double from;
        private final double width;
        private long total;
        private long outside;

        Histogram(int bins, double from, double to) {
            this.counts = new int[bins];
            this.from = from;
            this.width = (to - from) / bins;
        }

        private int bin(double value) {
            return (int) Math.floor((value - from) / width);
        }

        @GpuKernel
        void addAll(double[] values) {
            for (double value : values) {
                int bin = bin(value);
                if (bin >= 0 && bin < counts.length) {
                    counts[bin]++;
                } else {
                    outside++;
                }
            }
            total += values.length;
        }
    }

    /** Knows number, sum and extremes of all values so far. */
    static class Summary {
        private long count;
        private double sum;
        private double sumOfSquares;
        private double least = Double.POSITIVE_INFINITY;
        private double most = Double.NEGATIVE_INFINITY;

        void accept(double value) {
            count++;
            sum += value;
            sumOfSquares += value * value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        @GpuKernel
        void acceptAll(double[] values) {
            for (double value : values) {
                accept(value);
            }
        }

        @GpuKernel
        double deviation(double[] values) {
            acceptAll(values);
            if (count < 2) {
                throw new IllegalStateException("two values are needed");
            }
            double mean = sum / count;
            return Math.sqrt((sumOfSquares - count * mean * mean) / (count - 1));
        }
    }

    /** Particles in a box, with their walls. */
    static final class Particles {
        private final double[] x;
        private final double[] y;
        private final double[] dx;
        private final double[] dy;
        private final double size;
        private double time;
        private int bounces;

        Particles(double[] x, double[] y, double[] dx, double[] dy, double size) {
            this.x = x;
            this.y = y;
            this.dx = dx;
            this.dy = dy;
            this.size = size;
        }

        @GpuKernel
        void step(double dt) {
            if (dt <= 0) {
                throw new IllegalArgumentException("time goes on");
            }
            for (int i = 0; i < x.length; i++) {
                x[i] += dx[i] * dt;
                y[i] += dy[i] * dt;
                if (x[i] < 0 || x[i] > size) {
                    dx[i] = -dx[i];
                    bounces++;
                }
                if (y[i] < 0 || y[i] > size) {
                    dy[i] = -dy[i];
                    bounces++;
                }
            }
            time += dt;
        }

        @GpuKernel
        double energy() {
            double energy = 0;
            for (int i = 0; i < dx.length; i++) {
                energy += (dx[i] * dx[i] + dy[i] * dy[i]) / 2;
            }
            return energy;
        }
    }

    /** Conway's game of life on a torus. */
    static final class Life {
        private boolean[][] cells;
        private boolean[][] next;
        private int generation;

        Life(boolean[][] cells, boolean[][] next) {
            this.cells = cells;
            this.next = next;
        }

        private int neighbours(int row, int column) {
            int height = cells.length;
            int width = cells[0].length;
            int count = 0;
            for (int i = -1; i <= 1; i++) {
                for (int j = -1; j <= 1; j++) {
                    if ((i != 0 || j != 0) && cells[(row + i + height) % height][(column + j + width) % width]) {
                        count++;
                    }
                }
            }
            return count;
        }

        @GpuKernel
        void advance() {
            for (int i = 0; i < cells.length; i++) {
                for (int j = 0; j < cells[i].length; j++) {
                    int neighbours = neighbours(i, j);
                    next[i][j] = neighbours == 3 || (cells[i][j] && neighbours == 2);
                }
            }
            boolean[][] swap = cells;
            cells = next;
            next = swap;
            generation++;
        }

        @GpuKernel
        int population() {
            int count = 0;
            for (boolean[] row : cells) {
                for (boolean cell : row) {
                    count += cell ? 1 : 0;
                }
            }
            return count;
        }
    }

    /** What a layer does with a sum. */
    private interface Activation {
        double of(double sum);
    }

    private static final class Rectifier implements Activation {
        @Override
        public double of(double sum) {
            return Math.max(0, sum);
        }
    }

    /** A layer of a neural network. */
    static final class Layer {
        private final double[][] weights;
        private final double[] biases;
        private final Activation activation = new Rectifier();

        Layer(double[][] weights, double[] biases) {
            this.weights = weights;
            this.biases = biases;
        }

        @GpuKernel
        double[] forward(double[] input) {
            double[] output = new double[weights.length];
            for (int i = 0; i < output.length; i++) {
                double sum = biases[i];
                for (int j = 0; j < input.length; j++) {
                    sum += weights[i][j] * input[j];
                }
                output[i] = activation.of(sum);
            }
            return output;
        }

        @GpuKernel
        void train(double[] input, double[] error, double rate) {
            for (int i = 0; i < weights.length; i++) {
                for (int j = 0; j < input.length; j++) {
                    weights[i][j] -= rate * error[i] * input[j];
                }
                biases[i] -= rate * error[i];
            }
        }
    }

    /** A picture of colours, a row after the other. */
    static final class Picture {
        private final int[] pixels;
        private final int width;
        private final int height;

        Picture(int[] square) {
            this.pixels = square;
            this.width = (int) Math.sqrt(square.length);
            this.height = width;
        }

        private int pixel(int x, int y) {
            if (x < 0 || y < 0 || x >= width || y >= height) {
                throw new IndexOutOfBoundsException("beside the picture");
            }
            return pixels[y * width + x];
        }

        @GpuKernel
        int[] blurred() {
            int[] blurred = new int[pixels.length];
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    int red = 0;
                    int green = 0;
                    int blue = 0;
                    int count = 0;
                    for (int dy = -1; dy <= 1; dy++) {
                        for (int dx = -1; dx <= 1; dx++) {
                            int colour;
                            try {
                                colour = pixel(x + dx, y + dy);
                            } catch (IndexOutOfBoundsException e) {
                                continue;
                            }
                            red += (colour >> 16) & 0xFF;
                            green += (colour >> 8) & 0xFF;
                            blue += colour & 0xFF;
                            count++;
                        }
                    }
                    blurred[y * width + x] = (red / count) << 16 | (green / count) << 8 | (blue / count);
                }
            }
            return blurred;
        }

        @GpuKernel
        int[] part(int left, int top, int w, int h) {
            if (w < 0 || h < 0) {
                throw new IllegalArgumentException("a negative size");
            }
            int[] part = new int[w * h];
            for (int y = 0; y < h; y++) {
                for (int x = 0; x < w; x++) {
                    part[y * w + x] = pixel(left + x, top + y);
                }
            }
            return part;
        }
    }

    /** Bits, 64 to a word. */
    static final class Bits {
        private long[] words;

        Bits(long[] words) {
            this.words = words;
        }

        @GpuKernel
        int cardinality() {
            int count = 0;
            for (long word : words) {
                count += Long.bitCount(word);
            }
            return count;
        }

        @GpuKernel
        void or(Bits other) {
            if (other.words.length > words.length) {
                words = Arrays.copyOf(words, other.words.length);
            }
            for (int i = 0; i < other.words.length; i++) {
                words[i] |= other.words[i];
            }
        }

        @GpuKernel
        boolean intersects(Bits other) {
            for (int i = Math.min(words.length, other.words.length) - 1; i >= 0; i--) {
                if ((words[i] & other.words[i]) != 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Numbers in an array that grows. */
    static final class IntList {
        private int[] values;
        private int n;

        IntList(int[] values, int n) {
            this.values = values;
            this.n = n;
        }

        @GpuKernel
        void insert(int j, int value) {
            if (j < 0 || j > n) {
                throw new IndexOutOfBoundsException("no place " + j + " of " + n);
            }
            if (n == values.length) {
                values = Arrays.copyOf(values, n + (n >> 1) + 1);
            }
            System.arraycopy(values, j, values, j + 1, n - j);
            values[j] = value;
            n++;
        }

        @GpuKernel
        int remove(int j) {
            int removed = values[j];
            n--;
            System.arraycopy(values, j + 1, values, j, n - j);
            return removed;
        }
    }
}
