package com.acme.cost;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;
import dev.gpukernel.device.Grid;

/** Kernels of one part. */
public final class Ops {
    private static final float[] WEIGHTS = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

    record Point(float x, float y) {
        Point plus(Point other) {
            return new Point(x + other.x, y + other.y);
        }

        float norm() {
            return x * x + y * y;
        }
    }

    private Ops() {}

    private static int clamp(int i, int length) {
        return i < 0 ? 0 : i >= length ? length - 1 : i;
    }

    /** Adds weighted arrays, within limits. */
    @GpuKernel
    public static void blend(float alpha, float[] x, float[] y, float low, float high) {
        for (int i = 0; i < y.length; i++) {
            float value = alpha * x[i] + (1 - alpha) * y[i];
            if (value < low) {
                value = low;
            } else if (value > high) {
                value = high;
            }
            y[i] = value;
        }
    }

    /** A filter of five taps; ends repeat. */
    @GpuKernel
    public static void smooth(float[] in, float[] out) {
        for (int i = 0; i < out.length; i++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++) {
                int at = clamp(i + k, in.length);
                sum += WEIGHTS[k + 2] * in[at];
            }
            out[i] = sum;
        }
    }

    /**
     * Counts steps until a point escapes.
     *
     * @param width points in a row
     * @param limit most steps
     * @param counts the result
     */
    @GpuKernel
    public static void escape(int width, int limit, int[] counts) {
        int index = Grid.x();
        if (index >= counts.length) {
            return;
        }
        double cr = index % width * 3.0 / width - 2;
        double ci = index / width * 2.0 / width - 1;
        double zr = 0;
        double zi = 0;
        int n = 0;
        while (n < limit && zr * zr + zi * zi < 4) {
            double t = zr * zr - zi * zi + cr;
            zi = 2 * zr * zi + ci;
            zr = t;
            n++;
        }
        counts[index] = n;
    }

    @GpuKernel
    static void matrixProduct(int n, float[] a, float[] b, float[] c) {
        for (@Parallel int row = 0; row < n; row++) {
            for (int column = 0; column < n; column++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[row * n + k] * b[k * n + column];
                }
                c[row * n + column] = sum;
            }
        }
    }

    @GpuKernel
    static void hash(byte[] text, int length, long[] hashes) {
        for (int i = 0; i < hashes.length; i++) {
            long hash = 0xcbf29ce484222325L;
            for (int k = 0; k < length; k++) {
                hash ^= text[i * length + k] & 0xff;
                hash *= 0x100000001b3L;
            }
            hash ^= hash >>> 33;
            hashes[i] = hash;
        }
    }

    /** Moves points by an offset and keeps those that are far away. */
    @GpuKernel
    static void move(Point offset, float[] xs, float[] ys, boolean[] far) {
        for (int i = 0; i < xs.length; i++) {
            Point point = new Point(xs[i], ys[i]).plus(offset);
            xs[i] = point.x();
            ys[i] = point.y();
            far[i] = point.norm() > 100;
            if (far[i]) {
                xs[i] = 0;
                ys[i] = 0;
            }
        }
    }

    @GpuKernel
    static void classify(int[] values, byte[] kinds) {
        int i = Grid.x();
        if (i >= values.length) {
            return;
        }
        int value = values[i];
        kinds[i] = switch (value & 7) {
            case 0, 1 -> 1;
            case 2 -> (byte) (value > 100 ? 2 : 3);
            case 5 -> 4;
            default -> 0;
        };
    }

    /** Steps of a particle; none may leave the box. */
    @GpuKernel
    static void bounce(double dt, int steps, double[] position, double[] speed) {
        for (int i = 0; i < position.length; i++) {
            double p = position[i];
            double v = speed[i];
            for (int s = 0; s < steps; s++) {
                p += v * dt;
                if (p < 0 || p > 1) {
                    v = -v;
                    p = Math.max(0, Math.min(1, p));
                }
            }
            position[i] = p;
            speed[i] = v;
        }
    }

    @GpuKernel
    static void transposed(int rows, int columns, int[] in, int[] out) {
        int row = Grid.y();
        int column = Grid.x();
        if (row < rows && column < columns) {
            int from = row * columns + column;
            int to = column * rows + row;
            if (from >= in.length || to >= out.length) {
                throw new IllegalStateException("the matrix is too small");
            }
            out[to] = in[from];
        }
    }

    /** Days since 1970 as year, month and day. */
    @GpuKernel
    static void dates(int[] days, int[] yearMonthDay) {
        for (int i = 0; i < days.length; i++) {
            int z = days[i] + 719468;
            int era = Math.floorDiv(z, 146097);
            int doe = z - era * 146097;
            int yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
            int doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
            int mp = (5 * doy + 2) / 153;
            int month = mp < 10 ? mp + 3 : mp - 9;
            int year = yoe + era * 400 + (month <= 2 ? 1 : 0);
            yearMonthDay[i] = year * 10000 + month * 100 + doy - (153 * mp + 2) / 5 + 1;
        }
    }
}
