package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import java.util.Arrays;

/** Iterations that make arrays of two dimensions and set their rows in any order: of several lengths, null, shared, moved. */
@SuppressWarnings("NullAway") // rows that are null
public final class RowTableKernels {
    private RowTableKernels() {}

    @SuppressWarnings("ArrayRecordComponent") // as people write it
    record Table(int[][] rows, int factor) {}

    static int sum(int[] row) {
        int sum = 0;
        for (int x : row) {
            sum = sum * 31 + x;
        }
        return sum;
    }

    static int sum(int[][] rows) {
        int sum = 0;
        for (int[] row : rows) {
            sum = sum * 17 + (row == null ? 1 : sum(row) + row.length);
        }
        return sum;
    }

    static int[] pick(int[][] rows, int i) {
        return rows[i];
    }

    static int[][] triangle(int n, int first) {
        int[][] rows = new int[n][];
        for (int i = 0; i < n; i++) {
            rows[i] = new int[i + 1];
            rows[i][i] = first + i;
        }
        return rows;
    }

    @GpuKernel
    static void pascal(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] p = new int[t % n + 1][];
            for (int i = 0; i < p.length; i++) {
                p[i] = new int[i + 1];
                p[i][0] = 1;
                p[i][i] = 1;
                for (int j = 1; j < i; j++) {
                    p[i][j] = p[i - 1][j - 1] + p[i - 1][j];
                }
            }
            out[t] = sum(p[t % n]);
        }
    }

    @GpuKernel
    static void byMethod(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            out[t] = sum(triangle(n, t));
        }
    }

    @GpuKernel
    static void inARecord(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            Table table = new Table(triangle(n, t), 3);
            out[t] = sum(table.rows()) * table.factor();
        }
    }

    @GpuKernel
    static void written(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = {{t}, {1, t}, {}, {2, n, t}};
            out[t] = sum(rows);
        }
    }

    private static int[][] inOrder(int rows, int columns) {
        int[][] made = new int[rows][];
        made[0] = new int[columns];
        for (int i = 1; i < rows; i++) {
            made[i] = new int[columns];
            for (int j = 0; j < columns; j++) {
                made[i][j] = made[i - 1][j] + j;
            }
        }
        return made;
    }

    /** Of two arrays that may be written there are two copies of all that comes after. */
    @GpuKernel
    static void besideRowsInOrder(int[] one, int[] other, int n) {
        int[] out = n > 1 ? one : other;
        for (int step = 0; step < 2; step++) {
            int[][] made = inOrder(n + 1, n + 3);
            for (int t = 0; t < out.length; t++) {
                int[][] rows = {{t}, {1, n}, {}};
                rows[t & 1] = rows[2 - step];
                out[t] = out[t] * 3 + sum(rows);
            }
            for (int t = 0; t < out.length; t++) {
                out[t] += made[t % (n + 1)][t % 3];
            }
        }
    }

    @GpuKernel
    static void inBranches(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            if (t % 3 != 1) {
                int[][] rows = new int[n][];
                for (int i = n - 1; i >= 0; i--) {
                    if ((i + t) % 2 == 0) {
                        rows[i] = new int[] {t, i};
                    } else {
                        rows[i] = new int[n - i];
                    }
                    rows[i][0]++;
                }
                out[t] = sum(rows);
            }
        }
    }

    @GpuKernel
    static void inNests(int[][] out, int n) {
        for (int t = 0; t < out.length; t++) {
            for (int u = 0; u < out[t].length; u++) {
                int sum = 0;
                for (int k = 1; k < 3; k++) {
                    int[][] rows = triangle(n, k);
                    for (int i = 0; i < n; i++) {
                        rows[i][0] += t * u;
                    }
                    sum = sum * 5 + sum(rows);
                }
                out[t][u] = sum;
            }
        }
    }

    @GpuKernel
    static void shared(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n + 2][3];
            rows[1] = rows[0];
            rows[1][2] = t;
            int[] own = new int[n];
            rows[n + 1] = own;
            rows[n] = own;
            for (int i = 0; i < n; i++) {
                own[i] += t + i;
            }
            out[t] = sum(rows);
        }
    }

    @GpuKernel
    static void byTwoArrays(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n][];
            int[][] reversed = new int[n][];
            for (int i = 0; i < n; i++) {
                rows[i] = new int[i + 2];
                reversed[n - 1 - i] = rows[i];
            }
            for (int i = 0; i < n; i++) {
                reversed[i][1] = i + t;
            }
            out[t] = sum(rows);
        }
    }

    @GpuKernel
    static void swapped(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = triangle(n + 2, t);
            if (t % 2 == 0) {
                int[] row = rows[0];
                rows[0] = rows[n];
                rows[n] = row;
                row[0] = 77;
            }
            out[t] = sum(rows) + sum(pick(rows, n));
        }
    }

    @GpuKernel
    static void sorted(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n][2];
            for (int i = 0; i < n; i++) {
                rows[i][0] = (i * 7 + t) % 5;
                rows[i][1] = i;
            }
            for (int i = 1; i < n; i++) {
                int[] row = rows[i];
                int j = i - 1;
                while (j >= 0 && rows[j][0] > row[0]) {
                    rows[j + 1] = rows[j];
                    j--;
                }
                rows[j + 1] = row;
            }
            out[t] = sum(rows);
        }
    }

    @GpuKernel
    static void inSteps(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[2][n];
            for (int k = 0; k < 3; k++) {
                int[] next = new int[n];
                for (int j = 0; j < n; j++) {
                    next[j] = rows[0][j] + j * k + t;
                }
                rows[1] = rows[0];
                rows[0] = next;
            }
            out[t] = sum(rows);
        }
    }

    @GpuKernel
    static void whereNeeded(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n + 1][];
            for (int i = 0; i < 6; i++) {
                int k = i * t % (n + 1);
                if (rows[k] == null) {
                    rows[k] = new int[4];
                }
                rows[k][i % 4]++;
            }
            rows[0] = t % 5 == 0 ? rows[0] : null;
            out[t] = sum(rows);
        }
    }

    /** A step makes rows in order, whose lengths the loop after it asks for, and iterations of another loop set theirs in any. */
    @GpuKernel
    static void besideOrdered(int[] out, int n) {
        for (int step = 0; step < 2; step++) {
            int[][] steps = new int[4][];
            steps[0] = new int[n];
            for (int i = 1; i < 4; i++) {
                steps[i] = new int[n];
                for (int j = 0; j < steps[i].length; j++) {
                    steps[i][j] = steps[i - 1][j] + j + step;
                }
            }
            for (int t = 0; t < out.length; t++) {
                int[][] rows = new int[4][];
                rows[t & 3] = new int[n];
                rows[n & 3] = rows[t & 3];
                rows[n & 3][0] = t;
                rows[1] = null;
                out[t] += sum(rows);
            }
            for (int i = 0; i < 4; i++) {
                out[i] += steps[i][n - 1];
            }
        }
    }

    /** Each of two copies of the loop makes arrays of its own. */
    @GpuKernel
    static void swappedBehindAChoice(int[] one, int[] other, int n) {
        int[] out = n > 4 ? one : other;
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[4][1 + (n & 1)];
            rows[2][0] = t;
            int[] row = rows[3];
            rows[3] = rows[n & 2];
            rows[n & 2] = row;
            out[t] = sum(rows) + rows[3][0] * 5;
        }
    }

    @GpuKernel
    static void copied(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = triangle(n + 2, t);
            Arrays.fill(rows[1], t);
            int[] before = rows[1];
            rows[1] = rows[1].clone();
            before[0] = 9;
            rows[0] = t % 2 == 0 ? rows[n] : before;
            out[t] = sum(rows) + sum(Arrays.copyOf(rows[0], 4));
        }
    }

    @GpuKernel
    static void caught(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n + 1][];
            int sum = 0;
            try {
                rows[t % 3] = new int[] {1, 2, t};
                for (int i = 0; i <= n; i++) {
                    sum += rows[i][2];
                }
            } catch (NullPointerException e) {
                sum = -sum - 1;
            } catch (ArrayIndexOutOfBoundsException e) {
                sum = 1000;
            }
            out[t] = sum;
        }
    }

    @GpuKernel
    static void nullElement(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n + 1][];
            rows[0] = new int[t + 1];
            out[t] = rows[t == 5 ? n : 0][t];
        }
    }

    @GpuKernel
    static void nullStore(double[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            double[][] rows = new double[n + 1][];
            rows[0] = new double[3];
            int last = t == 5 ? n : 0;
            rows[last][1] = out[t] + t;
            out[t] = rows[0][1];
        }
    }

    @GpuKernel
    static void nullLength(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            Table table = new Table(new int[n + 1][], t);
            table.rows()[0] = new int[3];
            int last = t == 5 ? n : 0;
            out[t] = table.rows()[last - 0].length + table.factor();
        }
    }

    @GpuKernel
    static void nullResult(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n + 1][];
            rows[0] = new int[3];
            out[t] = pick(rows, t == 5 ? n : 0)[1] + t;
        }
    }

    @GpuKernel
    static void nullArgument(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n + 1][];
            rows[0] = new int[3];
            int[] row = rows[t == 5 ? n : 0];
            out[t] = row.length;
            out[t] += sum(row);
        }
    }

    @GpuKernel
    static void outOfRange(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = triangle(n + 1, t);
            out[t] = rows[n][t % 8];
        }
    }

    @GpuKernel
    static void negative(int[] out, int n) {
        for (int t = 0; t < out.length; t++) {
            int[][] rows = new int[n][];
            for (int i = 0; i < n; i++) {
                rows[i] = new int[4 - i - t % 2];
            }
            out[t] = sum(rows);
        }
    }
}
