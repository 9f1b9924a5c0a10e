package dev.gpukernel.porting;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows that are made one by one in a way of which somebody could tell that they are made at once are refused. */
class RowByRowTest {
    private static final String SHARED = "is set to an array that is not made there";
    private static final String LENGTHS = "have lengths that cannot be told";
    private static final String LOOP = "is not set in each iteration of one loop over all rows";
    private static final String NULL = "may be null where it is read";

    /** Kernels whose names begin with what is wrong with them. */
    static final class Refused {
        private Refused() {}

        private static void set(int[][] r, int i, int[] row) {
            r[i] = row;
        }

        @GpuKernel
        static int[][] sharedWithAParameter(int[][] a) {
            int[][] r = new int[a.length][];
            for (int i = 0; i < r.length; i++) {
                r[i] = a[i];
            }
            return r;
        }

        @GpuKernel
        static int[][] sharedParameter(int[] row, int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                r[i] = row;
            }
            return r;
        }

        @GpuKernel
        static int[][] sharedByAllRows(int n) {
            int[][] r = new int[n][];
            int[] row = new int[n];
            for (int i = 0; i < n; i++) {
                row[i] = i;
                r[i] = row;
            }
            return r;
        }

        @GpuKernel
        static int sharedByTwoArrays(int n) {
            int[][] r = new int[n][];
            int[][] s = new int[n][];
            for (int i = 0; i < n; i++) {
                int[] row = new int[n];
                r[i] = row;
                s[i] = row;
            }
            r[0][0] = 5;
            return s[0][0];
        }

        @GpuKernel
        static int[][] sharedByACaller(int n) {
            int[][] r = new int[n][];
            int[] row = new int[n];
            for (int i = 0; i < n; i++) {
                set(r, i, row);
            }
            return r;
        }

        @GpuKernel
        static int[] sharedWithTheResult(int n) {
            int[][] r = new int[n][];
            int[] row = new int[n];
            r[0] = row;
            for (int i = 1; i < n; i++) {
                r[i] = new int[n];
                r[i][0] = r[0][0] + 1;
            }
            return row;
        }

