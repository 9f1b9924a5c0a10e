package dev.gpukernel.oracle;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Kernels at the edges of what the optimising passes may do: indices that just fault, counters that wrap around, ways out of loops. */
final class OptimiserKernels {
    private OptimiserKernels() {}

    private static final int[] TABLE = {3, 1, 4, 1, 5, 9};

    @GpuKernel
    static void upwards(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = i;
            for (int k = from; k < to; k++) {
                sum += a[k] * 3 + b[k + 1];
            }
            out[i] = sum;
        }
    }

    /** Up to the greatest int, the counter wraps around and the loop goes on. */
    @GpuKernel
    static void inclusive(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = i;
            for (int k = from; k <= to; k++) {
                sum += a[k - from];
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void bySteps(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = i;
            for (int k = from; k < to; k += 3) {
                sum += a[k - from] + b[(k - from) * 2];
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void products(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = i;
            for (int k = 0; k < 5; k++) {
                for (int m = 0; m < b.length; m++) {
                    sum += a[m * from + k] - b[i * to + m];
                }
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void downwards(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = i;
            for (int k = to - 1; k >= 0; k--) {
                sum = sum * 5 + a[k];
            }
            for (int k = a.length - 1; k > 0; k--) {
                sum = sum * 5 + a[k - 1] + a[k];
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void earlyExits(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int found = -1;
            int sum = 0;
            for (int k = 0; k < 4; k++) {
                if (a[k] == b[i]) {
                    found = k;
                    break;
                }
                if ((a[k] & 1) != 0) {
                    continue;
                }
                sum += a[k] + to;
                if (sum > 20) {
                    break;
                }
            }
            out[i] = found * 100 + sum;
        }
    }

    @GpuKernel
    static void constantCounters(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = from;
            for (int k = Integer.MAX_VALUE - 1; k > 0; k++) {
                sum = sum * 31 + k;
            }
            for (int k = 1; k < 100; k <<= 2) {
                sum ^= k;
            }
            int k = 3;
            do {
                sum += k * to;
                k--;
            } while (k != 0);
            for (int p = 0; p < 3; p++) {
                for (int q = p; q < 3; q++) {
                    sum = sum * 7 + p * q;
                }
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void ownArrays(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int[] counts = new int[4];
            byte[] bytes = new byte[3];
            boolean[] flags = new boolean[2];
            for (int k = 0; k < 4; k++) {
                counts[k] = k > i ? counts[k] + from : counts[(k + 1) & 3] - k;
            }
            for (int k = 0; k < to; k++) {
                int first = counts[0];
                counts[0] = counts[1];
                counts[1] = counts[2] + k;
                counts[2] = counts[3];
                counts[3] = first;
                bytes[1] += (byte) (counts[0] * 77);
                flags[k & 0] = (counts[1] & 4) != 0;
                if (k > 20) {
                    break;
                }
            }
            out[i] = counts[0] + counts[1] * 3 + counts[2] * 5 + counts[3] * 7 + bytes[1] + (flags[0] ? 1000 : 0);
        }
    }

    @GpuKernel
    static void ownArrayFaults(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int[] three = new int[3];
            three[0] = from;
            if (to > 3) {
                out[i] = 1;
                three[3] = to;
            }
            out[i] = three[0] + three[2];
        }
    }

    @GpuKernel
    static void rows(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int[][] left = new int[3][3];
            int[][] product = new int[3][3];
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    left[r][c] = r * from + c * to + i;
                }
            }
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    for (int k = 0; k < 3; k++) {
                        product[r][c] += left[r][k] * left[k][c];
                    }
                }
            }
            out[i] = product[0][0] + product[1][2] * 3 + product[2][1] * 5 + product[2][2];
        }
    }

    @GpuKernel
    static void neighbours(int[] out, int[] a, int[] b, int from, int to) {
        int i = Grid.x() + from;
        if (i > 0 && i < a.length - 1 && i < out.length) {
            out[i] = a[i - 1] + a[i] * 2 + a[i + 1];
        } else if (i + 1 < b.length) {
            int j = from + Grid.x();
            if (j < out.length) {
                out[j] = b[i + 1];
            }
        }
    }

    /** Stores lie between checks, of which any may fail. */
    @GpuKernel
    static void storesBetween(int[] out, int[] a, int[] b, int from, int to) {
        int i = Grid.x();
        out[i] = a[i] + 1;
        b[i] = a[i + from];
        out[i] += b[i] + a[i + 2];
        b[i] += a[i + 1] / to;
        out[i] ^= a[a[i]];
    }

    /** What does not change in the loop faults only if there is an iteration. */
    @GpuKernel
    static void unchanging(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = 0;
            for (int k = 0; k < (to & 7); k++) {
                sum += a[from] + b[k] / from + from % (k + 1);
                if (k > 3) {
                    sum += b[to];
                }
            }
            out[i] = sum;
        }
    }

    /** The same, but what is read is written too. */
    @GpuKernel
    static void changing(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            out[i] = from;
            for (int k = 0; k < (to & 7); k++) {
                out[i] += out[i] * 3 + a[k];
            }
        }
    }

    @GpuKernel
    static void rowsBetween(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = 0;
            for (int k = a[i] + from; k < a[i + 1] + to % 5; k++) {
                sum += b[k] * a[b[k]];
            }
            out[i] = sum;
        }
    }

    @GpuKernel
    static void remainders(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            out[i] = a[i % a.length] + b[(i + from) % b.length] + a[(i & 3) % to] + a[Math.floorMod(from, a.length)];
        }
    }

    @GpuKernel
    static void choices(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int x = i > from ? i * 3 - to : i ^ to;
            if (x < 0) {
                x = -x;
            }
            long y = x;
            if ((x & 1) == 0) {
                y = y * y + from;
                x++;
            }
            double z = y > 100 ? -0.0 : 0.0;
            out[i] = (int) y + x + (1 / z > 0 ? 1 : 2);
        }
    }

    @GpuKernel
    static void valuesThatLeave(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int last = -1;
            int k = 0;
            int seen = 0;
            while (k < b.length) {
                last = b[k] + k;
                if (last == to) {
                    seen = last * 2;
                    break;
                }
                if (last > 11) {
                    seen = a[k];
                    break;
                }
                k++;
            }
            out[i] = last * 10 + k + seen;
        }
    }

    @GpuKernel
    static void thrown(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = 0;
            for (int k = 0; k < 3; k++) {
                if (k * i > to) {
                    throw new IllegalStateException("too much: " + k);
                }
                sum += a[i + k];
            }
            out[i] = sum;
        }
    }

    /** A table's element is the same in every iteration, and may not exist where there is none. */
    @GpuKernel
    static void tables(int[] out, int[] a, int[] b, int from, int to) {
        for (int i = 0; i < out.length; i++) {
            int sum = i;
            for (int k = from; k < to; k++) {
                sum += a[k - from] + TABLE[to] + TABLE[TABLE[from & 3]];
            }
            out[i] = sum;
        }
    }
}
