package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;

/** Plain loops over arrays of three and four dimensions. */
public final class VolumeKernels {
    private static final int[][][] WEIGHTS = {{{1, 2}, {3, 4}, {5, 6}}, {{-1, 0}, {7, -3}, {2, 2}}};

    private VolumeKernels() {}

    /** A step of heat that flows from and to six neighbours. */
    @GpuKernel
    public static void heat(double[][][] a, double[][][] b) {
        for (int k = 1; k < a.length - 1; k++) {
            for (int i = 1; i < a[k].length - 1; i++) {
                for (int j = 1; j < a[k][i].length - 1; j++) {
                    b[k][i][j] = a[k][i][j]
                            + 0.125
                                    * (a[k - 1][i][j]
                                            + a[k + 1][i][j]
                                            + a[k][i - 1][j]
                                            + a[k][i + 1][j]
                                            + a[k][i][j - 1]
                                            + a[k][i][j + 1]
                                            - 6 * a[k][i][j]);
                }
            }
        }
    }

    /** Many products of matrices. */
    @GpuKernel
    public static void products(float[][][] a, float[][][] b, float[][][] c) {
        for (int p = 0; p < c.length; p++) {
            float[][] left = a[p];
            float[][] right = b[p];
            for (int i = 0; i < c[p].length; i++) {
                for (int j = 0; j < c[p][i].length; j++) {
                    float sum = 0;
                    for (int k = 0; k < right.length; k++) {
                        sum += left[i][k] * right[k][j];
                    }
                    c[p][i][j] = sum;
                }
            }
        }
    }

    /** Planes of red, green and blue. */
    @GpuKernel
    public static void grey(short[][][] rgb, byte[][] grey) {
        for (int y = 0; y < grey.length; y++) {
            for (int x = 0; x < grey[y].length; x++) {
                grey[y][x] = (byte) ((rgb[0][y][x] * 77 + rgb[1][y][x] * 150 + rgb[2][y][x] * 29) >> 8);
            }
        }
    }

    private static long sum(long[][] plane) {
        long sum = 0;
        for (long[] row : plane) {
            for (long v : row) {
                sum += v;
            }
        }
        return sum;
    }

    /** A plane as argument of a method. */
    @GpuKernel
    public static void planeSums(long[][][] a, long[] sums) {
        for (int k = 0; k < a.length; k++) {
            sums[k] = sum(a[k]);
        }
    }

    @GpuKernel
    public static int total(int[][][] a) {
        int sum = 0;
        for (int[][] plane : a) {
            for (int[] row : plane) {
                for (int v : row) {
                    sum += v;
                }
            }
        }
        return sum;
    }

    /** Axes change places. */
    @GpuKernel
    public static void turn(char[][][] a, char[][][] b) {
        for (int k = 0; k < a.length; k++) {
            for (int i = 0; i < a[0].length; i++) {
                for (int j = 0; j < a[0][0].length; j++) {
                    b[j][k][i] = a[k][i][j];
                }
            }
        }
    }

    @GpuKernel
    public static void invert(boolean[][][] a) {
        for (int k = 0; k < a.length; k++) {
            for (int i = 0; i < a[k].length; i++) {
                boolean[] row = a[k][i];
                for (int j = 0; j < row.length; j++) {
                    row[j] = !row[j];
                }
            }
        }
    }

    /** A running sum through all planes. */
    @GpuKernel
    public static void runThrough(int[][][] a) {
        for (int k = 1; k < a.length; k++) {
            for (int i = 0; i < a[k].length; i++) {
                for (int j = 0; j < a[k][i].length; j++) {
                    a[k][i][j] += a[k - 1][i][j];
                }
            }
        }
    }

    /** A running sum along each row. */
    @GpuKernel
    public static void runAlong(int[][][] a) {
        for (int k = 0; k < a.length; k++) {
            for (int i = 0; i < a[k].length; i++) {
                for (int j = 1; j < a[k][i].length; j++) {
                    a[k][i][j] += a[k][i][j - 1];
                }
            }
        }
    }

    /** One plane is set from another, which for all is known is the same. */
    @GpuKernel
    public static void copyPlane(int[][][] a, int from, int to) {
        for (int i = 0; i < a[to].length; i++) {
            for (int j = 0; j < a[to][i].length; j++) {
                a[to][i][j] = a[from][i][j];
            }
        }
    }

    @GpuKernel
    public static float[][][] blend(float[][][] a, float[][][] b, int by) {
        float[][][] c = new float[a.length][a[0].length][a[0][0].length];
        for (int k = 0; k < c.length; k++) {
            for (int i = 0; i < c[k].length; i++) {
                for (int j = 0; j < c[k][i].length; j++) {
                    c[k][i][j] = (a[k][i][j] * by + b[k][i][j] * (12 - by)) / 12;
                }
            }
        }
        return c;
    }

