package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.counting;
import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import java.util.List;

/** Loops that are left as soon as something is found, and do nothing besides. */
final class SearchKernels {
    private SearchKernels() {}

    @GpuKernel
    static int indexOf(int[] a, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    @GpuKernel
    static int lastIndexOf(int[] a, int key) {
        for (int i = a.length - 1; i >= 0; i--) {
            if (a[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /** The index may be out of range before, behind or in the iteration that finds the key. */
    @GpuKernel
    static int indexBetween(int from, int to, int step, int[] a, int key) {
        for (int i = from; i < to; i += 3) {
            if (a[i + step] == key) {
                return i;
            }
        }
        return -1;
    }

    @GpuKernel
    static boolean contains(int[] a, int key) {
        for (int v : a) {
            if (v == key) {
                return true;
            }
        }
        return false;
    }

    @GpuKernel
    static boolean isSorted(int[] a, int key) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] > a[i]) {
                return false;
            }
        }
        return true;
    }

    @GpuKernel
    static boolean allFinite(double[] a) {
        for (int i = 0; i < a.length; i++) {
            if (Double.isNaN(a[i]) || Double.isInfinite(a[i])) {
                return false;
            }
        }
        return true;
    }

    @GpuKernel
    static boolean same(int[] a, int[] b) {
        if (a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    @GpuKernel
    static int firstAbove(double[] a, double limit, double[] found) {
        int at = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > limit) {
                at = i;
                break;
            }
        }
        found[0] = at < 0 ? -1 : a[at];
        return at;
    }

    /** What is found is an element, and not its place. */
    @GpuKernel
    static int valueAbove(int[] a, int limit) {
        int value = limit;
        for (int i = 0; i < a.length; i++) {
            value = limit;
            if (a[i] > limit) {
                value = a[i];
                break;
            }
        }
        return value;
    }

    @GpuKernel
    static int mismatch(int[] a, int[] b) {
        int n = Math.min(a.length, b.length);
        for (int i = 0; i < n; i++) {
            if (a[i] != b[i]) {
                return i;
            }
        }
        return a.length == b.length ? -1 : n;
    }

    @GpuKernel
    static int compare(int[] a, int[] b) {
        for (int i = 0; i < Math.min(a.length, b.length); i++) {
            int c = Integer.compare(a[i], b[i]);
            if (c != 0) {
                return c;
            }
        }
        return a.length - b.length;
    }

    @GpuKernel
    static int prefix(int[] a, int[] b) {
        int i = 0;
        while (i < a.length && i < b.length && a[i] == b[i]) {
            i++;
        }
        return i;
    }

    @GpuKernel
    static int skip(int n, int[] a, int key) {
        int i = 0;
        for (; i < n && a[i] != key; i++) {}
        return i;
    }

    /** Two ways to find something, and one to throw. */
    @GpuKernel
    static int several(int[] a, int[] b, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
            if (b[i] == key) {
                return -i - 2;
            }
            if (a[i] < 0) {
                throw new IllegalArgumentException("negative at " + i);
            }
        }
        return -1;
    }

    /** A divisor of 0 behind the place that is found is never divided by. */
    @GpuKernel
    static int quotient(int[] a, int[] b, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] / b[i] == key) {
                return i;
            }
        }
        return -1;
    }

    /** An index that is itself read. */
    @GpuKernel
    static int indirect(int[] index, int[] a, int key) {
        for (int i = 0; i < index.length; i++) {
            if (a[index[i]] == key) {
                return index[i];
            }
        }
        return -1;
    }

    @GpuKernel
    static long withLongs(long from, long to, int[] a, int key) {
        for (long i = from; i < to; i++) {
            if (a[(int) (i - from)] == key) {
                return i;
            }
        }
        return -1;
    }

    /** Counts up to the greatest int, and would go on from the least. */
    @GpuKernel
    static int upTo(int from, int to, int[] a, int key) {
        for (int i = from; i <= to; i++) {
            if (a[i - from] == key) {
                return i;
            }
        }
        return -1;
    }

    /** Steps over the greatest int. */
    @GpuKernel
    static int inLeaps(int from, int to, int[] a, int key) {
        for (int i = from; i < to; i += 1 << 29) {
            if (a[(i - from) >> 29] == key) {
                return i;
            }
        }
        return -1;
    }

    @GpuKernel
    static int differs(int from, int to, int[] a, int key) {
        for (int i = from; i != to; i++) {
            if (a[i - from] == key) {
                return i;
            }
        }
        return -1;
    }

    /** There must be one. */
    @GpuKernel
    static int required(int[] a, int key) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == key) {
                return i;
            }
        }
        throw new IllegalArgumentException("no " + key);
    }

    static void inputs(KernelInputs table) {
        table.loop("indexOf", () -> List.of(counting(100_000, 0, 3), 210_003));
        table.loop("lastIndexOf", () -> List.of(counting(100_000, 0, 3), 300));
        table.loop("indexBetween", () -> List.of(0, 60_000, 2, counting(100_000, 0, 1), 59_999));
        table.loop("contains", () -> List.of(counting(100_000, 0, 3), 299_997));
        table.loop("isSorted", () -> List.of(counting(50_000, 0, 3), 1));
        table.loop("allFinite", () -> List.of(doubles(30_000, 1, -1, 1)));
        table.loop("same", () -> List.of(ints(40_000, 1), ints(40_000, 1)));
        table.loop("firstAbove", () -> List.of(doubles(60_000, 2, 0, 1), 0.9999, new double[1]));
        table.loop("valueAbove", () -> List.of(ints(60_000, 3, 0, 100_000), 99_990));
        table.loop("mismatch", () -> List.of(counting(30_000, 0, 1), counting(40_000, 0, 1)));
        table.loop("compare", () -> List.of(ints(40_000, 1), ints(50_000, 1)));
        table.loop("prefix", () -> List.of(ints(40_000, 1), ints(50_000, 1)));
        table.loop("skip", () -> List.of(70_000, ints(70_000, 4, 0, 50_000), 17));
        table.loop("several", () -> List.of(ints(20_000, 5, 0, 1000), ints(20_000, 6, 0, 1000), 1000));
        table.loop("quotient", () -> List.of(ints(20_000, 5, 0, 1000), ints(20_000, 6, 1, 1000), 999));
        table.loop("indirect", () -> List.of(ints(20_000, 5, 0, 1000), counting(1000, 0, 2), 1001));
        table.loop("withLongs", () -> List.of(1L << 40, (1L << 40) + 50_000, counting(50_000, 0, 2), 88_000));
        table.loop("upTo", () -> List.of(7, 50_000, counting(50_000, 0, 2), 88_000));
        table.loop("inLeaps", () -> List.of(-1_000_000_000, 1_000_000_000, counting(8, 0, 1), 9));
        table.loop("differs", () -> List.of(-20_000, 30_000, counting(50_000, 0, 2), 88_000));
        table.loop("required", () -> List.of(counting(60_000, 0, 3), 120_003));
    }
}
