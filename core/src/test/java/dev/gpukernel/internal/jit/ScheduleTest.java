package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Sequential;
import dev.gpukernel.device.Grid;
import org.junit.jupiter.api.Test;

/** What is said of how loops run. */
class ScheduleTest {
    static final class Ops {
        private Ops() {}

        @GpuKernel
        static void saxpy(float a, float[] x, float[] y) {
            for (int i = 0; i < x.length; i++) {
                y[i] += a * x[i];
            }
        }

        @GpuKernel
        static void jacobi(int steps, int w, int h, float[] u, float[] v) {
            for (int step = 0; step < steps; step++) {
                for (int y = 1; y < h - 1; y++) {
                    for (int x = 1; x < w - 1; x++) {
                        v[y * w + x] = 0.5f * (u[y * w + x - 1] + u[y * w + x + 1]);
                    }
                }
                for (int i = 0; i < u.length; i++) {
                    u[i] = v[i];
                }
            }
        }

        @GpuKernel
        static int several(int n, int[] a, int[] b, int[] out) {
            int sum = 0;
            int best = Integer.MIN_VALUE;
            int last = -1;
            for (int i = 0; i < a.length; i++) {
                sum += a[i];
                if (a[i] > best) {
                    best = a[i];
                }
                if (b[i] == 0) {
                    last = i;
                }
            }
            for (int row = 0; row < n; row++) {
                for (int k = 0; k < row; k++) {
                    out[row] += a[k];
                }
            }
            for (@Sequential int t = 1; t < n; t++) {
                out[t] += out[t - 1];
            }
            for (@Sequential int t = 1; t <= n; t += 2) {
                for (int i = t; i < a.length; i++) {
                    a[i] += b[t];
                }
            }
            for (int q = 0; q < 3; q++) {
                best += q * sum;
            }
            return sum + best + last;
        }

        @GpuKernel
        static void inOrder(int[] a) {
            for (@Sequential int i = 0; i < a.length; i++) {
                a[i] = i;
            }
        }

        private static int add(int n, int[] a, int[] b) {
            for (int i = 1; i < n; i++) {
                a[i] += b[i - 1];
            }
            return n;
        }

        @GpuKernel
        static int onOneLine(int n, int[] a, int[] b) {
            return add(n, a, b) + add(n, b, a);
        }

        @GpuKernel
        static void onOneLineOverTime(int steps, int n, int[] a, int[] b, int[] out) {
            for (int t = 0; t < steps; t++) {
                out[0] = add(n, a, b) + add(n, b, a);
            }
        }

        @GpuKernel
        static void rotation(int steps, int[] a, int[] b) {
            for (int t = 0; t < steps; t++) {
                for (int i = 1; i < a.length; i++) {
                    a[i] += b[i - 1];
                }
                int[] c = a;
                a = b;
                b = c;
            }
        }

        /** With a copy of both loops for each pair of arrays that there may be. */
        @GpuKernel
        static void searchBeforeRotation(
                int steps, int n, byte[] out, byte[] few, byte[] many, long[] low, long[] high, long[] x) {
            long[] in = n > 3 ? low : high;
            byte[] turn = n > 5 ? few : many;
            byte[] other = out;
            for (int i = 0; i < n; i++) {
                if (x[i] > 88) {
                    break;
                }
            }
            for (int t = 0; t < steps; t++) {
                for (int i = 0; i < turn.length; i++) {
                    if (in[i] > 100 && i > 7) {
                        throw new IllegalStateException("early");
                    }
                    turn[i] = (byte) in[2 * i];
                }
                byte[] kept = turn;
                turn = other;
                other = kept;
            }
        }

        /** What comes behind {@code clamp} is never done. */
        @GpuKernel
        static void alwaysThrows(int n, int m, char[] a) {
            for (int i = 1; i < n; i++) {
                for (int j = 0; j < m; j++) {
                    float ignored = Math.clamp(-1914.9f, 0f, -1.9f);
                    char above = a[(i - 1) * m + j];
                    a[i * m + j] = above;
                }
            }
        }

        @GpuKernel
        static void updatedTriangle(int n, long[] a) {
            for (int column = 0; column < n - 1; column++) {
                for (int i = column + 1; i < n; i++) {
                    for (int j = column + 1; j < n; j++) {
                        a[i * n + j] += i - column;
                    }
                }
            }
        }

        @GpuKernel
        static void stages(float[] x) {
            for (int half = 1; half < x.length; half *= 2) {
                for (int i = 0; i < x.length; i += 2 * half) {
                    for (int j = 0; j < half; j++) {
                        float other = x[i + j + half];
                        x[i + j + half] = x[i + j] - other;
                        x[i + j] += other;
                    }
                }
            }
        }

        @GpuKernel
        static void grid(int[] a) {
            a[Grid.x()] = 1;
        }
    }

