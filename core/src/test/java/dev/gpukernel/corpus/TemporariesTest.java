package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.corpus.MadeArraysTest.Where;
import dev.gpukernel.device.Grid;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.oracle.Differential;
import dev.gpukernel.oracle.Oracle;
import dev.gpukernel.oracle.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays that iterations and threads make for themselves, of lengths that differ from launch to launch. */
@Execution(ExecutionMode.CONCURRENT)
final class TemporariesTest {
    /** A launch of a kernel of plain loops. */
    record Case(String kernel, List<Object> arguments) {
        Outcome expected() {
            return Oracle.runJava(
                    Corpus.kernel(TemporaryKernels.class, kernel).method(), KernelForm.LOOP, Oracle.GRID, arguments);
        }

        Outcome found() {
            List<Object> copies = Oracle.copies(arguments);
            try {
                Object result = Kernel.of(TemporaryKernels.class, kernel).launch(copies.toArray());
                return new Outcome(copies, result, null);
            } catch (RuntimeException e) {
                return new Outcome(copies, Outcome.Fault.ofKernel(e, TemporaryKernels.class.getName(), kernel));
            }
        }
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        int[] ints = Seeded.ints(120, 1, -50, 50);
        // There and back again: what was compiled for a length serves others.
        for (int width : new int[] {1, 8, 9, 3, 33, 10, 9, 40, 120, 200}) {
            cases.add(new Case("median", List.of(Seeded.floats(60, 2, -9, 9), width, new float[60])));
            cases.add(new Case("modes", List.of(Seeded.bytes(240, 3), 12, width, new int[20])));
            cases.add(new Case("sums", List.of(ints, width)));
            cases.add(new Case("running", List.of(ints, width, new int[120])));
            cases.add(new Case("filtered", List.of(ints, width, new int[120])));
            cases.add(new Case("best", List.of(Seeded.longs(80, 4), width)));
            cases.add(new Case("found", List.of(ints, width, 30)));
            cases.add(new Case("copies", List.of(ints, width, new int[120])));
            cases.add(new Case("inOrder", List.of(ints, width, new int[120])));
            cases.add(new Case("inSteps", List.of(ints, 3, width, new int[120])));
            cases.add(new Case("marked", List.of(Seeded.floats(240, 5, -1, 1), width, new float[240])));
            cases.add(new Case("nested", List.of(ints, 120 / width, width, new int[120])));
            cases.add(new Case("grid", List.of(ints, width % 20, new long[30])));
            cases.add(new Case("sometimes", List.of(ints, width, new int[120])));
            cases.add(new Case("tooShort", List.of(ints, width, new int[120])));
            cases.add(new Case("tooFar", List.of(ints, width, new int[120])));
        }
        for (int width : new int[] {0, -1, Integer.MIN_VALUE}) {
            cases.add(new Case("sums", List.of(ints, width)));
            cases.add(new Case("running", List.of(ints, width, new int[120])));
            cases.add(new Case("negative", List.of(ints, width, new int[120])));
            cases.add(new Case("negative", List.of(new int[0], width, new int[0])));
            cases.add(new Case("grid", List.of(ints, width, new long[30])));
            cases.add(new Case("sometimes", List.of(ints, width, new int[120])));
        }
        return cases;
    }

    @ParameterizedTest
    @EnumSource
    void launchesLeadToWhatTheyDoInJava(Where where) {
        for (Case made : cases()) {
            assertThat(made.expected().describeDifference(where.gpu().call(made::found)))
                    .as("%s on %s", made, where)
                    .isEmpty();
        }
    }

