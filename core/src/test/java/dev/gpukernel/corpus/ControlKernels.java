package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.ints;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Control flow that is easy to get wrong: exits from the middle, loops in loops, values that meet. */
final class ControlKernels {
    private ControlKernels() {}

    /** The first pair in a row that adds up to a number; leaves two loops at once. */
    @GpuKernel
    static void pairWithSum(int[] rows, int width, int sum, int[] first, int[] second) {
        int row = Grid.x();
        if (row >= first.length) {
            return;
        }
        int a = -1;
        int b = -1;
        search:
        for (int i = 0; i < width; i++) {
            for (int k = i + 1; k < width; k++) {
                if (rows[row * width + i] + rows[row * width + k] == sum) {
                    a = i;
                    b = k;
                    break search;
                }
            }
        }
        first[row] = a;
        second[row] = b;
    }

    /** Variables that change places in every step. */
    @GpuKernel
    static void swaps(int[] steps, long[] out) {
        for (int i = 0; i < out.length; i++) {
            long a = 1;
            long b = 2;
            long c = 3;
            for (int s = 0; s < steps[i]; s++) {
                long kept = a;
                a = b;
                b = c;
                c = kept;
                if (s % 3 == 1) {
                    kept = a;
                    a = c;
                    c = kept;
                }
            }
            out[i] = a * 100 + b * 10 + c;
        }
    }

    private static int classify(int x) {
        if (x < 0) {
            return x == Integer.MIN_VALUE ? 9 : -classify(-x, 2);
        }
        for (int k = 0; k < 5; k++) {
            if (x >> (6 * k) == 0) {
                return k;
            }
        }
        return 7;
    }

    private static int classify(int x, int step) {
        int count = 0;
        while (x > 0) {
            x >>= step;
            if (x % 5 == 3) {
                return count + 20;
            }
            count++;
        }
        return count;
    }

    /** Calls that return from the middle of loops. */
    @GpuKernel
    static void earlyReturns(int[] in, int[] out) {
        for (int i = 0; i < in.length; i++) {
            out[i] = classify(in[i] >> i % 32);
        }
    }

    private static boolean bump(int[] counter, boolean answer) {
        counter[0]++;
        return answer;
    }

    /** Counts which operands of logical operators are evaluated. */
    @GpuKernel
    static void shortCircuits(int[] in, int[] evaluated, boolean[] results) {
        int i = Grid.x();
        if (i < in.length) {
            int[] counter = {0};
            boolean p = (in[i] & 1) != 0;
            boolean q = (in[i] & 2) != 0;
            boolean r = (in[i] & 4) != 0;
            boolean lazy = (bump(counter, p) && bump(counter, q)) || (bump(counter, r) && !bump(counter, p));
            boolean eager = bump(counter, p) ^ bump(counter, !q);
            eager &= bump(counter, q);
            eager |= bump(counter, r);
            results[i] = lazy ? eager : !eager && (p || bump(counter, q) || bump(counter, r));
            evaluated[i] = counter[0];
        }
    }

    /** The order in which Java evaluates operands. */
    @GpuKernel
    static void evaluationOrder(int[] in, int[] out) {
        int i = Grid.x();
        if (i < out.length) {
            int[] a = {0, 1, 2, 3, 4, 5, 6, 7};
            int k = in[i] & 3;
            a[k++] = k + a[k] * k++;
            a[k] += a[--k] + k--;
            int m = k++ + ++k * k--;
            int sum = m;
            for (int element : a) {
                sum = sum * 31 + element;
            }
            out[i] = sum;
        }
    }

    /** How far the three-dimensional walks of a loop nest go before each leaves. */
    @GpuKernel
    static void deepNest(int[] limits, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int count = 0;
            outer:
            for (int a = 0; a < 6; a++) {
                int b = a;
                do {
                    for (int c = b; ; c += 2) {
                        count++;
                        if (count * c % 7 == 3) {
                            continue outer;
                        }
                        if (c > limits[i]) {
                            break;
                        }
                        if (count > 150) {
                            break outer;
                        }
                    }
                    b += 1 + count % 2;
                } while (b < limits[i]);
            }
            out[i] = count;
        }
    }

    @GpuKernel
    static void nestedConditions(int[] in, byte[] out) {
        for (int i = 0; i < out.length; i++) {
            int x = in[i];
            out[i] = (byte)
                    (x < -1000 ? x % 2 == 0 ? 1 : 2 : x < 0 ? 3 : x == 0 ? 4 : x > 1000 ? x > 1_000_000 ? 5 : 6 : 7);
        }
    }

    /** Iterations up to and including a bound, from a start that is not 0. */
    @GpuKernel
    static void inclusiveBounds(int from, int to, int shift, int[] out) {
        for (int i = from; i <= to; i++) {
            if ((i + shift) % 3 == 0) {
                continue;
            }
            out[i] = i * i;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.grid("pairWithSum", 30, () -> List.of(ints(300, 1, 0, 30), 10, 31, new int[30], new int[30]));
        kernels.loop("swaps", () -> List.of(Seeded.counting(50, 0, 1), new long[50]));
        kernels.loop("earlyReturns", () -> List.of(ints(100, 2), new int[100]));
        kernels.grid("shortCircuits", 32, () -> List.of(Seeded.counting(32, 0, 1), new int[32], new boolean[32]));
        kernels.grid("evaluationOrder", 20, () -> List.of(Seeded.counting(20, 3, 5), new int[20]));
        kernels.loop("deepNest", () -> List.of(ints(40, 3, 0, 12), new int[40]));
        kernels.loop("nestedConditions", () -> List.of(conditions(), new byte[60]));
        kernels.loop("inclusiveBounds", () -> List.of(5, 93, 1, new int[100]));
    }

    private static int[] conditions() {
        int[] in = ints(60, 4);
        for (int i = 0; i < in.length; i++) {
            in[i] >>= i % 32;
        }
        in[59] = 0;
        return in;
    }
}
