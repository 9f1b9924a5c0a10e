package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Sequential;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs along a row and follows from the row above becomes two nests where nobody can tell. */
class DistributedLoopsTest {
    static final class Ops {
        private Ops() {}

        @GpuKernel
        static void sums(int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h; i++) {
                int s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    y[i * w + j] = y[(i - 1) * w + j] + s;
                }
            }
        }

        /** What is stored follows from another element of x, too: if that is y, it has been overwritten. */
        @GpuKernel
        static void weighted(int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h; i++) {
                int s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    y[i * w + j] = y[(i - 1) * w + j] + s * x[i * w + j];
                }
            }
        }

        /** Rows may be one. */
        @GpuKernel
        static void strides(int stride, int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h; i++) {
                int s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    y[i * stride + j] = 3 * y[(i - 1) * stride + j] + s;
                }
            }
        }

        @GpuKernel
        static void rowBelow(int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h - 1; i++) {
                int s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    y[i * w + j] = y[(i + 1) * w + j] + s;
                }
            }
        }

        @GpuKernel
        static void ownElement(int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h; i++) {
                int s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    y[i * w + j] += y[(i - 1) * w + j] + s;
                }
            }
        }

        /** Not all of the carried value is in the element. */
        @GpuKernel
        static void twoSums(int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h; i++) {
                int s = 0;
                int t = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    t ^= x[i * w + j];
                    y[i * w + j] = (y[(i - 1) * w + j] + s) * t;
                }
            }
        }

        @GpuKernel
        static void narrowed(int w, int h, int[] x, short[] y) {
            for (int i = 1; i < h; i++) {
                int s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    y[i * w + j] = (short) (y[(i - 1) * w + j] + s / 3);
                }
            }
        }

        @GpuKernel
        static void underCondition(int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h; i++) {
                int s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    if (x[i * w + j] > 0) {
                        y[i * w + j] = y[(i - 1) * w + j] + s;
                    }
                }
            }
        }

        @GpuKernel
        static void marked(int w, int h, int[] x, int[] y) {
            for (@Sequential int i = 1; i < h; i++) {
                int s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    y[i * w + j] = y[(i - 1) * w + j] + s;
                }
            }
        }

        @GpuKernel
        static int usedAfter(int w, int h, int[] x, int[] y) {
            int s = 0;
            for (int i = 1; i < h; i++) {
                s = 0;
                for (int j = 0; j < w; j++) {
                    s += x[i * w + j];
                    y[i * w + j] = y[(i - 1) * w + j] + s;
                }
            }
            return s;
        }
    }

    private static Gpu cpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    private static void launch(String kernel, Object... arguments) {
        cpu().run(() -> Kernel.of(Ops.class, kernel).launch(arguments));
    }

    private static @Nullable String thrown(Runnable run) {
        try {
            run.run();
            return null;
        } catch (ArrayIndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    private static int[] numbers(int length, long seed) {
        return new SplittableRandom(seed).ints(length, -99, 99).toArray();
    }

    private static String schedule(String kernel) {
        return Kernel.of(Ops.class, kernel).schedule().replaceAll("line \\d+", "line");
    }

    @Test
    void theScheduleTellsBothForms() {
        assertThat(schedule("sums")).startsWith("""
                kernel DistributedLoopsTest.Ops.sums
                  line, loop over i: in two parts, one after the other
                    line, loop over i: parallel over i, 1 iteration a thread
                      line, loop over j: in the thread; not parallel too, since it carries 's'
                    line, loop over i: in the thread, inside of the loop in it
                      line, loop over j: parallel over j, 1 iteration a thread
                    or, where an exception is possible, arrays are passed twice, or on a CPU with more than 64 iterations inside:
                      line, loop over i: on the host, launches: h - 1; not parallel\
                """).contains("""
                  or, where an exception is possible or arrays are passed twice:
                    line, loop over i: on the host, launches: h - 1; not parallel\
                """).endsWith("""
                      line, loop over j: parallel over j, 1 iteration a thread; reduces a running value (a sum) 's'
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "9, 7, 0, 0",
        "64, 5, 0, 0",
        "65, 5, 0, 0",
        "9, 7, 4, 0",
        "9, 7, 0, 4",
        "9, 7, 13, 20",
        "65, 5, 66, 0",
        "0, 7, 0, 0",
        "-1, 7, 0, 0",
        "9, 1, 0, 0",
        "9, -3, 0, 0"
    })
    void isJavasInEitherForm(int w, int h, int missing, int ofX) {
        int[] x = numbers(Math.abs(w * h) - ofX, 1);
        int[] y = numbers(Math.abs(w * h) - missing, 2);
        int[] expected = y.clone();
        String failure = thrown(() -> Ops.sums(w, h, x, expected));
        assertThat(thrown(() -> launch("sums", w, h, x, y))).isEqualTo(failure);
        assertThat(y).isEqualTo(expected);
        assertThat(failure == null).isEqualTo(missing + ofX == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sums", "weighted"})
    void oneArrayForTwoIsNotTakenApart(String kernel) {
        int[] both = numbers(81, 4);
        int[] expected = both.clone();
        if (kernel.equals("sums")) {
            Ops.sums(9, 9, expected, expected);
        } else {
            Ops.weighted(9, 9, expected, expected);
        }
        assertThat(schedule(kernel)).contains("in two parts");
        launch(kernel, 9, 9, both, both);
        assertThat(both).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, 10, 12, -9})
    void rowsOfAnyDistance(int stride) {
        int[] x = numbers(63, 4);
        int[] y = numbers(200, 5);
        assertThat(schedule("strides")).contains("in two parts");
        int[] expected = y.clone();
        String failure = thrown(() -> Ops.strides(stride, 9, 7, x, expected));
        assertThat(thrown(() -> launch("strides", stride, 9, 7, x, y))).isEqualTo(failure);
        assertThat(y).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rowBelow", "ownElement", "twoSums", "narrowed", "underCondition", "marked", "usedAfter"})
    void isNotTakenApartWhereItIsNotTheSame(String kernel) {
        String schedule = schedule(kernel);
        assertThat(schedule).contains("on the host").doesNotContain("in two parts");
    }
}
