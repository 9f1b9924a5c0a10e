package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import java.util.Arrays;

/** Kernels that make rows of several lengths: triangles, lists, rows as long as those of an argument. */
public final class RowLengthKernels {
    private RowLengthKernels() {}

    /** Products of rows, of which one half is enough. */
    @GpuKernel
    public static int[][] gram(int[][] a) {
        int[][] products = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            products[i] = new int[i + 1];
            for (int k = 0; k <= i; k++) {
                int sum = 0;
                for (int j = 0; j < a[i].length; j++) {
                    sum += a[i][j] * a[k][j];
                }
                products[i][k] = sum;
            }
        }
        return products;
    }

    /** Rows of several lengths, twice, and a number. */
    @SuppressWarnings("ArrayRecordComponent") // as people write it
    public record Gram(int[][] products, int[][] same, int size) {}

    @GpuKernel
    public static Gram gramOf(int[][] a) {
        int[][] products = gram(a);
        return new Gram(products, products, a.length);
    }

    /** Rows first, then elements; the upper half without the diagonal. */
    @GpuKernel
    public static int[][] upper(int n, int by) {
        int[][] upper = new int[n][];
        for (int i = 0; i < n; i++) {
            upper[i] = new int[n - i - 1];
        }
        for (int i = 0; i < upper.length; i++) {
            for (int j = 0; j < upper[i].length; j++) {
                upper[i][j] = (i + 1) * by + j;
            }
        }
        return upper;
    }

    @GpuKernel
    public static long[][] pascal(int n) {
        long[][] rows = new long[n][];
        for (int i = 0; i < n; i++) {
            rows[i] = new long[i + 1];
            rows[i][0] = 1;
            rows[i][i] = 1;
            for (int k = 1; k < i; k++) {
                rows[i][k] = rows[i - 1][k - 1] + rows[i - 1][k];
            }
        }
        return rows;
    }

    @GpuKernel
    public static long[][] pascalFirstApart(int n) {
        long[][] rows = new long[n][];
        rows[0] = new long[] {1};
        for (int i = 1; i < n; i++) {
            long[] row = new long[i + 1];
            row[0] = 1;
            for (int k = 1; k < i; k++) {
                row[k] = rows[i - 1][k - 1] + rows[i - 1][k];
            }
            row[i] = 1;
            rows[i] = row;
        }
        return rows;
    }

    /** The square root of a matrix, column by column. */
    @GpuKernel
    public static double[][] cholesky(double[][] a) {
        int n = a.length;
        double[][] l = new double[n][];
        for (int i = 0; i < n; i++) {
            l[i] = new double[i + 1];
        }
        for (@Sequential int j = 0; j < n; j++) {
            double diagonal = a[j][j];
            for (@Sequential int k = 0; k < j; k++) {
                diagonal -= l[j][k] * l[j][k];
            }
            l[j][j] = Math.sqrt(diagonal);
            for (int i = j + 1; i < n; i++) {
                double sum = a[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= l[i][k] * l[j][k];
                }
                l[i][j] = sum / l[j][j];
            }
        }
        return l;
    }

    /** Lists of places, as long as they are counted before. */
    @GpuKernel
    public static int[][] lists(int[] lengths, int by) {
        int[][] lists = new int[lengths.length][];
        for (int i = 0; i < lengths.length; i++) {
            lists[i] = new int[lengths[i]];
            for (int j = 0; j < lists[i].length; j++) {
                lists[i][j] = i + j * by;
            }
        }
        return lists;
    }

    /** The lengths are found by the kernel. */
    @GpuKernel
    public static int[][] counted(int[] x, int kinds) {
        int[] counts = new int[kinds];
        for (int i = 0; i < x.length; i++) {
            counts[Math.abs(x[i]) % kinds]++;
        }
        int[][] rows = new int[kinds][];
        for (int k = 0; k < kinds; k++) {
            int[] row = new int[counts[k]];
            for (int j = 0; j < row.length; j++) {
                row[j] = k * 100 + j;
            }
            rows[k] = row;
        }
        return rows;
    }

    /** More rows than lengths: the last ones throw. */
    @GpuKernel
    public static int[][] tooFewLengths(int[] lengths, int n) {
        int[][] rows = new int[n][];
        for (int i = 0; i < n; i++) {
            rows[i] = new int[lengths[i] + 1];
        }
        return rows;
    }

    @GpuKernel
    public static int[][] likeRows(int[][] a) {
        int[][] like = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            like[i] = new int[a[i].length];
            for (int j = 0; j < a[i].length; j++) {
                like[i][j] = a[i][j] * 2 + i;
            }
        }
        return like;
    }

    @GpuKernel
    public static int[][] longerByOne(int[][] a) {
        int[][] longer = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            longer[i] = Arrays.copyOf(a[i], a[i].length + 1);
            longer[i][a[i].length] = i;
        }
        return longer;
    }

    /** Rows as long as those of another array that the kernel makes. */
    @GpuKernel
    public static int[][] likeMade(int n, int by) {
        int[][] first = new int[n][];
        for (int i = 0; i < n; i++) {
            first[i] = new int[2 * i + 1];
            for (int j = 0; j < first[i].length; j++) {
                first[i][j] = i * j + by;
            }
        }
        int[][] second = new int[n][];
        for (int i = 0; i < n; i++) {
            second[i] = first[i].clone();
            second[i][0] = -i;
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < second[i].length; j++) {
                second[i][j] += first[n - 1][j];
            }
        }
        return second;
    }

    /** A row for each of two kinds. */
    @GpuKernel
    public static int[][] twoLengths(int n, int m) {
        int[][] two = new int[2][];
        two[0] = new int[n];
        two[1] = new int[m];
        for (int j = 0; j < n; j++) {
            two[0][j] = j;
        }
        for (int j = 0; j < m; j++) {
            two[1][j] = 2 * j;
        }
        return two;
    }

    /** Only the first row is longer. */
    @GpuKernel
    public static int[][] firstIsLonger(int n, int m) {
        int[][] r = new int[n][];
        r[0] = new int[m + 5];
        for (int i = 1; i < n; i++) {
            r[i] = new int[m];
            for (int j = 0; j < m; j++) {
                r[i][j] = r[i - 1][j] + i;
            }
        }
        return r;
    }

    /** A sum over a triangle that never leaves the device. */
    @GpuKernel
    public static long triangleSum(int n, int by) {
        int[][] t = new int[n][];
        for (int i = 0; i < n; i++) {
            t[i] = new int[i + 1];
            for (int j = 0; j <= i; j++) {
                t[i][j] = i * by - j;
            }
        }
        long sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < t[i].length; j++) {
                sum += t[i][j];
            }
        }
        return sum;
    }

    /** The length gets negative on the way. */
    @GpuKernel
    public static int[][] shorterAndShorter(int n, int m) {
        int[][] r = new int[n][];
        for (int i = 0; i < n; i++) {
            r[i] = new int[m - 2 * i];
            for (int j = 0; j < r[i].length; j++) {
                r[i][j] = j;
            }
        }
        return r;
    }

    /** A record of triangles. */
    @SuppressWarnings("ArrayRecordComponent") // as people write it
    public record Halves(int[][] lower, int[][] upper, int n) {}

    @GpuKernel
    public static Halves halves(int[][] a) {
        int n = a.length;
        int[][] lower = new int[n][];
        int[][] upper = new int[n][];
        for (int i = 0; i < n; i++) {
            lower[i] = Arrays.copyOf(a[i], i);
            upper[i] = new int[n - i];
            for (int j = i; j < n; j++) {
                upper[i][j - i] = a[i][j];
            }
        }
        return new Halves(lower, upper, n);
    }

    /** In each step of the host. */
    @GpuKernel
    public static void inStepsOfTriangles(int[] x, int steps) {
        for (int step = 0; step < steps; step++) {
            int[][] t = new int[x.length][];
            for (int i = 0; i < x.length; i++) {
                t[i] = new int[i + 1];
                for (int j = 0; j <= i; j++) {
                    t[i][j] = x[j] + step;
                }
            }
            for (int i = 0; i < x.length; i++) {
                x[i] = t[i][i] + t[x.length - 1][i];
            }
        }
    }

    /** Each row by a method, each of a length of its own. */
    @GpuKernel
    public static int[][] byAMethodOfRows(int n, int by) {
        int[][] lines = new int[n][];
        for (int i = 0; i < n; i++) {
            lines[i] = line(i * by, Math.min(i, by));
        }
        return lines;
    }

    private static int[] line(int from, int length) {
        int[] line = new int[Math.max(length, 0)];
        for (int j = 0; j < line.length; j++) {
            line[j] = from + j;
        }
        return line;
    }

    /** One array or the other. */
    @GpuKernel
    public static int[][] triangleOrGiven(int[][] a, boolean isTriangle) {
        int[][] t = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            t[i] = new int[i + 1];
            t[i][i] = a.length;
        }
        return isTriangle ? t : a;
    }

    /** Written on the way through the rows of a row. */
    @GpuKernel
    public static int[][] throwingOnTheWay(int n, int bad) {
        int[][] t = new int[n][];
        for (int i = 0; i < n; i++) {
            t[i] = new int[i + 1];
            if (i == bad) {
                throw new IllegalStateException("bad: " + i);
            }
            t[i][bad] = i;
        }
        return t;
    }

    /** Elements decide which of two lengths a row has, and which of two places makes it. */
    @GpuKernel
    public static int[][] listsInBranches(int[] x, int by) {
        int[][] lists = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            if (x[i] > 5 && i % 2 == 0) {
                lists[i] = new int[x[i]];
                lists[i][2] = by;
            } else {
                int[] row = new int[i];
                for (int j = 0; j < i; j++) {
                    row[j] = j * by;
                }
                lists[i] = row;
            }
            for (int j = 0; j < lists[i].length; j++) {
                lists[i][j] += x[j % x.length];
            }
        }
        return lists;
    }

    /** Some rows are short, and for others a loop sums up first. */
    @GpuKernel
    public static int[][] afterALoop(int[] x, int by) {
        int[][] lists = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            if (x[i] < 4) {
                lists[i] = new int[1];
                continue;
            }
            int sum = 0;
            for (int j = 0; j < i; j++) {
                sum += x[j] * by;
            }
            lists[i] = new int[i % 5];
            lists[i][0] = sum;
        }
        return lists;
    }

    /** A switch makes one of three rows. */
    @GpuKernel
    public static int[][] oneOfThree(int[] x, int by) {
        int[][] lists = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            lists[i] = switch (i % 3) {
                case 0 -> new int[by];
                case 1 -> x.clone();
                default -> new int[] {i, x[i], 5};
            };
        }
        return lists;
    }

    /** What decides about a length may throw. */
    @GpuKernel
    public static int[][] sizedByDivision(int[] x, int by) {
        int[][] lists = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            if (100 / x[i] > by) {
                lists[i] = new int[12 / x[i]];
            } else {
                lists[i] = new int[2];
            }
        }
        return lists;
    }

    /** Lists of edges, filled from the end: the numbers that sized them are counted down once all are made. */
    @GpuKernel
    public static int[][] neighbours(int[] x, int by) {
        int[] degree = new int[Math.max(1, by) + 1];
        for (int e = 0; e < x.length; e++) {
            degree[Math.abs(x[e]) % degree.length]++;
        }
        int[][] neighbours = new int[degree.length][];
        for (int v = 0; v < neighbours.length; v++) {
            neighbours[v] = new int[degree[v]];
        }
        for (@Sequential int e = 0; e < x.length; e++) {
            int v = Math.abs(x[e]) % degree.length;
            neighbours[v][--degree[v]] = e;
        }
        return neighbours;
    }
}