    @GpuKernel
    public static int[][][] numbered(int planes, int rows, int columns) {
        int[][][] made = new int[planes - 1][rows][columns - 2];
        for (int k = 0; k < made.length; k++) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < made[k][i].length; j++) {
                    made[k][i][j] = 100 * k + 10 * i + j;
                }
            }
        }
        return made;
    }

    /** Each half as large in every direction. */
    @GpuKernel
    public static void pool(int[][][] a, int[][][] b) {
        for (int k = 0; k < b.length / 2; k++) {
            for (int i = 0; i < b[k].length / 2; i++) {
                for (int j = 0; j < b[k][i].length / 2; j++) {
                    int most = a[2 * k][2 * i][2 * j];
                    for (int d = 1; d < 8; d++) {
                        most = Math.max(most, a[2 * k + d / 4][2 * i + d / 2 % 2][2 * j + d % 2]);
                    }
                    b[k][i][j] = most;
                }
            }
        }
    }

    /** A table, and an array of the thread's own. */
    @GpuKernel
    public static void weigh(int[][][] a, int[] out) {
        for (int n = 0; n < out.length; n++) {
            int[][][] own = new int[2][3][2];
            for (int d = 0; d < 12; d++) {
                own[d / 6][d / 2 % 3][d % 2] = a[0][0][n] * WEIGHTS[d / 6][d / 2 % 3][d % 2] + WEIGHTS[0].length;
            }
            out[n] = own[1][1][n & 1] + own[n & 1][2][0] + own[0].length;
        }
    }

    /** Rows are copied as others are. */
    @GpuKernel
    public static void copies(int[][][] a, int[][][] b) {
        for (int k = 0; k < a.length; k++) {
            System.arraycopy(a[k][0], 0, b[k][0], 0, b[k][0].length);
        }
        int[] first = a[0][0].clone();
        for (int j = 0; j < first.length; j++) {
            b[0][0][j] += 2 * first[j];
        }
    }

    /** Counts by place: neighbours may count at one. */
    @GpuKernel
    public static void count(int[][][] a, int[][][] counts) {
        for (int[][] plane : a) {
            for (int[] row : plane) {
                for (int v : row) {
                    counts[0][0][Math.floorMod(v, 5)]++;
                }
            }
        }
    }

    @GpuKernel
    public static int firstAbove(int[][][] a, int limit) {
        for (int k = 0; k < a.length; k++) {
            for (int i = 0; i < a[k].length; i++) {
                for (int j = 0; j < a[k][i].length; j++) {
                    if (a[k][i][j] > limit) {
                        return (k * 1000 + i) * 1000 + j;
                    }
                }
            }
        }
        return -1;
    }

    /** Volumes over time. */
    @GpuKernel
    public static void overTime(double[][][][] a, double[][][][] b, int by) {
        for (int t = 0; t < a.length; t++) {
            for (int k = 0; k < a[t].length; k++) {
                for (int i = 0; i < a[t][k].length; i++) {
                    for (int j = 0; j < a[t][k][i].length; j++) {
                        b[t][k][i][j] = a[t][k][i][j] * by + b[t][k][i][j];
                    }
                }
            }
        }
    }

    @GpuKernel
    public static long[][][][] four(long[][][][] a) {
        long[][][][] b = new long[a.length][a[0].length][a[0][0].length][a[0][0][0].length];
        for (int t = 0; t < a.length; t++) {
            for (int k = 0; k < a[0].length; k++) {
                long[][] plane = a[t][k];
                for (int i = 0; i < a[0][0].length; i++) {
                    for (int j = 0; j < a[0][0][0].length; j++) {
                        b[t][k][i][j] = plane[i][j] + t;
                    }
                }
            }
        }
        return b;
    }

    /** A row of the first plane, whose place among all rows is a constant, and the elements of the second. */
    @GpuKernel
    public static void fromARowOfTheFirstPlane(double[][][] a, int k) {
        double[] row = a[0][1];
        double[][] second = a[1];
        for (int i = 0; i < second.length; i++) {
            for (int j = 0; j < second[i].length; j++) {
                second[i][j] += row[k & 3] - row[i];
            }
        }
    }

    /** Rows of a plane take turns, after a loop that is there for each of two arrays. */
    @GpuKernel
    public static void rowsOfAPlane(double[][][] a, double[] x, double[] y, int which, int steps, int count) {
        double[][] plane = a[1];
        double[] from = which > 5 ? x : y;
        double[] kept = plane[0];
        double[] one = plane[1];
        double[] other = plane[2];
        for (int i = 0; i < count; i++) {
            kept[i] = from[i] + i;
        }
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < count; i++) {
                one[i] = kept[(i + step) % 3] + a[0][1][i];
            }
            double[] turn = one;
            one = other;
            other = turn;
        }
    }
}
