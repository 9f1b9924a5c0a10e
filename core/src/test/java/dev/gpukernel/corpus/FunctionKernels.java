package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;
import dev.gpukernel.device.Grid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Kernels that call large methods often, so that these become functions of their own. */
final class FunctionKernels {
    private FunctionKernels() {}

    /** A square wave from its first eight harmonics. */
    @GpuKernel
    static void squareWave(double[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            double t = x[i];
            out[i] = StrictMath.sin(t)
                    + StrictMath.sin(3 * t) / 3
                    + StrictMath.sin(5 * t) / 5
                    + StrictMath.sin(7 * t) / 7
                    + StrictMath.sin(9 * t) / 9
                    + StrictMath.sin(11 * t) / 11
                    + StrictMath.sin(13 * t) / 13
                    + StrictMath.sin(15 * t) / 15;
        }
    }

    /** Generalised means, one call nested in another. */
    @GpuKernel
    static void powerMeans(double[] a, double[] b, double p, double[] out) {
        int i = Grid.x();
        if (i < out.length) {
            double mean = StrictMath.pow((StrictMath.pow(a[i], p) + StrictMath.pow(b[i], p)) / 2, 1 / p);
            out[i] = StrictMath.pow(mean, StrictMath.pow(a[i], 0.25));
        }
    }

    /** A bucket's weight by a rational function, after checks of many kinds; large on purpose. */
    private static double weigh(int[] table, int index, int divisor, double scale) {
        if (scale < 0) {
            throw new IllegalArgumentException("scale of " + index + ": " + scale);
        }
        int bucket = table[index] / divisor;
        if (bucket == 77) {
            throw new IllegalStateException("bucket 77");
        }
        double x = bucket * scale;
        double numerator = 1.5;
        double denominator = 1;
        for (int k = 1; k <= 3; k++) {
            numerator = numerator * x + k * 0.25;
            denominator = denominator * x * x + k * 0.5;
            numerator = numerator > 1e6 ? numerator * 1e-6 : numerator;
            denominator = denominator > 1e6 ? denominator * 1e-6 : denominator;
            numerator = numerator < -1e6 ? numerator * 1e-6 : numerator;
        }
        double low = Math.min(numerator, denominator) - 0.125 * (numerator + denominator);
        double high = Math.max(numerator, denominator) + 0.125 * (numerator - denominator);
        double blend = (bucket & 1) == 0 ? low * 0.75 + high * 0.25 : low * 0.25 + high * 0.75;
        blend += (bucket & 2) == 0 ? low * 0.0625 : high * 0.0625;
        blend -= (bucket & 4) == 0 ? low * 0.03125 : high * 0.03125;
        blend += (bucket & 8) == 0 ? low * 0.015625 : high * 0.015625;
        blend -= (bucket & 16) == 0 ? low * 0.0078125 : high * 0.0078125;
        blend += (bucket & 32) == 0 ? low * 0.00390625 : high * 0.00390625;
        return blend / (1 + Math.abs(x) + Math.abs(denominator));
    }

    /** One call deeper. */
    private static double weighPair(int[] table, int index, int divisor, double scale) {
        return weigh(table, index, divisor, scale) + weigh(table, index + 1, divisor - 1, scale + 0.5);
    }

    private static double weighAll(int[] table, int[] index, int[] divisors, double scale, int i) {
        double sum = weigh(table, index[i], divisors[i] + 1, scale);
        sum += weighPair(table, index[i] + 2, divisors[i] + 2, scale + 1);
        return sum + weighPair(table, index[i] + 5, divisors[i] + 4, scale + 2);
    }

    @GpuKernel
    static void weights(int[] table, int[] index, int[] divisors, double scale, double[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = weighAll(table, index, divisors, scale, i);
        }
    }

    @GpuKernel
    static void weightsOutOfRange(int[] table, int[] index, int[] divisors, double scale, double[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = weighAll(table, index, divisors, scale, i);
        }
    }

