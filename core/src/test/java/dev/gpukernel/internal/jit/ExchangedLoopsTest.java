package dev.gpukernel.internal.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Parallel;
import dev.gpukernel.Sequential;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.pass.SplitRule;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop in order around parallel ones becomes the innermost loop where nobody can tell. */
class ExchangedLoopsTest {
    static final class Ops {
        private Ops() {}

        @GpuKernel
        static void scan(int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h; i++) {
                for (int j = 0; j < w; j++) {
                    y[i * w + j] = y[(i - 1) * w + j] + x[i * w + j];
                }
            }
        }

        /** Every third row upwards, and every second column downwards. */
        @GpuKernel
        static void strided(int w, int h, int[] x, int[] y) {
            for (int i = 3; i < h; i += 3) {
                for (int j = w - 1; j >= 0; j -= 2) {
                    y[i * w + j] = y[(i - 3) * w + j] + x[i * w + j];
                }
            }
        }

        /** Of one array for both, a column reads the next one. */
        @GpuKernel
        static void beside(int w, int h, int[] x, int[] y) {
            for (int i = 1; i < h; i++) {
                for (int j = 0; j < w - 1; j++) {
                    y[i * w + j] = y[(i - 1) * w + j] + x[(i - 1) * w + j + 1];
                }
            }
        }

        /** Rows overlap where the stride is less than the width. */
        @GpuKernel
        static void strides(int stride, int w, int h, int[] x, int[] y) {
            for (int i = 0; i < h; i++) {
                for (int j = 0; j < w; j++) {
                    x[j] = 3 * x[j] + y[i * stride + j];
                    y[i * stride + j] = x[j];
                }
            }
        }

        @GpuKernel
        static void divides(int w, int h, int[] d, int[] y) {
            for (int i = 0; i < h; i++) {
                for (int j = 0; j < w; j++) {
                    y[j] = 3 * y[j] + 1000 / d[i * w + j];
                }
            }
        }

        @GpuKernel
        static void indexed(int w, int h, int[] at, int[] x, int[] y) {
            for (int i = 0; i < h; i++) {
                for (int j = 0; j < w; j++) {
                    y[j] = 3 * y[j] + x[at[i] + j];
                }
            }
        }

        @GpuKernel
        static void marked(int w, int h, int[] y) {
            for (int i = 1; i < h; i++) {
                for (@Parallel int j = 0; j < w - 1; j++) {
                    y[i * w + j] += y[(i - 1) * w + j + 1];
                }
            }
        }

        @GpuKernel
        static void outerInOrder(int w, int h, int[] y) {
            for (@Sequential int i = 1; i < h; i++) {
                for (int j = 0; j < w; j++) {
                    y[i * w + j] += y[(i - 1) * w + j];
                }
            }
        }

        @GpuKernel
        static int besideAnother(int w, int h, int[] y, int[] rows) {
            int sum = 0;
            for (int i = 1; i < h; i++) {
                rows[i] = i;
                for (int j = 0; j < w; j++) {
                    y[i * w + j] += y[(i - 1) * w + j];
                }
            }
            return sum;
        }

        @GpuKernel
        static void triangle(int n, int[] y) {
            for (int i = 1; i < n; i++) {
                for (int j = 0; j < i; j++) {
                    y[i * n + j] += y[(i - 1) * n + j];
                }
            }
        }

