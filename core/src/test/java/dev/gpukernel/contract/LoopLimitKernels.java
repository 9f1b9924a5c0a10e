package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/** Loops at the limits of what they count with, and what they carry at the limits of what may depend on it. */
final class LoopLimitKernels {
    private LoopLimitKernels() {}

    // ---- how often

    @GpuKernel
    static void untilEqual(int n, int[] a) {
        for (int i = 0; i != n; i++) {
            a[i] = 1;
        }
    }

    @GpuKernel
    static void untilEqualVouched(int n, int[] a) {
        for (@Parallel int i = 0; i != n; i++) {
            a[i] = 1;
        }
    }

    @GpuKernel
    static void inclusive(int from, int to, int[] a) {
        for (int i = from; i <= to; i++) {
            a[i - from] = 1;
        }
    }

    @GpuKernel
    static int leaps(long from) {
        int n = 0;
        for (long i = from; i < 0; i += 1L << 62) {
            n++;
        }
        return n;
    }

    /** The second loop asks something of the arguments when the first has changed an array. */
    @GpuKernel
    static void later(int n, int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i]++;
        }
        for (int i = 0; i != n; i++) {
            b[i] = 1;
        }
    }

    @GpuKernel
    static void laterInSteps(int n, int stride, int[] a, int[] b) {
        for (int step = 0; step < 3; step++) {
            for (int i = 0; i < a.length; i++) {
                a[i]++;
            }
        }
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                b[y * stride + x] = y;
            }
        }
    }

    /** Whether the second loop is reached, the first decides. */
    @GpuKernel
    static void laterIfAny(int n, int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i]++;
        }
        if (a[0] == 1) {
            for (int i = 0; i != n; i++) {
                b[i] = 1;
            }
        }
    }

    /** Whether the second loop is reached, and how far it would count, the first decides. */
    @GpuKernel
    static void laterUpToAnElement(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i]++;
        }
        if (a[0] == 1) {
            int last = a[1];
            for (int i = 0; i != last; i++) {
                b[i] = 1;
            }
        }
    }

    /** Each step asks for something else, and whether it gets there is known late. */
    @GpuKernel
    static void laterInSomeStep(int n, int[] a, int[] b) {
        for (int step = 0; step < 4; step++) {
            for (int i = 0; i < a.length; i++) {
                a[i]++;
            }
            if (a[0] > 0) {
                for (int i = 0; i != n - step; i++) {
                    b[i] = step;
                }
            }
        }
    }

    /** The first loop leaves what the second counts to, and a sum decides how often both are run. */
    @GpuKernel
    static int laterByWhatIsLeft(int[] a, int[] b) {
        int sum = 0;
        while (sum < 10) {
            b[0] = b[0] + 2;
            for (int i = 0; i < a.length; i++) {
                a[i]--;
                sum += 4;
            }
            int last = a[0];
            for (int i = 0; i != last; i++) {
                b[i] = 1;
            }
        }
        return sum;
    }

    // ---- surplus threads

    @GpuKernel
    static int oddToTheEnd(long from) {
        int n = 0;
        for (long i = from; i < Long.MAX_VALUE; i++) {
            n += (int) (i & 1);
        }
        return n;
    }

    @GpuKernel
    static int wideSteps(long from, long to) {
        int n = 0;
        for (long i = from; i < to; i += 1L << 52) {
            n++;
        }
        return n;
    }

    @GpuKernel
    static int down(long from, long to) {
        int n = 0;
        for (long i = from; i > to; i -= 3) {
            n++;
        }
        return n;
    }

    @GpuKernel
    static void fillToTheEnd(long from, byte[] a) {
        for (long i = from; i < from + a.length - 8; i++) {
            a[(int) (i - from)] = (byte) i;
        }
    }

    // ---- narrowed, from a number that is not of the type

    @GpuKernel
    static int byteSum(byte[] a, int start) {
        int s = start;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 5) {
                s = (byte) (s + a[i]);
            }
        }
        return s;
    }

    @GpuKernel
    static int shortProduct(byte[] a, int start) {
        int s = start;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 5) {
                s = (short) (s * a[i]);
            }
        }
        return s;
    }

    @GpuKernel
    static int charBits(byte[] a, int start) {
        int s = start;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 5) {
                s = (char) (s ^ a[i]);
            }
        }
        return s;
    }

    @GpuKernel
    static int byteMask(byte[] a, int start) {
        int s = start;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 5) {
                s = (byte) (s & a[i]);
            }
        }
        return s;
    }

    @GpuKernel
    static int afterASum(byte[] a, int start) {
        int s = start;
        for (int i = 0; i < a.length; i++) {
            s += 100 * a[i];
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 5) {
                s = (byte) (s - a[i]);
            }
        }
        return s;
    }

    // ---- beside the best value

    @GpuKernel
    static int labelOfLeast(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int label = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
                label = labels[i];
            }
        }
        return label;
    }

    @GpuKernel
    static int besideLeast(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int where = -1;
        int sum = 0;
        int at = -1;
        for (int i = 0; i < x.length; i++) {
            if (labels[i] > 0 && x[i] < best) {
                best = x[i];
                where = i;
            }
            sum += x[i];
            if (x[i] == 7) {
                at = i;
            }
        }
        return where + 31 * sum + 961 * at;
    }

    @GpuKernel
    static int improvements(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
                n++;
            }
        }
        return n;
    }

    @GpuKernel
    static int others(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int n = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
            } else {
                n++;
            }
        }
        return n;
    }

    @GpuKernel
    static int bitsOfImprovements(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int bits = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                bits |= x[i];
                best = x[i];
            }
        }
        return bits;
    }

    @GpuKernel
    static int lastOther(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int last = -1;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
            } else {
                last = i;
            }
        }
        return last;
    }

    @GpuKernel
    static int quotientOfImprovements(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int q = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
                q = 1000 / (i - 50);
            }
        }
        return q;
    }

    @GpuKernel
    static int storeAtImprovements(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
                labels[i] = -1;
            }
        }
        return best;
    }

    @GpuKernel
    static int skipImprovements(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
                continue;
            }
            sum += x[i];
        }
        return sum;
    }

    @GpuKernel
    static int loopAtImprovements(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
                for (int j = 0; j < 3; j++) {
                    sum += j;
                }
            }
        }
        return sum;
    }

    @GpuKernel
    static int roundsByImprovement(int[] x, int[] labels) {
        int best = Integer.MAX_VALUE;
        int sum = 0;
        for (int i = 0; i < x.length; i++) {
            int rounds = 1;
            if (x[i] < best) {
                best = x[i];
                rounds = 2;
            }
            for (int j = 0; j < rounds; j++) {
                sum += x[i];
            }
        }
        return sum;
    }

    // ---- flags that are asked before they are set

    @GpuKernel
    static boolean anyAbove(int[] x, int[] y, int n) {
        boolean found = false;
        for (int i = 0; i < n; i++) {
            found = found || x[i] > 30_000 || x[i] == y[i];
        }
        return found;
    }

    @GpuKernel
    static boolean allBelow(int[] x, int[] y, int n) {
        boolean all = true;
        for (int i = 0; i < n; i++) {
            all = all && x[i] < 30_000 && y[i] != 77;
        }
        return all;
    }

    @GpuKernel
    static int unlessFound(int[] x, int[] y, int n) {
        boolean found = false;
        int sum = 0;
        for (int i = 0; i < n; i++) {
            if (!found && x[i] == 77) {
                found = true;
            }
            sum += y[i];
        }
        return found ? sum : -sum;
    }

    @GpuKernel
    static boolean setBefore(int[] x, int[] y, int n) {
        boolean found = y.length > 1;
        for (int i = 0; i < n; i++) {
            found = found || x[i] == 77;
        }
        return found;
    }

    @GpuKernel
    static int onlyWhereItCannotFail(int[] x, int[] y, int n) {
        boolean found = false;
        for (int i = 0; i < n; i++) {
            found = found || 100 / x[i] > 3;
        }
        return found ? 1 : 0;
    }

    /** What is asked first may be true where the flag is not. */
    @GpuKernel
    static boolean flagLast(int[] x, int[] y, int n) {
        boolean found = false;
        for (int i = 0; i < n; i++) {
            found = x[i] > 30_000 || found;
        }
        return found;
    }

    @GpuKernel
    static int throwAtImprovements(int[] x, int[] y) {
        int best = 0;
        for (int i = 0; i < x.length; i++) {
            if (x[i] < best) {
                best = x[i];
                if (i > 50) {
                    throw new IllegalStateException("late");
                }
            }
        }
        return best;
    }

    /** What is no number takes the place of the best value, and any number then takes its. */
    @GpuKernel
    static float unlessNotLess(int[] x, int[] y) {
        float best = 9;
        for (int i = 0; i < x.length; i++) {
            float v = Float.intBitsToFloat(x[i]);
            if (!(v >= best)) {
                best = v;
            }
        }
        return best;
    }

    @GpuKernel
    static int greatestMagnitude(int[] x, int[] y, int n) {
        int most = 0;
        for (int i = 0; i < n; i++) {
            if (Math.abs(x[i] - y[i]) > most) {
                most = Math.abs(x[i] - y[i]);
            }
        }
        return most;
    }

    // ---- elements that follow from the one before

    @GpuKernel
    static void following(int[] x, int[] y, int from, int to) {
        for (int i = from; i < to; i++) {
            y[i] = y[i - 1] + x[i];
        }
    }

    @GpuKernel
    static void followingDown(byte[] x, int[] y, int from) {
        for (int i = from; i >= 0; i--) {
            y[i] = Math.max(y[i + 1], x[i]);
        }
    }

    @GpuKernel
    static int runningByte(byte[] x, int[] y, int start) {
        int sum = start;
        for (int i = 0; i < x.length; i++) {
            y[i] = sum;
            if (x[i] > 100) {
                sum = (byte) (sum + x[i]);
            }
        }
        return sum;
    }
}