    static Stream<CorpusKernel> kernels() {
        return Corpus.all().stream().filter(kernel -> kernel.owner() == TemporaryKernels.class);
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyStepOfTheCompilerKeepsThem(CorpusKernel kernel) {
        for (Outlining outlining : List.of(Outlining.USUAL, Outlining.EVERYTHING)) {
            Differential differential = new Differential(kernel.method(), outlining, kernel.shape());
            assertThat(differential.firstDifference(kernel.arguments().get(), List.of()))
                    .isEmpty();
        }
    }

    @GpuKernel
    static void spread(int[] x, int width, long[] y) {
        int i = Grid.x();
        if (i < y.length) {
            long[] own = new long[width];
            for (int k = 0; k < 5 * width; k++) {
                own[k % width] = own[(k + 1) % width] * 3 + x[(i + k) % x.length];
            }
            y[i] = own[0] - own[width / 2];
        }
    }

    private static long[] spread(int[] x, int width) {
        long[] y = new long[10];
        for (int i = 0; i < y.length; i++) {
            long[] own = new long[width];
            for (int k = 0; k < 5 * width; k++) {
                own[k % width] = own[(k + 1) % width] * 3 + x[(i + k) % x.length];
            }
            y[i] = own[0] - own[width / 2];
        }
        return y;
    }

    @ParameterizedTest
    @EnumSource
    void threadsHaveTheirOwn(Where where) {
        int[] x = Seeded.ints(50, 1);
        Kernel kernel = Kernel.of(TemporariesTest.class, "spread");
        for (int width : new int[] {1, 12, 13, 5, 100, 12}) {
            long[] y = new long[10];
            where.gpu().run(() -> kernel.launch(Launch.covering(10), x, width, y));
            assertThat(y).as("%s", width).isEqualTo(spread(x, width));
        }
    }

    @Test
    void graphsTakeAnotherLength() {
        Gpu gpu = Where.CPU.gpu();
        int[] x = Seeded.ints(50, 1);
        Kernel kernel = Kernel.of(TemporariesTest.class, "spread");
        try (GpuArray<int[]> held = gpu.upload(x);
                GpuArray<long[]> y = gpu.allocate(long[].class, 10);
                GpuGraph graph = gpu.record(() -> kernel.launch(Launch.covering(10), held, 3, y))) {
            for (int width : new int[] {3, 50, 9}) {
                graph.set("width", width);
                graph.launch();
                assertThat(y.toHost()).as("%s", width).isEqualTo(spread(x, width));
            }
        }
    }

    /** Before anything is launched, with both numbers. */
    @Test
    void moreThanAThreadHasIsRefused() {
        Kernel kernel = Kernel.of(TemporariesTest.class, "spread");
        long[] y = new long[10];
        assertThatThrownBy(
                        () -> Where.APART.gpu().run(() -> kernel.launch(Launch.covering(10), new int[5], 100_000, y)))
                .isInstanceOf(GpuException.class)
                .hasMessageContaining("[OwnArraysTooLarge]")
                .hasMessageContaining("needs 800000 bytes")
                .hasMessageContaining("at most 520192");
        assertThat(y).containsOnly(0);
    }

    /** The host makes one for each iteration where threads cannot have them. */
    @ParameterizedTest
    @EnumSource(names = {"CPU", "APART"})
    void ofLoopsThatCanBeSplitTheyMayBeOfAnyLength(Where where) {
        byte[] x = Seeded.bytes(60, 3);
        int[] modes = new int[3];
        int[] expected = new int[3];
        where.gpu().run(() -> Kernel.of(TemporaryKernels.class, "modes").launch(x, 20, 200_000, modes));
        TemporaryKernels.modes(x, 20, 200_000, expected);
        assertThat(modes).isEqualTo(expected);
    }

    @Test
    void theScheduleSaysSo() {
        assertThat(Kernel.of(TemporaryKernels.class, "modes").schedule())
                .contains("loop over row: parallel over row")
                .contains("or on a GPU where arrays of a thread need more than 520192 bytes")
                .contains("on the host, launches: 2 * modes.length");
        assertThat(Kernel.of(TemporaryKernels.class, "median").schedule()).doesNotContain("on the host");
    }

    /** Two loops, each of which makes arrays in its iterations. */
    @GpuKernel
    static void oneAfterAnother(int[] x, int width, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int[] own = new int[width];
            for (int j = 0; j < width; j++) {
                own[j] = x[(i + j) % x.length];
            }
            int sum = 0;
            for (int j = 0; j < width; j++) {
                sum += own[width - 1 - j] * j;
            }
            out[i] = sum;
        }
        for (int i = 0; i < out.length; i++) {
            int[] own = new int[width + 1];
            for (int j = 0; j < width; j++) {
                own[j + 1] = out[i] ^ j;
            }
            int sum = 0;
            for (int j = 0; j <= width; j++) {
                sum += own[j] >> 1;
            }
            out[i] = sum;
        }
    }

    @Test
    void loopsThatMakeArraysRunInThreadsWhereverTheyStand() {
        Kernel kernel = Kernel.of(TemporariesTest.class, "oneAfterAnother");
        assertThat(kernel.schedule().lines())
                .filteredOn(line -> line.contains("loop over i: parallel over i"))
                .hasSize(2);
        int[] x = Seeded.ints(120, 1, -50, 50);
        for (int width : new int[] {0, 1, 9, 200}) {
            int[] expected = new int[120];
            oneAfterAnother(x, width, expected);
            int[] out = new int[120];
            kernel.launch(x, width, out);
            assertThat(out).isEqualTo(expected);
        }
    }
}
