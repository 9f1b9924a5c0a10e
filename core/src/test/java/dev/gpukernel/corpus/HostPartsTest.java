package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the host does before a loop and around it, and what the loop is then known to do. */
class HostPartsTest {
    private static Kernel kernel(String name) {
        return Kernel.of(HostPartsTest.class, name);
    }

    @GpuKernel
    static void fromEither(boolean late, int[] x) {
        int i;
        if (late) {
            i = 2;
            x[0] = 4;
        } else {
            i = 1;
            x[1] = 3;
        }
        for (; i < x.length; i++) {
            x[i] = i;
        }
    }

    @GpuKernel
    static void asLongAsEither(boolean late, int[] x, int[] y, long[] o) {
        int[] chosen = late ? x : y;
        for (int i = chosen.length - 1; i >= 0; i--) {
            o[i] = i;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLoopBeginsBehindEitherBranch(boolean late) {
        int[] expected = new int[9];
        int[] found = new int[9];
        fromEither(late, expected);
        kernel("fromEither").launch(late, found);
        assertThat(found).isEqualTo(expected);
        long[] all = new long[9];
        long[] foundAll = new long[9];
        asLongAsEither(late, new int[7], new int[8], all);
        kernel("asLongAsEither").launch(late, new int[7], new int[8], foundAll);
        assertThat(foundAll).isEqualTo(all);
    }

    @GpuKernel
    @SuppressWarnings({"ErroneousBitwiseExpression", "RefactorSwitch"}) // known when it is compiled
    static void neverASecondTime(int steps, int n, long[] x, long[] y) {
        long[] from = x;
        long[] to = y;
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < n; i++) {
                switch (3 & 4) {
                    case 0 -> throw new IllegalArgumentException("no such case");
                    default -> to[i] = from[i - 1] + 1;
                }
            }
            long[] kept = from;
            from = to;
            to = kept;
        }
    }

    @GpuKernel
    @SuppressWarnings({"ErroneousBitwiseExpression", "divzero"}) // known when it is compiled
    static void alwaysByZero(int[] x, int[] o) {
        for (int i = o.length - 2; i >= 0; i--) {
            try {
                o[i] = x[i] / (-4 & 3);
            } finally {
                for (int k = 0; k < 4 && x[i + 1] >= k; k++) {
                    o[i] += k;
                }
            }
        }
    }

    private static final short[] TABLE = {4, -4482};

    @GpuKernel
    static void elementsOfATableAddedUp(int times, int[] o) {
        for (int i = 0; i < o.length; i++) {
            int sum = 0;
            for (int k = 0; k < times; k++) {
                sum += (byte) TABLE[i];
            }
            o[i] = sum;
        }
    }

    /** What is added does not change in the inner loop, and is not read where that has no iteration. */
    @Test
    void noElementIsReadForALoopWithoutIterations() {
        int[] o = {1, 2, 3};
        kernel("elementsOfATableAddedUp").launch(0, o);
        assertThat(o).containsOnly(0);
        assertThatThrownBy(() -> kernel("elementsOfATableAddedUp").launch(3, o))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 2 out of bounds for length 2");
    }

    @Test
    void iterationsThatAllThrowAreThoseOfALoop() {
        kernel("neverASecondTime").launch(3, 1, new long[3], new long[3]);
        assertThatThrownBy(() -> kernel("neverASecondTime").launch(3, 2, new long[3], new long[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no such case");
        int[] x = {5, 3, 1, 2, 9};
        int[] found = new int[5];
        assertThatThrownBy(() -> kernel("alwaysByZero").launch(x, found))
                .isInstanceOf(ArithmeticException.class)
                .hasMessage("/ by zero");
        int[] expected = new int[5];
        assertThatThrownBy(() -> alwaysByZero(x, expected)).isInstanceOf(ArithmeticException.class);
        assertThat(found).isEqualTo(expected);
    }

    @GpuKernel
    static void oneByOneBeforeItThrows(int steps, int[] x, int[] o) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < o.length; i++) {
                o[i] += x[i] + step;
            }
            try {
                x[0] = 10 / (3 - step);
            } catch (ArithmeticException e) {
                for (int k = 1; k < (x[1] & 7) && o[k - 1] > 0; k++) {
                    o[k] += o[k - 1] * k;
                }
                throw e;
            }
        }
    }