    private static String scheduleOf(String kernel) {
        return Kernel.of(Ops.class, kernel).schedule().replaceAll("line \\d+", "line");
    }

    @Test
    void anIterationForEachOfItsElements() {
        assertThat(scheduleOf("saxpy")).isEqualTo("""
                kernel ScheduleTest.Ops.saxpy
                  line, loop over i: parallel over i, 4 iterations a thread
                """);
    }

    @Test
    void namesTheLine() {
        assertThat(Kernel.of(Ops.class, "saxpy").schedule()).contains("line 19,");
    }

    @Test
    void timeStepsAreTheHosts() {
        assertThat(scheduleOf("jacobi")).startsWith("""
                kernel ScheduleTest.Ops.jacobi
                  line, loop over step: on the host, launches: 2 * steps; not parallel, since iterations are not \
                independent: u[i]""").endsWith("""
                    line, loop over y: parallel over y, x, 1 iteration a thread
                      line, loop over x: parallel, together with the loop around it
                    line, loop over i: parallel over i, 4 iterations a thread
                """);
    }

    @Test
    void eachKindOfLoop() {
        assertThat(scheduleOf("several")).isEqualTo("""
                kernel ScheduleTest.Ops.several
                  line, loop over i: parallel over i, 64 iterations a thread; reduces a sum 'sum', a best value \
                'best', a last value 'last'
                  line, loop over row: parallel over row, 1 iteration a thread
                    line, loop over k: in the thread; not parallel too, since its bounds change in the loop around it
                  line, loop over t: in its order, by one thread of the device
                  line, loop over t: on the host, launches: (n - 1 + 1) / 2; not parallel, since it is marked with \
                @Sequential
                    line, loop over i: parallel over i, 4 iterations a thread
                  line, loop over q: on the host, without launches
                """);
    }

    /** Even if it could run in parallel. */
    @Test
    void oneThreadRunsALoopThatIsMarked() {
        assertThat(scheduleOf("inOrder")).endsWith("loop over i: in its order, by one thread of the device\n");
        assertThat(Kernel.of(Ops.class, "inOrder").ir())
                .contains("= iteration ")
                .doesNotContain("iteration.y");
    }

    @Test
    void twoLoopsOnOneLineAreTwo() {
        assertThat(scheduleOf("onOneLine")).isEqualTo("""
                kernel ScheduleTest.Ops.onOneLine
                  line of add, loop over i: parallel over i, 1 iteration a thread
                  line of add, loop over i: parallel over i, 1 iteration a thread
                """);
        assertThat(scheduleOf("onOneLineOverTime"))
                .contains("launches: 2 * steps; not parallel, since iterations are not independent");
    }

    /** What is there twice for arrays that change places is one loop of the source. */
    @Test
    void aCopyForOtherArraysIsTheSameLoop() {
        assertThat(scheduleOf("rotation")).isEqualTo("""
                kernel ScheduleTest.Ops.rotation
                  line: on the host, launches: as many as it has iterations; not parallel, since its arrays change places
                    line, loop over i: parallel over i, 1 iteration a thread
                """);
    }

    /** Not as many as there are pairs: the step changes from stage to stage only. */
    @Test
    void stagesOfATransformAreALaunchEach() {
        assertThat(scheduleOf("stages")).startsWith("""
                kernel ScheduleTest.Ops.stages
                  line: on the host, launches: as many as it has iterations; not parallel""").endsWith("""
                    line, loop over i: parallel over i, j, 1 iteration a thread
                      line, loop over j: parallel, together with the loop around it
                """);
    }

    @Test
    void aGridKernelHasNoLoopsToTellOf() {
        assertThat(scheduleOf("grid")).isEqualTo("""
                kernel ScheduleTest.Ops.grid
                  grid kernel: each thread calls the method once
                """);
    }

    @Test
    void updatesUnderTwoParallelLoopsAreNotAThreadForEachIterationAround() {
        assertThat(scheduleOf("updatedTriangle"))
                .contains("launches: n - 1;", "parallel over i, j, 2 iterations a thread");
    }

    /** A loop whose arrays change places has a test for each, and is not left early. */
    @Test
    void aLoopWhoseArraysChangePlacesIsNotSearched() {
        assertThat(scheduleOf("searchBeforeRotation"))
                .containsOnlyOnce("in chunks")
                .containsOnlyOnce(
                        "on the host, launches: as many as it has iterations; not parallel, since its arrays change places");
    }

    @Test
    void whatIsNeverDoneHasNoElements() {
        assertThat(scheduleOf("alwaysThrows")).doesNotContain("not independent");
        char[] a = {1, 2, 3, 4};
        Kernel kernel = Kernel.of(Ops.class, "alwaysThrows");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kernel.launch(2, 2, a))
                .withMessage("0.0 > -1.9");
        kernel.launch(1, 2, a);
        assertThat(a).containsExactly((char) 1, (char) 2, (char) 3, (char) 4);
    }
}
