package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Kernels that make the rows of an array by loops which do not go from its first row up to its last one, and by several. */
public final class RowRangeKernels {
    private RowRangeKernels() {}

    @GpuKernel
    public static int[][] part(int[][] a, int from, int to, int first, int last) {
        int[][] part = new int[to - from + 1][];
        for (int i = from; i <= to; i++) {
            part[i - from] = Arrays.copyOfRange(a[i], first, last + 1);
        }
        return part;
    }

    @GpuKernel
    public static int[][] backwards(int[][] a) {
        int[][] r = new int[a.length][];
        for (int i = a.length - 1; i >= 0; i--) {
            r[i] = a[i].clone();
            r[i][0] += i;
        }
        return r;
    }

    @GpuKernel
    public static int[][] backwardsToOne(int[][] a) {
        int[][] r = new int[a.length][];
        for (int i = a.length; i > 0; i--) {
            r[i - 1] = a[i - 1].clone();
        }
        return r;
    }

    @GpuKernel
    public static int[][] running(int[][] a) {
        int[][] r = new int[a.length][];
        int k = 0;
        for (int[] row : a) {
            r[k] = row.clone();
            r[k][0] += k;
            k++;
        }
        return r;
    }

    @GpuKernel
    public static int[][] runningDown(int[][] a) {
        int[][] r = new int[a.length][];
        int k = a.length;
        for (int i = 0; i < a.length; i++) {
            k--;
            r[k] = a[i].clone();
            r[k][0] -= i;
        }
        return r;
    }

    @GpuKernel
    public static int[][] mirrored(int[][] a) {
        int n = a.length;
        int[][] r = new int[n][];
        for (int i = 0; i < n; i++) {
            r[n - 1 - i] = a[i].clone();
        }
        return r;
    }

    /** Rows of lengths that follow from a running index, and from the loop's variable. */
    @GpuKernel
    public static int[][] triangleDown(int n) {
        int[][] r = new int[n][];
        int k = 3;
        for (int i = n - 1; i >= 0; i--) {
            r[i] = new int[i + k];
            r[i][i] = k;
            k += 2;
        }
        return r;
    }

    @GpuKernel
    public static int[][] clonedThenNew(int[][] a, int m) {
        int n = a.length;
        int[][] r = new int[n][];
        int half = n / 2;
        for (int i = 0; i < half; i++) {
            r[i] = a[i].clone();
        }
        for (int i = half; i < n; i++) {
            r[i] = new int[m];
            r[i][m - 1] = i;
        }
        return r;
    }

    @GpuKernel
    public static int[][] stacked(int[][] a, int[][] b) {
        int[][] r = new int[a.length + b.length][];
        for (int i = 0; i < a.length; i++) {
            r[i] = a[i].clone();
        }
        for (int i = 0; i < b.length; i++) {
            r[a.length + i] = b[i].clone();
        }
        return r;
    }

    @GpuKernel
    public static int[][] stackedByOneIndex(int[][] a, int[][] b, int m) {
        int[][] r = new int[a.length + b.length][];
        int k = 0;
        for (int i = 0; i < a.length; i++) {
            if (i % 2 == 0) {
                r[k] = new int[m];
                r[k][m / 2] = a[i][0];
            } else {
                r[k] = new int[m];
            }
            k++;
        }
        for (int i = 0; i < b.length; i++) {
            r[a.length + i] = new int[m];
        }
        return r;
    }

    @GpuKernel
    public static int[][] appended(int[][] a, int[] last) {
        int n = a.length;
        int[][] r = new int[n + 1][];
        for (int i = 0; i < n; i++) {
            r[i] = a[i].clone();
        }
        r[n] = last.clone();
        r[n][0] += r[0].length;
        return r;
    }

    @GpuKernel
    public static int[][] closed(int[][] a, int[] last) {
        int n = a.length;
        int[][] r = new int[n][];
        r[n - 1] = last.clone();
        for (int i = 0; i < n - 1; i++) {
            r[i] = a[i].clone();
        }
        return r;
    }

    @GpuKernel
    public static int[][] betweenTwo(int[] first, int[][] a, int[] last) {
        int[][] r = new int[a.length + 2][];
        r[0] = first.clone();
        for (int i = 1; i <= a.length; i++) {
            r[i] = a[i - 1].clone();
        }
        r[a.length + 1] = last.clone();
        return r;
    }