    @GpuKernel
    static void ownArrayBeforeItThrows(int steps, int[] x, int[] o) {
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < o.length; i++) {
                o[i] += x[i - 1];
            }
            for (int i = 1; i < o.length; i++) {
                for (int j = 0; j < 2; j++) {
                    int[] own = new int[steps];
                    own[j] = i;
                    if (o[i] > 20) {
                        int[] other = new int[steps];
                        other[o[i] & 1] = i;
                        throw new IllegalStateException("at " + other[0] + other[1] + own[1]);
                    }
                    o[i] += step + own[j];
                }
            }
        }
    }

    /** What is done on the way to an exception is done once. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 9})
    void whatComesBeforeAnExceptionIsDone(int steps) {
        for (String name : List.of("oneByOneBeforeItThrows", "ownArrayBeforeItThrows")) {
            int[] x = {1, 6, 3, 2, 5, 4, 7, 8};
            int[] expectedX = x.clone();
            int[] expected = new int[8];
            int[] found = new int[8];
            Throwable thrown = null;
            Throwable expectedThrown = null;
            try {
                if (name.startsWith("one")) {
                    oneByOneBeforeItThrows(steps, expectedX, expected);
                } else {
                    ownArrayBeforeItThrows(steps, expectedX, expected);
                }
            } catch (RuntimeException e) {
                expectedThrown = e;
            }
            try {
                kernel(name).launch(steps, x, found);
            } catch (RuntimeException e) {
                thrown = e;
            }
            assertThat(thrown == null ? null : thrown.toString())
                    .isEqualTo(expectedThrown == null ? null : expectedThrown.toString());
            assertThat(found).isEqualTo(expected);
            assertThat(x).isEqualTo(expectedX);
        }
    }

    /** Pascal's triangle in two rows. */
    @GpuKernel
    static int[][] pascal(int n) {
        int[][] rows = new int[2][n + 1];
        int[] previous = rows[0];
        int[] current = rows[1];
        previous[0] = 1;
        for (int step = 0; step < n; step++) {
            current[0] = 1;
            for (int j = 1; j <= n; j++) {
                current[j] = previous[j] + previous[j - 1];
            }
            int[] kept = previous;
            previous = current;
            current = kept;
        }
        return rows;
    }

    /** Three rows that go round, a fourth that stays. */
    @GpuKernel
    static void round(int steps, int shift, int[][] rows) {
        int[] a = rows[0];
        int[] b = rows[1];
        int[] c = rows[3];
        int[] stays = rows[2];
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < a.length - shift; i++) {
                if (b[i] != 2) {
                    a[c[i + shift] & 3]++;
                }
            }
            for (int i = 0; i < a.length - shift; i++) {
                b[i] += stays[i + shift];
            }
            int[] kept = a;
            a = b;
            b = c;
            c = kept;
        }
    }

    /** One half and the other, of rows whose length is computed. */
    @GpuKernel
    static int[][] halves(int m) {
        int[][] rows = new int[3][m + 1];
        int[] row = rows[1];
        for (int i = 0; i < row.length; i++) {
            row[i] = i;
        }
        for (int i = 0; i < row.length / 2; i++) {
            row[i] = 3 * row[row.length - 1 - i];
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 30})
    void rowsAreKnownToBeTwo(int n) {
        assertThat((int[][]) kernel("pascal").launch(n)).isDeepEqualTo(pascal(n));
        assertThat((int[][]) kernel("halves").launch(n)).isDeepEqualTo(halves(n));
        int[][] expected = rows();
        int[][] found = rows();
        round(n, n % 5, expected);
        kernel("round").launch(n, n % 5, found);
        assertThat(found).isDeepEqualTo(expected);
    }

    private static int[][] rows() {
        return IntStream.range(0, 4)
                .mapToObj(i -> IntStream.range(0, 40).map(j -> i * j % 7).toArray())
                .toArray(int[][]::new);
    }
}