        /** Which lengths are stored is not known before. */
        @GpuKernel
        static int[][] lengthsThatAreWritten(int[] lengths) {
            int[][] r = new int[lengths.length][];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = i % 3;
                r[i] = new int[lengths[i]];
            }
            return r;
        }

        /** Both arguments may be one array. */
        @GpuKernel
        static int[][] lengthsThatAnotherArrayMayWrite(int[] lengths, int[] x) {
            int[][] r = new int[lengths.length][];
            for (int i = 0; i < x.length; i++) {
                x[i]++;
            }
            for (int i = 0; i < lengths.length; i++) {
                r[i] = new int[lengths[i]];
            }
            return r;
        }

        @GpuKernel
        static int[][] lengthsThatAreMadeLater(int n) {
            int[][] r = new int[n][];
            int[] lengths = new int[n];
            for (int i = 0; i < n; i++) {
                r[i] = new int[lengths[i]];
            }
            return r;
        }

        @GpuKernel
        static int[][] severalOfRowsThatChangePlaces(int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                r[i] = new int[i + 1];
            }
            int[] row = r[0];
            r[0] = r[1];
            r[1] = row;
            return r;
        }

        /** The array that a row was set to is another row by then. */
        @GpuKernel
        static int[][] sharedByANameFromBeforeASwap(int n) {
            int[][] r = new int[2][];
            int[] first = new int[n];
            r[0] = first;
            r[1] = new int[n];
            int[] row = r[0];
            r[0] = r[1];
            r[1] = row;
            for (int j = 0; j < n; j++) {
                first[j] = 5;
            }
            return r;
        }

        @GpuKernel
        static int[][] lengthsOfRowsBefore(int n) {
            int[][] r = new int[n][];
            r[0] = new int[1];
            for (int i = 1; i < n; i++) {
                r[i] = new int[r[i - 1].length + 1];
            }
            return r;
        }

        @GpuKernel
        static int[][] lengthsThatAreCarried(int n) {
            int[][] r = new int[n][];
            int length = 1;
            for (int i = 0; i < n; i++) {
                r[i] = new int[length];
                length = length * 3 % 17;
            }
            return r;
        }

        @GpuKernel
        static void lengthsInAGridKernel(int[] x) {
            int[][] r = new int[x.length][];
            for (int i = 0; i < x.length; i++) {
                r[i] = new int[x[i]];
            }
            x[Grid.x()] = r[Grid.x()][0];
        }

        @GpuKernel
        static int[][] loopLeavesOutTheLast(int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n - 1; i++) {
                r[i] = new int[n];
            }
            return r;
        }

        @GpuKernel
        static int[][] loopLeavesOutTheFirst(int n) {
            int[][] r = new int[n][];
            for (int i = 1; i < n; i++) {
                r[i] = new int[n];
            }
            return r;
        }

        @GpuKernel
        static int[][] loopLeavesOutEverySecond(int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i += 2) {
                r[i] = new int[n];
            }
            return r;
        }

        @GpuKernel
        static int[][] loopSetsSome(int n, int[] x) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                if (x[i] > 0) {
                    r[i] = new int[n];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopSetsNoneInOneBranch(int[] x, int m) {
            int[][] r = new int[x.length][];
            for (int i = 0; i < r.length; i++) {
                if (x[i] > 5) {
                    r[i] = new int[m];
                } else if (x[i] > 2) {
                    r[i] = new int[m];
                }
            }
            return r;
        }

        /** Java has another row then, of zeros. */
        @GpuKernel
        static int[][] loopSetsARowTwiceInABranch(int[] x, int m) {
            int[][] r = new int[x.length][];
            for (int i = 0; i < r.length; i++) {
                if (x[i] > 5) {
                    r[i] = new int[m];
                    r[i][0] = 1;
                }
                r[i] = new int[m];
            }
            return r;
        }

        /** What the first one holds is not to be in the second one. */
        @GpuKernel
        static int[][] sharedByNoneInABranch(int[] x, int m) {
            int[][] r = new int[x.length][];
            for (int i = 0; i < r.length; i++) {
                int[] row = new int[m];
                row[0] = i;
                if (x[i] > 5) {
                    r[i] = row;
                } else {
                    r[i] = new int[m];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] sharedIfItIsNotMade(int[][] a, int m) {
            int[][] r = new int[a.length][];
            for (int i = 0; i < r.length; i++) {
                r[i] = a[i][0] > 5 ? a[i] : new int[m];
            }
            return r;
        }

        @GpuKernel
        static int[][] loopSetsRowsOfTheIterationBefore(int[] x, int m) {
            int[][] r = new int[x.length][];
            int[] row = new int[m];
            for (int i = 0; i < r.length; i++) {
                if (x[i] > 5) {
                    row = new int[m];
                }
                r[i] = row;
            }
            return r;
        }

        @GpuKernel
        static int[][] nullInABranchBefore(int[] x, int m) {
            int[][] r = new int[x.length][];
            for (int i = 0; i < r.length; i++) {
                if (x[i] > 5) {
                    r[i] = new int[m];
                } else {
                    x[i] = r[i].length;
                    r[i] = new int[m];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopSetsInBranchesThatAreNotOne(int[] x, int m) {
            int[][] r = new int[x.length][];
            for (int i = 0; i < r.length; i++) {
                if (x[i] > 5) {
                    r[i] = new int[m];
                }
                int length = x[i] > 4 ? r[i].length : 0;
                if (x[i] <= 5) {
                    r[i] = new int[length];
                }
            }
            return r;
        }

        /** The variable has a row of another length then. */
        @GpuKernel
        static int[][] nullOfARowThatWasLonger(int[][] a, int m) {
            int[][] r = a.clone();
            for (int i = 0; i < r.length; i++) {
                int[] before = r[i];
                r[i] = new int[m];
                r[i][0] = before.length;
            }
            return r;
        }

        @GpuKernel
        static int[][] nullOfTheNextRowOfAClone(int[][] a) {
            int[][] r = a.clone();
            for (int i = 0; i < r.length; i++) {
                r[i] = r[Math.min(i + 1, r.length - 1)].clone();
            }
            return r;
        }

        @GpuKernel
        static int[][] nullOfARowOfACloneThatChangedPlaces(int[][] a) {
            int[][] r = a.clone();
            int[] first = a[0];
            a[0] = a[1];
            a[1] = first;
            for (int i = 0; i < r.length; i++) {
                r[i] = r[i].clone();
            }
            return r;
        }

        /** Java makes a new array of the same rows. */
        @GpuKernel
        static int[][] loopIsMissingOfAClone(int[][] a, int[] x) {
            int[][] r = a.clone();
            for (int i = 0; i < x.length; i++) {
                x[i] = r[i][0];
            }
            return r;
        }

        @GpuKernel
        static int[][] lengthsThatARowOfACloneDecides(int[][] a) {
            int[][] r = a.clone();
            for (int i = 0; i < r.length; i++) {
                if (r[i][0] > 0) {
                    r[i] = r[i].clone();
                } else {
                    r[i][1] = 9;
                    r[i] = new int[5];
                }
            }
            return r;
        }

        /** The branch is taken as numbers say that are written by then. */
        @GpuKernel
        static int[][] lengthsThatABranchDecidesByWhatIsWritten(int[] x, int m) {
            int[][] r = new int[x.length][];
            for (int i = 0; i < r.length; i++) {
                x[i] += 3;
                if (x[i] > 5) {
                    r[i] = new int[m];
                } else {
                    r[i] = new int[i];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopEndsEarly(int n, int[] x) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                if (x[i] > 0) {
                    break;
                }
                r[i] = new int[n];
            }
            return r;
        }

        @GpuKernel
        static int[][] loopIsRunTwice(int n) {
            int[][] r = new int[n][];
            for (int step = 0; step < 2; step++) {
                for (int i = 0; i < n; i++) {
                    r[i] = new int[n];
                }
                r[step][0]++;
            }
            return r;
        }

        @GpuKernel
        static int[][] loopIsThereTwice(int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                r[i] = new int[n];
                r[i][0] = 1;
            }
            for (int i = 0; i < n; i++) {
                r[i] = new int[n];
            }
            return r;
        }

        @GpuKernel
        static int[][] loopIsMissing(int n) {
            int[][] r = new int[n][];
            int[] x = new int[n];
            for (int i = 0; i < n; i++) {
                x[i] = 1;
            }
            return r;
        }

        @GpuKernel
        static int[][] loopSetsAnotherRow(int n, int[] x) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                r[x[i]] = new int[n];
            }
            return r;
        }

        @GpuKernel
        static int[][] loopSetsARowTwice(int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                r[i] = new int[n];
                r[i][0] = 1;
                r[i] = new int[n];
            }
            return r;
        }

        @GpuKernel
        static int[][] loopMayNotBeReached(int n) {
            int[][] r = new int[n][];
            if (n > 3) {
                for (int i = 0; i < n; i++) {
                    r[i] = new int[n];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopInALoopSetsEverySecond(int n, int m) {
            int[][] r = new int[n * m][];
            int k = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    r[k] = new int[m];
                    k += 2;
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopInALoopSetsSome(int n, int m) {
            int[][] r = new int[n * m][];
            int k = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    if (i != j) {
                        r[k] = new int[m];
                        k++;
                    }
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopInALoopIsSkipped(int n, int m) {
            int[][] r = new int[n * m][];
            int k = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; i != 1 && j < m; j++) {
                    r[k++] = new int[m];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopInALoopOfOtherCounts(int n, int m) {
            int[][] r = new int[n * n][];
            int k = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    r[k++] = new int[m];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopInALoopBeginsAgain(int n, int m) {
            int[][] r = new int[n * m][];
            for (int i = 0; i < n; i++) {
                int k = 0;
                for (int j = 0; j < m; j++) {
                    r[k++] = new int[m];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] loopInALoopGoesByColumns(int n, int m) {
            int[][] r = new int[n * m][];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    r[i * n + j] = new int[m];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] lengthsThatGrowInALoopInALoop(int n, int m) {
            int[][] r = new int[n * m][];
            int k = 0;
            int length = 1;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    r[k++] = new int[length];
                    length = length * 3 % 7;
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] nullInALoopInALoop(int n, int m) {
            int[][] r = new int[n * m][];
            int k = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    r[k] = new int[m];
                    r[k][0] = r[i * m][0] + 1;
                    k++;
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] nullOfTheNextRow(int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                r[i] = new int[n];
                if (i == 7) {
                    r[i][0] = r[i + 1][0];
                }
            }
            return r;
        }

        @GpuKernel
        static int[][] nullOfTheRowItself(int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                int[] before = r[i];
                r[i] = new int[n];
                before[0] = 1;
            }
            return r;
        }

        @GpuKernel
        static int[][] nullBeforeTheLoop(int n) {
            int[][] r = new int[n][];
            int length = r[0].length;
            for (int i = 0; i < n; i++) {
                r[i] = new int[length];
            }
            return r;
        }

        /** After the inner loop, its variable is that of the outer one. */
        @GpuKernel
        static int[][] nullAfterAnInnerLoop(int n) {
            int[][] r = new int[n][];
            for (int i = 0; i < n; i++) {
                int k = 0;
                int sum = 0;
                for (; k < i; k++) {
                    sum += r[k][0];
                }
                sum += r[k].length;
                r[i] = new int[n];
                r[i][0] = sum;
            }
            return r;
        }

        /** The rows of the clone are those of the original. */
        @GpuKernel
        static int[][] nullOfAClone(int[][] a) {
            int[][] r = a.clone();
            r[0][0] = 1;
            for (int i = 0; i < a.length; i++) {
                r[i] = a[i].clone();
            }
            return r;
        }
    }

    /** Rows that move in another way than by changing places at once. */
    static final class Moved {
        private Moved() {}

        @GpuKernel
        static void ofAParameterInAGridKernel(double[][] a, int p) {
            if (Grid.x() == 0) {
                double[] row = a[0];
                a[0] = a[p];
                a[p] = row;
            }
        }

        @GpuKernel
        static void withWhatMayThrowBetween(double[][] a, int p, int q) {
            double[] row = a[0];
            a[0] = a[p];
            int factor = 5 / q;
            a[p] = row;
            for (int j = 0; j < a.length; j++) {
                a[j][0] *= factor;
            }
        }

        @GpuKernel
        static void usedByAnEarlierNameOfAParameter(double[][] a, int p) {
            double[] first = a[0];
            double[] row = a[1];
            a[1] = a[p];
            a[p] = row;
            for (int j = 0; j < first.length; j++) {
                first[j] *= 2;
            }
        }

        /** The second one is no longer there. */
        @GpuKernel
        static int[][] withoutAVariable(int n) {
            int[][] r = new int[n][n];
            for (int i = 0; i < n; i++) {
                r[i][0] = i;
            }
            r[0] = r[1];
            r[1] = r[0];
            return r;
        }

        @GpuKernel
        static int[][] withAVariableOfTheSecond(int n) {
            int[][] r = new int[n][n];
            for (int i = 0; i < n; i++) {
                r[i][0] = i;
            }
            r[0] = r[1];
            int[] row = r[0];
            r[1] = row;
            return r;
        }

        @GpuKernel
        static int[][] withALoadBetween(int n) {
            int[][] r = new int[n][n];
            for (int i = 0; i < n; i++) {
                r[i][0] = i;
            }
            int[] row = r[0];
            r[0] = r[1];
            int read = r[0][0];
            r[1] = row;
            r[0][1] = read;
            return r;
        }

        @GpuKernel
        static int[][] toAnEarlierName(int n) {
            int[][] r = new int[n][n];
            for (int i = 0; i < n; i++) {
                r[i][0] = i;
            }
            int[] one = r[1];
            int[] row = r[1];
            r[1] = r[2];
            r[2] = row;
            row = r[0];
            r[0] = one;
            r[1] = row;
            return r;
        }

        /** Where two are the same, one of the rows would be in two places. */
        @GpuKernel
        static int[][] ofThreeThatAreReadBefore(int n, int i, int j) {
            int[][] r = new int[n][n];
            for (int k = 0; k < n; k++) {
                r[k][0] = k;
            }
            int[] first = r[0];
            int[] second = r[i];
            int[] third = r[j];
            r[0] = second;
            r[i] = third;
            r[j] = first;
            return r;
        }

        @GpuKernel
        static int byOneOnly(int n) {
            int[][] r = new int[n][n];
            for (int i = 1; i < n; i++) {
                r[i] = r[i - 1];
            }
            r[0][0] = 5;
            return r[n - 1][0];
        }

        @GpuKernel
        static int[][] withAStoreBetween(int n) {
            int[][] r = new int[n][n];
            for (int i = 0; i < n; i++) {
                r[i][0] = i;
            }
            int[] row = r[0];
            r[0] = r[1];
            r[0][0] = 7;
            r[1] = row;
            return r;
        }

        @GpuKernel
        static int[][] ofAnEarlierSwap(int n) {
            int[][] r = new int[n][n];
            for (int i = 0; i < n; i++) {
                r[i][0] = i;
            }
            int[] row = r[0];
            r[0] = r[1];
            r[1] = row;
            r[0] = r[2];
            r[2] = row;
            return r;
        }

        @GpuKernel
        static int[][] usedByAnEarlierName(int n) {
            int[][] r = new int[n][n];
            for (int i = 0; i < n; i++) {
                r[i][0] = i;
            }
            int[] first = r[0];
            int[] row = r[1];
            r[1] = r[2];
            r[2] = row;
            for (int j = 0; j < n; j++) {
                first[j] = 5;
            }
            return r;
        }

        @GpuKernel
        static int[][] usedByTheNameOfTheLastStep(int n) {
            int[][] r = new int[n][n];
            for (int i = 0; i < n; i++) {
                r[i][0] = i;
            }
            int[] kept = r[0];
            for (@Sequential int k = 1; k < n; k++) {
                kept[1] += k;
                int[] row = r[k];
                r[k] = r[k - 1];
                r[k - 1] = row;
            }
            return r;
        }

        @GpuKernel
        static void ofASharedArray(int[] x) {
            int[][] tile = Shared.ints(4, 32);
            tile[0][ThreadIdx.x()] = x[Grid.x()];
            int[] row = tile[0];
            tile[0] = tile[1];
            tile[1] = row;
            x[Grid.x()] = tile[1][ThreadIdx.x()];
        }
    }

    static Stream<String> moved() {
        return kernels(Moved.class);
    }

    @ParameterizedTest
    @MethodSource("moved")
    void rowsThatAreMovedAreRefused(String kernel) {
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> Kernel.of(Moved.class, kernel).schedule())
                .withMessageContaining("[RowsMoved]");
    }

    static Stream<String> refused() {
        return kernels(Refused.class);
    }

    private static Stream<String> kernels(Class<?> owner) {
        return Arrays.stream(owner.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(GpuKernel.class))
                .map(Method::getName);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefused(String kernel) {
        String text = kernel.startsWith("several")
                ? "have several lengths and change places"
                : kernel.startsWith("shared")
                        ? SHARED
                        : kernel.startsWith("lengths") ? LENGTHS : kernel.startsWith("loop") ? LOOP : NULL;
        assertThatExceptionOfType(KernelRejectedException.class)
                .isThrownBy(() -> Kernel.of(Refused.class, kernel).schedule())
                .withMessageContaining("[RowByRow]")
                .withMessageContaining(text);
    }
}
