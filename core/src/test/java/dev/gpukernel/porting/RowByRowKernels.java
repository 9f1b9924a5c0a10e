package dev.gpukernel.porting;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Sequential;
import java.util.Arrays;

/** Kernels that make the rows of an array one by one. */
public final class RowByRowKernels {
    private RowByRowKernels() {}

    private static int[][] copied(int[][] a) {
        int[][] copy = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            copy[i] = a[i].clone();
        }
        return copy;
    }

    private static int[] line(int from, int length) {
        int[] line = new int[length];
        for (int j = 0; j < length; j++) {
            line[j] = from + j;
        }
        return line;
    }

    @GpuKernel
    public static int[][] zeros(int rows, int columns) {
        int[][] zeros = new int[rows][];
        for (int i = 0; i < rows; i++) {
            zeros[i] = new int[columns];
        }
        return zeros;
    }

    /** Branches set rows, one of them in branches of its own, and an iteration makes an array of another length before. */
    @GpuKernel
    public static int[][] inBranches(int rows, int columns) {
        int[][] table = new int[rows][];
        for (int i = 0; i < rows; i++) {
            int[] other = new int[Math.max(columns, 0) + 1];
            if (i % 3 == 0) {
                table[i] = new int[columns];
                table[i][0] = i;
            } else if (i % 3 == 1) {
                table[i] = new int[columns];
            } else {
                int[] row = new int[columns];
                row[columns - 1] = other.length;
                table[i] = row;
            }
            table[i][columns / 2] += 3;
        }
        return table;
    }

    /** Where the first thing that an iteration asks is the length of another array. */
    @GpuKernel
    public static int[][] afterAnother(int rows, int columns) {
        int[][] table = new int[rows][];
        for (int i = 0; i < rows; i++) {
            int[] other = new int[columns - 1];
            table[i] = new int[3];
            table[i][0] = other.length;
        }
        return table;
    }

    /** The border is empty, and what is within is copied. */
    @GpuKernel
    public static int[][] framed(int[][] a) {
        int[][] framed = new int[a.length + 2][];
        for (int i = 0; i < framed.length; i++) {
            if (i == 0 || i > a.length) {
                framed[i] = new int[a[0].length];
            } else {
                framed[i] = a[i - 1].clone();
            }
        }
        return framed;
    }

    /** One of two arrays that a row may be, chosen by an element, and filled after that. */
    @GpuKernel
    public static int[][] chosen(int[][] a, int by) {
        int[][] chosen = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            int[] row = a[i][0] % 2 == 0 ? a[i].clone() : new int[a[i].length];
            for (int j = 0; j < row.length; j++) {
                row[j] += by * j;
            }
            chosen[i] = row;
        }
        return chosen;
    }

    private static int[] absOrNegated(int[] row) {
        if (row[0] > 0) {
            return row.clone();
        }
        int[] negated = new int[row.length];
        for (int j = 0; j < row.length; j++) {
            negated[j] = -row[j];
        }
        return negated;
    }

    @GpuKernel
    public static int[][] byAMethodWithTwoResults(int[][] a) {
        int[][] rows = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            rows[i] = absOrNegated(a[i]);
        }
        return rows;
    }

    /** A copy of rows as libraries make one: each row of the clone is a copy of what it is. */
    @GpuKernel
    public static int[][] clonedInPlace(int[][] a) {
        int[][] copy = a.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i].clone();
        }
        for (int i = 0; i < copy.length; i++) {
            for (int j = 0; j < copy[i].length; j++) {
                copy[i][j] -= a[i][0];
            }
        }
        return copy;
    }

    /** Rows of both change places after that, and rows of the original did before. */
    @GpuKernel
    public static int[][] clonedAndSwapped(int[][] a) {
        int last = a.length - 1;
        int[] row = a[0];
        a[0] = a[last];
        a[last] = row;
        int[][] copy = a.clone();
        for (int i = 0; i < copy.length; i++) {
            copy[i] = copy[i].clone();
        }
        row = copy[0];
        copy[0] = copy[last / 2];
        copy[last / 2] = row;
        row = a[last];
        a[last] = a[last / 2];
        a[last / 2] = row;
        for (int i = 0; i < copy.length; i++) {
            for (int j = 0; j < copy[i].length; j++) {
                copy[i][j] += i;
            }
        }
        return copy;
    }

    @GpuKernel
    public static int[][] lengthenedInPlace(int[][] a, int by) {
        int[][] longer = a.clone();
        for (int i = 0; i < longer.length; i++) {
            longer[i] = Arrays.copyOf(longer[i], longer[i].length + by);
        }
        return longer;
    }

    /** What is stored in a row before it is set is in the original, also by a variable from before. */
    @GpuKernel
    public static int[][] throughTheClone(int[][] a, int by) {
        int[][] copy = a.clone();
        for (int i = 0; i < copy.length; i++) {
            int[] before = copy[i];
            copy[i][0] += by;
            copy[i] = copy[i].clone();
            copy[i][0] *= 3;
            before[1] = copy[i][0];
        }
        return copy;
    }

    /** No row is set of the clone, so all are the original's. */
    @GpuKernel
    public static long shallowClone(int[][] a, int by) {
        int[][] same = a.clone();
        int[][] copy = a.clone();
        long sum = 0;
        for (int i = 0; i < same.length; i++) {
            for (int j = 0; j < same[i].length; j++) {
                same[i][j] += by;
                sum += a[i][j];
            }
        }
        for (int i = 0; i < a.length; i++) {
            sum += copy[i].length + same.length;
        }
        return sum;
    }

    /** Of an array that is made, in steps. */
    @GpuKernel
    public static int[][] clonesOfWhatIsMade(int[][] a, int steps) {
        int[][] made = new int[a.length][a[0].length];
        for (int step = 0; step < Math.min(steps, 4); step++) {
            int[][] before = made.clone();
            for (int i = 0; i < before.length; i++) {
                before[i] = before[i].clone();
            }
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a[0].length; j++) {
                    made[i][j] = before[a.length - 1 - i][j] + a[i][j] * step;
                }
            }
        }
        return made;
    }

    /** Rows first, then elements, in loops of their own. */
    @GpuKernel
    public static int[][] rowsFirst(int rows, int columns) {
        int[][] table = new int[rows][];
        for (int i = 0; i < table.length; i++) {
            table[i] = new int[columns + 1];
        }
        for (int i = 0; i < table.length; i++) {
            for (int j = 0; j < table[i].length; j++) {
                table[i][j] = i * 1_000 + j;
            }
        }
        return table;
    }

    @GpuKernel
    public static int[][] filledOnceSet(int rows, int columns) {
        int[][] table = new int[rows][];
        for (int i = 0; i < rows; i++) {
            table[i] = new int[columns];
            for (int j = 0; j < columns; j++) {
                table[i][j] = i * j;
            }
        }
        return table;
    }

    @GpuKernel
    public static int[][] filledBefore(int[][] a, int by) {
        int[][] scaled = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            int[] row = new int[a[i].length];
            for (int j = 0; j < row.length; j++) {
                row[j] = a[i][j] * by;
            }
            scaled[i] = row;
        }
        return scaled;
    }

    /** The variable and the element are one row. */
    @GpuKernel
    public static int[][] filledThroughBoth(int[][] a, int by) {
        int[][] scaled = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            int[] row = new int[by];
            row[0] = i;
            scaled[i] = row;
            row[by - 1] += 5;
            scaled[i][0] += 7;
            row[0] *= 3;
        }
        return scaled;
    }

    @GpuKernel
    public static int[][] copy(int[][] a) {
        return copied(a);
    }

    @GpuKernel
    public static int[][] cloned(int[][] a) {
        int[][] copy = a.clone();
        for (int i = 0; i < a.length; i++) {
            copy[i] = a[i].clone();
        }
        for (int i = 0; i < copy.length; i++) {
            for (int j = 0; j < copy[i].length; j++) {
                copy[i][j] -= a[i][0];
            }
        }
        return copy;
    }

    @GpuKernel
    public static int[][] lengthenedRows(int[][] a, int length) {
        int[][] copy = new int[a.length][];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = Arrays.copyOf(a[i], length);
        }
        return copy;
    }

    @GpuKernel
    public static int[][] byAMethod(int rows, int columns) {
        int[][] lines = new int[rows][];
        for (int i = 0; i < rows; i++) {
            lines[i] = line(i, columns);
        }
        return lines;
    }

    /** Sums, from rows that a method copies and another loop changes. */
    @GpuKernel
    public static long total(int[][] a, int by) {
        int[][] copy = copied(a);
        for (int[] row : copy) {
            for (int j = 0; j < row.length; j++) {
                row[j] += by;
            }
        }
        long sum = 0;
        for (int i = 0; i < copy.length; i++) {
            for (int j = 0; j < copy[i].length; j++) {
                sum += copy[i][j];
            }
        }
        return sum;
    }

    /** Each row follows from the one before. */
    @GpuKernel
    public static int[][] fromTheRowBefore(int rows, int columns) {
        int[][] table = new int[rows][];
        for (int i = 0; i < rows; i++) {
            table[i] = new int[columns];
            for (int j = 0; j < columns; j++) {
                table[i][j] = i == 0 ? j : table[i - 1][j] * 3 + 1;
            }
        }
        return table;
    }

    @GpuKernel
    public static int[][] firstRowApart(int rows, int columns) {
        int[][] table = new int[rows][];
        table[0] = new int[columns];
        for (int j = 0; j < columns; j++) {
            table[0][j] = j;
        }
        for (int i = 1; i < rows; i++) {
            table[i] = new int[columns];
            for (int j = 0; j < columns; j++) {
                table[i][j] = table[i - 1][j] + table[0][j];
            }
        }
        return table;
    }

    /** Looks at all rows above. */
    @GpuKernel
    public static int[][] fromAllRowsBefore(int[][] a) {
        int[][] sums = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            sums[i] = a[i].clone();
            for (@Sequential int k = 0; k < i; k++) {
                for (int j = 0; j < a[i].length; j++) {
                    sums[i][j] += sums[k][j];
                }
            }
        }
        return sums;
    }

    @GpuKernel
    public static int[][] constantLength(int[] x) {
        int[][] pairs = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            pairs[i] = new int[2];
            pairs[i][0] = i;
            pairs[i][1] = x[i];
        }
        return pairs;
    }

    @GpuKernel
    public static int[][] triples(int[] x) {
        int[][] pairs = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            pairs[i] = new int[] {i, x[i], 7};
        }
        return pairs;
    }

    /** The rows of each step are others. */
    @GpuKernel
    public static int[][] inSteps(int[][] a, int steps) {
        int[][] now = copied(a);
        for (int step = 0; step < steps; step++) {
            int[][] next = new int[a.length][];
            for (int i = 0; i < a.length; i++) {
                next[i] = new int[a[0].length];
                for (int j = 0; j < next[i].length; j++) {
                    next[i][j] = now[a.length - 1 - i][j] + step;
                }
            }
            for (int i = 0; i < a.length; i++) {
                for (int j = 0; j < a[0].length; j++) {
                    now[i][j] = next[i][j];
                }
            }
        }
        return now;
    }

    /** Steps make few rows, which few iterations read. */
    @GpuKernel
    public static void fewInSteps(int[] x, int steps) {
        for (int step = 0; step < steps; step++) {
            int[][] few = new int[4][];
            for (int i = 0; i < 4; i++) {
                few[i] = new int[x.length];
                for (int j = 0; j < x.length; j++) {
                    few[i][j] = x[j] * i + step;
                }
            }
            for (int i = 0; i < 4; i++) {
                x[i] += few[i][x.length / 2];
            }
        }
    }

    /** In an iteration of a parallel loop. */
    @GpuKernel
    public static void inAnIteration(int[] x, int n, int[] y) {
        for (int i = 0; i < x.length; i++) {
            int[][] own = new int[n][];
            for (int k = 0; k < n; k++) {
                own[k] = new int[n];
                for (int j = 0; j < n; j++) {
                    own[k][j] = x[i] * k + j;
                }
            }
            int sum = 0;
            for (int k = 0; k < n; k++) {
                sum += own[k][(k + i) % n];
            }
            y[i] = sum;
        }
    }

    /** One of two, made in other ways. */
    @GpuKernel
    public static int[][] eitherWay(int[][] a, boolean copies) {
        int[][] either;
        if (copies) {
            either = copied(a);
        } else {
            either = new int[a.length][3];
        }
        for (int i = 0; i < either.length; i++) {
            either[i][0] += i;
        }
        return either;
    }

    /** An iteration may throw between making a row and setting it. */
    @GpuKernel
    public static int[][] throwing(int[][] a, int bad) {
        int[][] kept = new int[a.length][];
        for (int i = 0; i < a.length; i++) {
            int[] row = new int[a[i].length];
            for (int j = 0; j < row.length; j++) {
                if (a[i][j] == bad) {
                    throw new IllegalArgumentException("bad: " + j);
                }
                row[j] = 100 / (a[i][j] - bad - 1);
            }
            kept[i] = row;
        }
        return kept;
    }

    /** The host computes the sizes, a record holds the rows. */
    @GpuKernel
    public static Table hot(int[] x) {
        int largest = 0;
        for (int i = 0; i < x.length; i++) {
            largest = Math.max(largest, x[i]);
        }
        int[][] hot = new int[x.length][];
        for (int i = 0; i < x.length; i++) {
            hot[i] = new int[largest + 1];
            hot[i][Math.max(0, x[i])] = 1;
        }
        return new Table(largest, hot);
    }

    /** Rows with a number. */
    @SuppressWarnings("ArrayRecordComponent") // as people write it
    public record Table(int largest, int[][] rows) {}

    @GpuKernel
    public static int[][] sequential(int rows, int columns) {
        int[][] table = new int[rows][];
        for (@Sequential int i = 0; i < rows; i++) {
            table[i] = new int[columns];
            for (int j = 0; j < columns; j++) {
                table[i][j] = i - j;
            }
        }
        return table;
    }

    /** Of constant sizes, in a loop. */
    @GpuKernel
    public static int[][] constantSizes(int[] x) {
        int[][] square = new int[3][];
        for (int i = 0; i < 3; i++) {
            square[i] = new int[2];
        }
        for (int i = 0; i < x.length; i++) {
            x[i] += 1;
        }
        square[2][1] = x.length;
        return square;
    }

    /** A constant number of rows, of a length that is none, set in places of their own. */
    @GpuKernel
    public static int[][] twoRows(int[] x) {
        int[][] two = new int[2][];
        two[1] = x.clone();
        two[0] = new int[x.length];
        for (int i = 0; i < x.length; i++) {
            two[0][i] = two[1][i] * 3;
            two[1][i]++;
        }
        return two;
    }

    /** Each iteration has some of constant sizes. */
    @GpuKernel
    public static void ownOfConstantSizes(int[] x, int n, int[] y) {
        for (int i = 0; i < x.length; i++) {
            int[][] own = new int[2][];
            own[0] = new int[3];
            own[1] = new int[] {x[i], 5, i};
            own[0][2] = own[1][1] + n;
            int[][] other = new int[2][];
            for (int k = 0; k < 2; k++) {
                other[k] = own[1 - k].clone();
            }
            y[i] = own[0][2] * 100 + other[0][0] + other[1][2] + other.length;
        }
    }

    @GpuKernel
    public static int[][] noRows(int[] x) {
        int[][] none = new int[0][];
        for (int i = 0; i < x.length; i++) {
            x[i]--;
        }
        return none;
    }
}