        @GpuKernel
        static int usedAfter(int w, int h, int[] y) {
            int i = 1;
            for (; i < h; i++) {
                for (int j = 0; j < w; j++) {
                    y[i * w + j] += y[(i - 1) * w + j];
                }
            }
            return i;
        }
    }

    private static Gpu cpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    private static int[] numbers(int count, long seed) {
        return new SplittableRandom(seed).ints(count, 1, 1000).toArray();
    }

    private static @Nullable String thrown(Runnable work) {
        try {
            work.run();
            return null;
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private static void launch(String kernel, Object... arguments) {
        cpu().run(() -> Kernel.of(Ops.class, kernel).launch(arguments));
    }

    private static String schedule(String kernel) {
        return Kernel.of(Ops.class, kernel).schedule();
    }

    @Test
    void theScheduleTellsBothForms() {
        assertThat(schedule("scan").replaceAll("line \\d+", "line"))
                .startsWith("""
                kernel ExchangedLoopsTest.Ops.scan
                  line, loop over i: in the thread, inside of the loop in it
                    line, loop over j: parallel over j, 1 iteration a thread
                  or, where an exception is possible, arrays are passed twice, or on a CPU with more than 64 iterations inside:
                    line, loop over i: on the host, launches: h - 1; not parallel, since iterations are not independent\
                """)
                .endsWith("""
                      line, loop over j: parallel over j, 1 iteration a thread
                """);
    }

    /** The rule of a CPU's widths, and what lies beyond the end, in the middle of a row. */
    @ParameterizedTest
    @CsvSource({
        "9, 7, 0",
        "64, 5, 0",
        "65, 5, 0",
        "9, 7, 4",
        "9, 7, 13",
        "64, 5, 130",
        "65, 5, 66",
        "0, 7, 0",
        "-1, 7, 0",
        "9, 1, 0",
        "9, -3, 0"
    })
    void isJavasInEitherForm(int w, int h, int missing) {
        int[] x = numbers(Math.abs(w * h), 1);
        int[] y = numbers(Math.abs(w * h) - missing, 2);
        int[] expected = y.clone();
        String failure = thrown(() -> Ops.scan(w, h, x, expected));
        assertThat(thrown(() -> launch("scan", w, h, x, y))).isEqualTo(failure);
        assertThat(y).isEqualTo(expected);
        assertThat(failure == null).isEqualTo(missing == 0);
    }

    @ParameterizedTest
    @CsvSource({"9, 7", "10, 13", "64, 6", "65, 5", "1, 9", "2, 3", "0, 7"})
    void stepsStay(int w, int h) {
        assertThat(schedule("strided")).contains("inside of the loop in it");
        int[] x = numbers(w * h, 1);
        int[] y = numbers(w * h, 2);
        int[] expected = y.clone();
        Ops.strided(w, h, x, expected);
        launch("strided", w, h, x, y);
        assertThat(y).isEqualTo(expected);
    }

    /** Another column is hit earlier than the first one that is hit in the order of the rows. */
    @Test
    void theFirstExceptionIsTheOneOfTheFirstRow() {
        int[] d = numbers(60, 3);
        d[4 * 10 + 1] = 0;
        d[2 * 10 + 7] = 0;
        int[] y = new int[10];
        int[] expected = new int[10];
        String failure = thrown(() -> Ops.divides(10, 6, d, expected));
        assertThat(thrown(() -> launch("divides", 10, 6, d, y)))
                .isEqualTo(failure)
                .contains("by zero");
        assertThat(y).isEqualTo(expected);
    }

    @Test
    void oneArrayForTwoIsNotExchangedIfColumnsReadEachOther() {
        int[] both = numbers(81, 4);
        int[] expected = both.clone();
        Ops.beside(9, 9, expected, expected);
        assertThat(schedule("beside")).contains("inside of the loop in it");
        launch("beside", 9, 9, both, both);
        assertThat(both).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 8, 9, 12, -9})
    void rowsThatOverlapAreNotExchanged(int stride) {
        int[] x = numbers(9, 4);
        int[] y = numbers(200, 5);
        assertThat(schedule("strides")).contains("or, where");
        int[] expected = y.clone();
        String failure = thrown(() -> Ops.strides(stride, 9, 7, x.clone(), expected));
        assertThat(thrown(() -> launch("strides", stride, 9, 7, x.clone(), y))).isEqualTo(failure);
        assertThat(y).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"divides", "indexed", "marked", "outerInOrder", "besideAnother", "triangle"})
    void isNotExchangedWhereItIsNeverKnownOrNotTheSame(String kernel) {
        assertThat(schedule(kernel)).contains("on the host").doesNotContain("or, where");
    }

    @Test
    void theVariableIsKnownAfterwards() {
        int[] y = numbers(63, 6);
        int[] expected = y.clone();
        int last = Ops.usedAfter(9, 7, expected);
        assertThat(cpu().call(() -> Kernel.of(Ops.class, "usedAfter").launch(9, 7, y)))
                .isEqualTo(last);
        assertThat(y).isEqualTo(expected);
    }

    /** A launch instead of one for each row. */
    @Test
    void isOneLaunch() throws Exception {
        Program program = ProgramCompiler.compile(
                Ops.class.getDeclaredMethod("scan", int.class, int.class, int[].class, int[].class), (_, _) -> {});
        for (boolean isExchanged : new boolean[] {true, false}) {
            HostCode code = new HostCode(program.function(), new WithoutElements(isExchanged), null);
            int launches = 0;
            for (Instr launch = code.begin(new long[] {9, 7, 0, 0}); launch != null; launch = code.next()) {
                launches++;
            }
            assertThat(launches).isEqualTo(isExchanged ? 1 : 6);
        }
    }

    @Test
    void onlyACpuLooksAtTheWidth() {
        assertThat(SplitRule.exchanges(1 << 20, 0)).isTrue();
        assertThat(SplitRule.exchanges(64, 2)).isTrue();
        assertThat(SplitRule.exchanges(65, 2)).isFalse();
    }

    /** Has arrays without elements. */
    private static final class WithoutElements implements HostCode.Machine {
        private final boolean isExchanged;

        WithoutElements(boolean isExchanged) {
            this.isExchanged = isExchanged;
        }

        @Override
        public long length(int parameter) {
            return 0;
        }

        @Override
        public long load(int parameter, ElementType element, long index) {
            throw new IllegalStateException("nothing is read");
        }

        @Override
        public void store(int parameter, ElementType element, long index, long bits) {
            throw new IllegalStateException("nothing is written");
        }

        @Override
        public boolean splitsInner(Op.Sums sums, long outside, long inside) {
            return false;
        }

        @Override
        public boolean mayLaunch(Op.MayLaunch question, long[] arguments) {
            return isExchanged;
        }

        @Override
        public void make(int parameter, ElementType element, int length) {
            throw new IllegalStateException("nothing is made");
        }

        @Override
        public void makeRows(int parameter, ElementType element, int[] sizes) {
            throw new IllegalStateException("makes no array");
        }

        @Override
        public void settle() {
            // Everything is done at once.
        }

        @Override
        public void undo() {
            throw new IllegalStateException("refuses nothing");
        }
    }
}
