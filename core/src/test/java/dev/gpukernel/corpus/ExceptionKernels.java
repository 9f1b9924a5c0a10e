package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.counting;
import static dev.gpukernel.corpus.Seeded.ints;
import static dev.gpukernel.corpus.Seeded.longs;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.Arrays;
import java.util.List;

/** Kernels that throw in some threads or iterations, and some that could but do not. */
final class ExceptionKernels {
    private ExceptionKernels() {}

    @GpuKernel
    static void gatherOutOfRange(int[] index, int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = from[index[i]];
        }
    }

    /** The inner loop leads nowhere but to the exception, so that it is no part of the outer one. */
    @GpuKernel
    static void throwAfterLoop(int[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            if (in[i] < 0) {
                int digits = 0;
                for (int rest = in[i]; rest != 0; rest /= 10) {
                    digits++;
                }
                throw new IllegalStateException("digits: " + digits);
            }
            out[i] = in[i];
        }
    }

    @GpuKernel
    static void scatterOutOfRange(float[] in, int shift, float[] out) {
        for (int i = 0; i < in.length; i++) {
            out[i - shift] = in[i];
        }
    }

    @GpuKernel
    static void ownArrayOutOfRange(byte[] values, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            short[] counts = new short[10];
            counts[values[i]]++;
            out[i] = counts[9] + i;
        }
    }

    @GpuKernel
    static void tooFewElements(double[] in, double[] out) {
        for (int i = 0; i < in.length; i++) {
            out[i] = in[in.length - 1 - i] * 2;
        }
    }

    @GpuKernel
    static void divideInts(int[] a, int[] b, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = a[i] / b[i];
        }
    }

    @GpuKernel
    static void remainderOfLongs(long[] a, long[] b, long[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = a[i] % (b[i] >> 40);
        }
    }

    @GpuKernel
    static void floorModByZero(int[] a, int[] b, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = Math.floorMod(a[i], b[i]);
        }
    }

    @GpuKernel
    static void throwInLoop(float[] in, float[] out) {
        for (int i = 0; i < in.length; i++) {
            if (in[i] < 0) {
                throw new IllegalArgumentException("negative input");
            }
            out[i] = (float) Math.sqrt(in[i]);
        }
    }

    @GpuKernel
    static void throwInGrid(int[] states, int[] out) {
        int i = Grid.x();
        if (i >= out.length) {
            return;
        }
        switch (states[i]) {
            case 0 -> out[i] = 1;
            case 1 -> out[i] = -1;
            case 2 -> throw new UnsupportedOperationException();
            default -> throw new IllegalStateException("unknown state");
        }
    }

    private static int checked(int value, int limit) {
        if (value >= limit) {
            throw new IndexOutOfBoundsException("beyond the limit");
        }
        return value;
    }

    private static int twiceChecked(int value, int limit) {
        return checked(value, limit) + checked(value + 1, limit);
    }

    /** Thrown two calls down. */
    @GpuKernel
    static void throwInHelper(int[] values, int limit, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = twiceChecked(values[i], limit);
        }
    }

    /** A record whose constructor refuses some arguments. */
    record Interval(int low, int high) {
        Interval {
            if (low > high) {
                throw new IllegalArgumentException("empty interval");
            }
        }

        int middle() {
            return low + (high - low) / 2;
        }
    }

    @GpuKernel
    static void throwInConstructor(int[] low, int[] high, int[] out) {
        for (int i = 0; i < out.length; i++) {
            out[i] = new Interval(low[i], high[i]).middle();
        }
    }

    @GpuKernel
    static void exactArithmetic(int[] a, int[] b, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            out[i] = Math.toIntExact(Math.addExact((long) Math.multiplyExact(a[i], 2), b[i]));
        }
    }

    @GpuKernel
    static void assertPositive(int[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            assert in[i] > 0 : "not positive";
            out[i] = 31 - Integer.numberOfLeadingZeros(in[i]);
        }
    }

    @GpuKernel
    static void assertWithoutMessage(int[] in, int[] out) {
        int i = Grid.x();
        if (i < in.length) {
            assert (in[i] & 1) == 0 || in[i] > 10;
            out[i] = in[i] / 2;
        }
    }

    /** The assertion holds. */
    @GpuKernel
    static void assertHolds(int[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            int square = (in[i] & 0xff) * (in[i] & 0xff);
            assert square >= 0 && square < 65536 : "square of a byte";
            out[i] = square;
        }
    }

    /** Everything here could throw, and nothing does. */
    @GpuKernel
    static void guarded(int[] index, int[] divisors, int[] from, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int k = index[i];
            if (k < 0 || k >= from.length) {
                out[i] = -1;
            } else if (divisors[i] == 0) {
                out[i] = -2;
            } else if (k == Integer.MAX_VALUE) {
                throw new IllegalStateException("cannot be");
            } else {
                out[i] = from[k] / divisors[i] + from[k] % divisors[i];
            }
        }
    }

    /** What is wrong with a size. */
    enum Wrong {
        TOO_SMALL,
        TOO_LARGE {
            @Override
            public String toString() {
                return "more than there may be";
            }
        }
    }

    /** An exception as libraries have them: made of what its message says. */
    static final class SizeException extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        SizeException(long wrong, short expected, boolean isBound) {
            super(wrong + (isBound ? " is not below " : " is not ") + expected);
        }

        SizeException(Wrong wrong, Object... details) {
            super(wrong + " " + Arrays.toString(details));
        }

        SizeException(Comparable<?> wrong, Number least, char unit) {
            super(wrong + " of " + least.getClass().getSimpleName() + " " + least + unit);
        }
    }

    /** Numbers of several types, of which one is known. */
    @GpuKernel
    static void throwMadeOfNumbers(int[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            if (in[i] > 90) {
                throw new SizeException(in[i] * 4_000_000_000L, (short) (in[i] * 700), true);
            }
            out[i] = in[i];
        }
    }

    /** A constant of an enum with a class of its own, and an array of objects. */
    @GpuKernel
    static void throwMadeOfObjects(float[] in, float[] out) {
        int i = Grid.x();
        if (i < in.length) {
            if (in[i] > 0.9f) {
                throw new SizeException(Wrong.TOO_LARGE, in[i], i, "of", 'x', 3L, true, Wrong.TOO_SMALL, (byte) -3);
            }
            out[i] = in[i];
        }
    }

    /** Which constant is chosen, and the number has no object yet. */
    @GpuKernel
    static void throwMadeOfChosen(double[] in, double[] out) {
        for (int i = 0; i < in.length; i++) {
            if (!(Math.abs(in[i]) < 0.97)) {
                throw new SizeException(in[i] < 0 ? Wrong.TOO_SMALL : Wrong.TOO_LARGE, Math.abs(in[i]), '%');
            }
            out[i] = in[i];
        }
    }

    /** As many numbers as an exception may be made of, of all types. */
    @GpuKernel
    static void throwMadeOfSix(double[] in, double[] out) {
        for (int i = 0; i < in.length; i++) {
            if (!(Math.abs(in[i]) < 0.97)) {
                long bits = Double.doubleToRawLongBits(in[i]);
                throw new SizeException(
                        in[i] < 0 ? Wrong.TOO_SMALL : Wrong.TOO_LARGE, in[i], (float) in[i], bits, i, (char)
                                ('a' + i % 26));
            }
            out[i] = in[i];
        }
    }

    /** In a function, and caught where it is called. */
    @GpuKernel
    static void throwCaughtOfFive(int[] in, int[] out) {
        int i = Grid.x();
        if (i < in.length) {
            try {
                out[i] = requireBelow(in[i], out.length, i);
            } catch (SizeException e) {
                out[i] = -1;
                if (i > 40) {
                    throw e;
                }
            }
        }
    }

    private static int requireBelow(int value, int bound, int at) {
        if (value >= bound) {
            throw new SizeException(Wrong.TOO_LARGE, value, bound, at, value - bound, 0.5 * at);
        }
        return value;
    }

    /** The inner loop ends in its first iteration, and so the outer one does where that begins. */
    @GpuKernel
    static void throwInNest(short[] x, int n) {
        for (int i = -3; i < n; i++) {
            for (int j = 0; j < i; j++) {
                x[i * n + j]++;
                x[j * n + i]++;
                x[i] = (short) Math.clamp(n + 2L, 9, -9);
            }
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.throwing(IllegalArgumentException.class).loop("throwInNest", () -> List.of(new short[100], 10));
        kernels.throwing(SizeException.class)
                .loop("throwMadeOfSix", () -> List.of(Seeded.doubles(60, 25, -1, 1), new double[60]));
        kernels.throwing(SizeException.class)
                .grid("throwCaughtOfFive", 60, () -> List.of(ints(60, 23, 0, 95), new int[60]));
        kernels.throwing(SizeException.class)
                .loop("throwMadeOfNumbers", () -> List.of(ints(60, 23, 0, 95), new int[60]));
        kernels.throwing(SizeException.class)
                .grid("throwMadeOfObjects", 60, () -> List.of(Seeded.floats(60, 24, -1, 1), new float[60]));
        kernels.throwing(SizeException.class)
                .loop("throwMadeOfChosen", () -> List.of(Seeded.doubles(60, 25, -1, 1), new double[60]));
        Class<ArrayIndexOutOfBoundsException> outOfRange = ArrayIndexOutOfBoundsException.class;
        kernels.throwing(outOfRange)
                .grid("gatherOutOfRange", 60, () -> List.of(ints(60, 1, -5, 60), ints(55, 2), new int[60]));
        kernels.throwing(outOfRange)
                .loop("scatterOutOfRange", () -> List.of(Seeded.floats(50, 3, -1, 1), -3, new float[50]));
        kernels.throwing(outOfRange).grid("ownArrayOutOfRange", 40, () -> List.of(digits(), new int[40]));
        kernels.throwing(outOfRange).loop("tooFewElements", () -> List.of(Seeded.doubles(60, 4, 0, 1), new double[59]));
        kernels.throwing(ArithmeticException.class)
                .loop("divideInts", () -> List.of(ints(80, 5), ints(80, 6, -10, 11), new int[80]));
        kernels.throwing(ArithmeticException.class)
                .grid("remainderOfLongs", 60, () -> List.of(longs(60, 7), longs(60, 8, 0, 1L << 45), new long[60]));
        kernels.throwing(ArithmeticException.class)
                .loop("floorModByZero", () -> List.of(ints(70, 9), ints(70, 10, -8, 9), new int[70]));
        kernels.throwing(IllegalStateException.class)
                .loop("throwAfterLoop", () -> List.of(ints(50, 12, -300, 2000), new int[50]));
        kernels.throwing(IllegalArgumentException.class)
                .loop("throwInLoop", () -> List.of(Seeded.floats(60, 11, -0.2f, 3), new float[60]));
        kernels.throwing(UnsupportedOperationException.class)
                .grid("throwInGrid", 50, () -> List.of(states(), new int[50]));
        kernels.throwing(IndexOutOfBoundsException.class)
                .grid("throwInHelper", 60, () -> List.of(ints(60, 13, 0, 1000), 980, new int[60]));
        kernels.throwing(IllegalArgumentException.class)
                .loop("throwInConstructor", () -> List.of(ints(50, 14, 0, 60), ints(50, 15, 50, 99), new int[50]));
        kernels.throwing(ArithmeticException.class)
                .grid(
                        "exactArithmetic",
                        60,
                        () -> List.of(ints(60, 16, 0, 1_100_000_000), ints(60, 17, 0, 99), new int[60]));
        kernels.failingAssertion().loop("assertPositive", () -> List.of(counting(60, 120, -3), new int[60]));
        kernels.failingAssertion().grid("assertWithoutMessage", 40, () -> List.of(ints(40, 18, 0, 40), new int[40]));
        kernels.loop("assertHolds", () -> List.of(ints(80, 19), new int[80]));
        kernels.loop("guarded", () -> List.of(ints(60, 20, -9, 60), ints(60, 21, -3, 4), ints(50, 22), new int[60]));
    }

    /** Small numbers, the last few too large. */
    private static byte[] digits() {
        byte[] digits = new byte[40];
        for (int i = 0; i < digits.length; i++) {
            digits[i] = (byte) (i < 37 ? i % 10 : i - 27);
        }
        return digits;
    }

    /** 0 and 1, with a 2 before a larger number. */
    private static int[] states() {
        int[] states = ints(50, 12, 0, 2);
        states[33] = 2;
        states[41] = 5;
        return states;
    }
}