    /** A loop reads rows that another one set. */
    @GpuKernel
    public static int[][] fromTheRowOfTheOtherLoop(int n, int m) {
        int[][] r = new int[n][];
        for (int i = 0; i < 1; i++) {
            r[i] = new int[m];
            for (int j = 0; j < m; j++) {
                r[i][j] = j;
            }
        }
        for (int i = 1; i < n; i++) {
            r[i] = new int[m];
            for (int j = 0; j < m; j++) {
                r[i][j] = r[i - 1][j] + 2;
            }
        }
        return r;
    }

    /** The middle part is where numbers that are passed say. */
    @GpuKernel
    public static int[][] thirds(int n, int from, int to) {
        int[][] r = new int[n][];
        for (int i = 0; i < from; i++) {
            r[i] = new int[2];
        }
        for (int i = from; i < to; i++) {
            r[i] = new int[3];
            r[i][1] = i;
        }
        for (int i = to; i < n; i++) {
            r[i] = new int[4];
        }
        return r;
    }

    @GpuKernel
    public static int[][] clonedHalves(int[][] a, int m) {
        int[][] r = a.clone();
        int half = a.length / 2;
        for (int i = 0; i < half; i++) {
            r[i] = r[i].clone();
            r[i][0]++;
        }
        for (int i = half; i < a.length; i++) {
            r[i] = new int[m];
        }
        return r;
    }

    @GpuKernel
    public static int[][] copyOfRows(int[][] a) {
        int[][] r = Arrays.copyOf(a, a.length);
        for (int i = 0; i < r.length; i++) {
            r[i] = Arrays.copyOf(r[i], r[i].length);
            r[i][0]++;
        }
        return r;
    }

    @GpuKernel
    public static long throughTheCopy(int[][] a, int by) {
        int[][] r = Arrays.copyOf(a, a.length);
        for (int i = 0; i < a.length; i++) {
            r[i][0] += by;
        }
        long sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i][0];
        }
        return sum;
    }

    @GpuKernel
    public static int[][] resized(int[][] a, int n, int m) {
        int[][] r = Arrays.copyOf(a, n);
        for (int i = 0; i < n; i++) {
            r[i] = new int[m];
            r[i][0] = a.length;
        }
        return r;
    }

    @GpuKernel
    public static int[][] plane(int[][][] v, int p) {
        int[][] r = v[p].clone();
        for (int i = 0; i < r.length; i++) {
            r[i] = r[i].clone();
            r[i][0] += v[p][i].length;
        }
        return r;
    }

    /** Rows of the plane itself are written before they are copied. */
    @GpuKernel
    public static int[][] planeThroughTheClone(int[][][] v, int p, int by) {
        int[][] r = v[p].clone();
        for (int i = 0; i < r.length; i++) {
            r[i][0] += by;
            r[i] = r[i].clone();
            r[i][0] += by;
        }
        return r;
    }

    @GpuKernel
    public static long sumOfAPlane(int[][][] v, int p) {
        int[][] r = v[p].clone();
        long sum = 0;
        for (int i = 0; i < r.length; i++) {
            for (int j = 0; j < r[i].length; j++) {
                sum += r[i][j];
            }
        }
        return sum;
    }

    @GpuKernel
    public static int[][] rangesInSteps(int[] x, int steps) {
        int[][] r = new int[x.length][];
        for (int i = x.length - 1; i >= 0; i--) {
            r[i] = new int[2];
        }
        for (int t = 0; t < steps; t++) {
            int[][] s = new int[x.length + 1][];
            for (int i = 0; i < x.length; i++) {
                s[i] = new int[2];
                s[i][0] = r[i][1] + x[i];
            }
            s[x.length] = new int[2];
            for (int i = 0; i < x.length; i++) {
                r[i][1] = s[i][0] + s[x.length][1] + t;
            }
        }
        return r;
    }

    @GpuKernel
    public static void rangesInAnIteration(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] r = new int[n + 1][];
            for (int i = n - 1; i >= 0; i--) {
                r[i] = new int[3];
                r[i][i % 3] = t;
            }
            r[n] = new int[3];
            r[n][0] = 7;
            out[t] = r[n / 2][t % 3] + r[n][0];
        }
    }
}