    @GpuKernel
    static void weightsByZero(int[] table, int[] index, int[] divisors, double scale, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = weighAll(table, index, divisors, scale, i);
        }
    }

    @GpuKernel
    static void weightsOfNegativeScale(int[] table, int[] index, int[] divisors, double scale, double[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = weighAll(table, index, divisors, scale - i, i);
        }
    }

    /** A point and its velocity. */
    record Body(double x, double y, double vx, double vy) {
        /** A step of the leapfrog method around a fixed sun, its radius softened. */
        Body step(double[] masses, int sun, double dt) {
            double halfX = x + vx * dt * 0.5;
            double halfY = y + vy * dt * 0.5;
            double square = halfX * halfX + halfY * halfY + 0.01;
            double force = masses[sun] / (square * Math.sqrt(square));
            double nextVx = vx - halfX * force * dt;
            double nextVy = vy - halfY * force * dt;
            double drag = 1 / (1 + 1e-3 * dt * Math.sqrt(nextVx * nextVx + nextVy * nextVy));
            nextVx = nextVx * drag + 1e-4 * Math.rint(nextVy * 4);
            nextVy = nextVy * drag - 1e-4 * Math.rint(nextVx * 4);
            double nextX = halfX + nextVx * dt * 0.5;
            double nextY = halfY + nextVy * dt * 0.5;
            double tide = 1e-5 * (nextX * nextVy - nextY * nextVx);
            nextVx += tide * (nextX > 0 ? 1 : -1) * (nextY > 0 ? 0.5 : 0.25);
            nextVy -= tide * (nextY > 0 ? 1 : -1) * (nextX > 0 ? 0.5 : 0.25);
            double limit = 1e3;
            nextX = nextX > limit ? limit - (nextX - limit) : nextX < -limit ? -limit - (nextX + limit) : nextX;
            nextY = nextY > limit ? limit - (nextY - limit) : nextY < -limit ? -limit - (nextY + limit) : nextY;
            return new Body(nextX, nextY, nextVx, nextVy);
        }
    }

    /** Steps of different lengths one after another: a function of a record, an array and numbers that returns a record. */
    @GpuKernel
    static void orbits(double[] masses, double dt, double[] x, double[] y) {
        int i = Grid.x();
        if (i < x.length) {
            Body body = new Body(x[i], y[i], -y[i], x[i]);
            for (int turn = 0; turn < 5; turn++) {
                body = body.step(masses, 0, dt);
                body = body.step(masses, 1, dt * 2);
                body = body.step(masses, 2, dt * 0.5);
                body = body.step(masses, (i + turn) & 3, dt);
            }
            x[i] = body.x;
            y[i] = body.y;
        }
    }

    /** Mixes the elements of a row around its middle with those of another row; large on purpose. */
    private static void mix(int[] state, int from, int to, int width, int salt) {
        for (int k = 0; k < width; k++) {
            int a = state[from + k] ^ salt;
            int b = state[to + width - 1 - k] + salt * 31;
            a = (a << 5 | a >>> 27) + b;
            b = (b << 9 | b >>> 23) ^ a;
            a = (a << 13 | a >>> 19) - b;
            b = (b << 18 | b >>> 14) ^ a;
            a ^= a >>> 16;
            a *= 0x85ebca6b;
            a ^= a >>> 13;
            a *= 0xc2b2ae35;
            a ^= a >>> 16;
            b ^= b >>> 15;
            b *= 0x2c1b3c6d;
            b ^= b >>> 12;
            b *= 0x297a2d39;
            b ^= b >>> 15;
            int low = Math.min(a, b);
            int high = Math.max(a, b);
            a = (low & 0x55555555) + (high & 0xaaaaaaaa) + (salt & k);
            b = (low & 0xcccccccc) ^ (high & 0x33333333) ^ (salt | k);
            a += (b & 1) == 0 ? salt : -salt;
            b -= (a & 1) == 0 ? salt : -salt;
            a = (a & 0x0f0f0f0f) << 4 | (a & 0xf0f0f0f0) >>> 4;
            b = (b & 0x00ff00ff) << 8 | (b & 0xff00ff00) >>> 8;
            state[from + k] = a ^ b >>> 3;
            state[to + width - 1 - k] = b ^ a << 7;
        }
    }

    /** Each iteration has rows of its own, which only the author knows. */
    @GpuKernel
    static void mixRows(int width, int[] rows, int[] state) {
        for (@Parallel int i = 0; i < rows.length; i++) {
            int first = rows[i] * 3 * width;
            mix(state, first, first + width, width, i);
            mix(state, first + width, first + 2 * width, width, i * 5);
            mix(state, first + 2 * width, first, width, i * 9);
            mix(state, first, first + width, width, ~i);
        }
    }

    /** Called like the kernel that calls it. */
    private static double wave(double t) {
        return StrictMath.sin(t) + StrictMath.sin(3 * t) / 3;
    }

    @GpuKernel
    static void wave(double[] x, double[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = wave(x[i]) + wave(5 * x[i]) / 5;
        }
    }

    /** A function of very small numbers by that of less small ones, as libraries of mathematics have it. */
    @SuppressWarnings("FloatingPointLiteralPrecision") // as they write it
    private static double scaled(double x, double @Nullable [] parts) {
        int whole = (int) x;
        if (x < 0.0) {
            if (x < -746) {
                return 0.0;
            }
            if (whole < -709) {
                double result = scaled(x + 40.19140625, parts) / 285040095144011776.0;
                if (parts != null) {
                    parts[0] /= 285040095144011776.0;
                }
                return result;
            }
            if (whole == -709) {
                return scaled(x + 1.494140625, parts) / 4.455505956692756620;
            }
            whole--;
        } else if (whole > 709) {
            return Double.POSITIVE_INFINITY;
        }
        if (parts != null) {
            parts[0] = x - whole;
        }
        return (x - whole) * 0.5 + whole;
    }

    /** Methods that call themselves, but not for what they call themselves with. */
    @GpuKernel
    static void scaledNumbers(double[] x, double[][] y) {
        for (int i = 0; i < y.length; i++) {
            double[] parts = new double[1];
            double sum = scaled(x[i], null) + scaled(-x[i], parts);
            for (int k = 0; k < y[i].length; k++) {
                y[i][k] = scaled(x[i] - k * 0.75, null) + sum * parts[0];
            }
        }
    }

    private static int wrapped(int n) {
        if (n > 100 && n < 190) {
            return unwrapped(n - 95);
        }
        return 1000 / (n & 7);
    }

    private static int unwrapped(int n) {
        return n > 5 && n < 90 ? 3 * wrapped(n - 95) : n;
    }

    /** Two methods that call each other, and what they throw is caught. */
    @GpuKernel
    static int wrappedNumbers(int[] n, int[] out) {
        int sum = 0;
        for (int i = 0; i < n.length; i++) {
            try {
                out[i] = wrapped(n[i]) - unwrapped(n[i] - 40);
            } catch (ArithmeticException e) {
                out[i] = -1;
            }
            sum += out[i];
        }
        return sum;
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("scaledNumbers", () -> List.of(doubles(60, 21, -760, 20), new double[60][5]));
        kernels.loop("wrappedNumbers", () -> List.of(ints(90, 22, -20, 230), new int[90]));
        kernels.loop("wave", () -> List.of(doubles(40, 11, -50, 50), new double[40]));
        kernels.loop("squareWave", () -> List.of(doubles(90, 1, -50, 50), new double[90]));
        kernels.grid(
                "powerMeans",
                70,
                () -> List.of(doubles(70, 2, 0.01, 20), doubles(70, 3, 0.01, 20), 2.5, new double[70]));
        kernels.grid("weights", 60, () -> weightInputs(60, 5, 3));
        kernels.throwing(ArrayIndexOutOfBoundsException.class)
                .grid("weightsOutOfRange", 80, () -> weightInputs(80, -4, 3));
        kernels.throwing(ArithmeticException.class).loop("weightsByZero", () -> weightInputs(50, 5, -6));
        kernels.throwing(IllegalArgumentException.class)
                .grid("weightsOfNegativeScale", 40, () -> weightInputs(40, 5, 3));
        kernels.grid(
                "orbits", 50, () -> List.of(doubles(4, 4, 1, 3), 0.01, doubles(50, 5, -2, 2), doubles(50, 6, -2, 2)));
        kernels.loop("mixRows", () -> List.of(7, Seeded.counting(20, 19, -1), ints(20 * 3 * 7, 7)));
    }

    private static List<Object> weightInputs(int length, int spare, int leastDivisor) {
        int[] table = ints(100, 8, 0, 70);
        int[] index = ints(length, 9, 0, 92 - spare);
        int[] divisors = ints(length, 10, leastDivisor, leastDivisor + 9);
        return List.of(table, index, divisors, 3.25, new double[length]);
    }
}
