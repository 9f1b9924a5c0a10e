package dev.gpukernel.corpus;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;
import java.util.Objects;

/** Kernels that catch what they or the methods that they call throw. */
final class CatchKernels {
    private CatchKernels() {}

    private static final class NegativeException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NegativeException(String message) {
            super(message);
        }
    }

    private record Pair(int left, int right) {
        Pair {
            if (left < 0) {
                throw new IllegalArgumentException("left is " + left);
            }
        }
    }

    private record Never(int value) {
        Never {
            if ((7 & 3) == 3) {
                throw new IllegalArgumentException("never");
            }
        }
    }

    private static final class Impossible {
        private final Pair pair;

        Impossible(int value) {
            if ((7 & 3) == 3) {
                throw new IllegalStateException("impossible " + value);
            }
            pair = new Pair(value, value);
        }
    }

    private static final class Counter {
        private int calls;
        private int sum;

        void add(int divisor) {
            calls++;
            sum += 100 / divisor;
            calls++;
        }
    }

    @GpuKernel
    static void ofDivisions(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = 100 / x[i];
            } catch (ArithmeticException e) {
                y[i] = -1;
            }
        }
    }

    /** A handler of several exceptions asks which one it is, at two places, before all are known that a loop in it throws. */
    @GpuKernel
    static void asked(int[] x, int[] y) {
        int i = Grid.x();
        if (i < x.length) {
            for (int k = 0; k < 3; k++) {
                try {
                    y[i] += 100 / (x[i] + k);
                    if (x[i] == 4) {
                        throw new IllegalStateException("four");
                    }
                    y[i] += 0 * x[i + x[i] * x[i] * k * 100];
                } catch (RuntimeException e) {
                    if (e instanceof ArithmeticException) {
                        y[i] = y[i] * 2 + 1;
                    } else if (e instanceof IndexOutOfBoundsException) {
                        y[i] = y[i] * 3 + 2;
                    } else {
                        y[i] -= e instanceof Comparable ? 9 : 5;
                    }
                }
            }
        }
    }

    /** It is asked before it is thrown again. */
    @GpuKernel
    static void askedAndThrownAgain(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = 100 / (x[i] - 4) + x[i + x[i] * 1000];
            } catch (RuntimeException e) {
                if (e instanceof IndexOutOfBoundsException) {
                    y[i] = -7;
                } else {
                    throw e;
                }
            }
        }
    }

    /** What was computed before the exception is there. */
    @GpuKernel
    static void ofIndices(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            int known = 1;
            try {
                known = 2;
                known += 10 / x[i];
                known += x[i - 1];
                known *= 3;
            } catch (ArithmeticException e) {
                known += 100;
            } catch (IndexOutOfBoundsException e) {
                known += 1000;
            }
            y[i] = known;
        }
    }

    /** Not only iterations without a check are asked. */
    @GpuKernel(checked = false)
    static void withoutChecks(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = x[3 * x[i]];
            } catch (ArrayIndexOutOfBoundsException e) {
                y[i] = -7;
            }
        }
    }

    private static int checked(int value) {
        if (value < 0) {
            throw new NegativeException("negative " + value);
        }
        if (value > 3) {
            throw new IllegalArgumentException("large");
        }
        return value;
    }

    @GpuKernel
    static void ofMethods(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = checked(x[i]);
            } catch (NegativeException e) {
                y[i] = -1;
            } catch (IllegalArgumentException e) {
                y[i] = 5;
            }
        }
    }

    @GpuKernel
    static void leftUncaught(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = checked(x[i]);
            } catch (IllegalArgumentException e) {
                y[i] = 5;
            }
        }
    }

    @GpuKernel
    static void thrownAgain(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = 10 / (x[i] + 3) + x[i + 1];
            } catch (ArithmeticException | IndexOutOfBoundsException e) {
                y[i] = 3;
                throw e;
            } finally {
                y[i]++;
            }
        }
    }

    private static IllegalStateException failure(int index) {
        return new IllegalStateException("at " + index);
    }

    @GpuKernel
    static void translated(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = 10 / x[i];
            } catch (ArithmeticException e) {
                throw failure(i);
            }
        }
    }

    @GpuKernel
    static void nested(int[] x, int[] y) {
        int i = Grid.x();
        if (i < y.length) {
            int known = 0;
            try {
                try {
                    known = 10 / x[i];
                } catch (ArithmeticException e) {
                    known = x[x[i + 1]];
                } finally {
                    known++;
                }
            } catch (IndexOutOfBoundsException e) {
                known += 50;
            }
            y[i] = known;
        }
    }

    @SuppressWarnings("finally")
    private static int replaced(int value) {
        try {
            return 10 / value;
        } finally {
            if (value == 0) {
                return 77;
            }
        }
    }

    @GpuKernel
    static void finallyReturns(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            y[i] = replaced(x[i]);
        }
    }

    @GpuKernel
    static int sum(int[] x) {
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            try {
                sum += 100 / x[i];
            } catch (ArithmeticException e) {
                sum++;
            }
        }
        return sum;
    }

    @GpuKernel
    static int kept(int[] x, int[] y) {
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            try {
                int value = 10 / x[i];
                y[n++] = value;
            } catch (ArithmeticException ignored) {
                // It is left out.
            }
        }
        return n;
    }

    /** The end of the array ends the loop. */
    @GpuKernel
    static void untilTheEnd(int[] x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            int sum = 0;
            try {
                for (int j = i; ; j++) {
                    sum += x[j];
                }
            } catch (ArrayIndexOutOfBoundsException e) {
                sum += 1000;
            }
            y[i] = sum;
        }
    }

    @GpuKernel
    static void aroundLoops(int[] x, int[] y) {
        try {
            for (int i = 0; i < y.length; i++) {
                y[i] = 10 / x[i];
            }
        } catch (ArithmeticException e) {
            y[0] = -99;
        }
    }

    @GpuKernel
    static void ofTheLibrary(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = Math.multiplyExact(x[i], 1 << 30) + x[Objects.checkIndex(x[i], 2)];
            } catch (ArithmeticException e) {
                y[i] = Integer.MAX_VALUE;
            } catch (IndexOutOfBoundsException e) {
                y[i] = -1;
            }
        }
    }

    @GpuKernel
    static void ofConstructors(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            Pair pair;
            try {
                pair = new Pair(x[i], i);
            } catch (IllegalArgumentException e) {
                pair = new Pair(0, -1);
            }
            y[i] = pair.left + pair.right;
        }
    }

    /** What a method did to an object before it threw is done. */
    @GpuKernel
    static int ofObjects(int[] x, int[] y) {
        Counter all = new Counter();
        for (int i = 0; i < x.length; i++) {
            Counter own = new Counter();
            try {
                own.add(x[i]);
                own.add(x[i] - 1);
                all.add(i);
            } catch (ArithmeticException e) {
                own.sum -= 5;
            }
            y[i] = own.calls * 1000 + own.sum;
        }
        return all.calls + all.sum;
    }

    /** What follows is never done. */
    @GpuKernel
    static void ofConstructorsThatNeverReturn(int[] x, int[] y) {
        for (int i = 0; i < x.length; i++) {
            try {
                y[i] = x[i] > 0 ? new Never(i).value() : new Impossible(i).pair.left();
            } catch (IllegalArgumentException e) {
                y[i] = -2;
            } catch (IllegalStateException e) {
                y[i] = -3;
            }
        }
    }

    @GpuKernel
    static void negativeSizes(int size, int[] y) {
        for (int i = 0; i < y.length; i++) {
            try {
                int[] own = new int[size];
                own[1] = i;
                y[i] = own[0] + own[1];
            } catch (NegativeArraySizeException e) {
                y[i] = -8;
            }
        }
    }

    private static List<Object> few() {
        return List.of(new int[] {3, 0, 1, -3, 2, 0, 7, 1}, new int[8]);
    }

    private static List<Object> some() {
        int[] x = new int[300];
        for (int i = 0; i < x.length; i++) {
            x[i] = i * 7 % 11 - 3;
        }
        return List.of(x, new int[300]);
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop("ofDivisions", CatchKernels::some);
        kernels.grid("asked", 300, CatchKernels::some);
        kernels.throwing(ArithmeticException.class).loop("askedAndThrownAgain", CatchKernels::some);
        kernels.loop("ofIndices", CatchKernels::some);
        kernels.loop("withoutChecks", CatchKernels::some);
        kernels.loop("ofMethods", CatchKernels::some);
        kernels.throwing(NegativeException.class).loop("leftUncaught", CatchKernels::some);
        kernels.throwing(ArithmeticException.class).loop("thrownAgain", CatchKernels::few);
        kernels.throwing(IllegalStateException.class).loop("translated", CatchKernels::few);
        kernels.grid("nested", 300, CatchKernels::some);
        kernels.loop("finallyReturns", CatchKernels::some);
        kernels.loop("sum", () -> some().subList(0, 1));
        kernels.loop("kept", CatchKernels::some);
        kernels.loop("untilTheEnd", CatchKernels::few);
        kernels.loop("aroundLoops", CatchKernels::few);
        kernels.loop("ofTheLibrary", CatchKernels::some);
        kernels.loop("ofConstructors", CatchKernels::some);
        kernels.loop("ofObjects", CatchKernels::some);
        kernels.loop("ofConstructorsThatNeverReturn", CatchKernels::some);
        kernels.loop("negativeSizes", () -> List.of(-2, new int[20]));
    }
}
