package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.Differential;
import dev.gpukernel.oracle.Oracle;
import dev.gpukernel.oracle.Outcome;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of kernels that call large methods often. */
class FunctionKernelsTest {
    /** So many threads does a differential run of a grid kernel have. */
    private static final int THREADS = 24;

    private static Method method(String name) {
        return Corpus.kernel(FunctionKernels.class, name).method();
    }

    private static List<String> functions(String name, Outlining outlining) {
        return CompilerSteps.compile(method(name), outlining, (_, _) -> {}).function().calledFunctions().stream()
                .map(Function::name)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "squareWave, StrictMath.sin",
        "powerMeans, StrictMath.pow",
        "weights, FunctionKernels.weigh",
        "weightsByZero, FunctionKernels.weigh",
        "orbits, FunctionKernels.Body.step",
        "mixRows, FunctionKernels.mix",
    })
    void largeMethodsCalledOftenAreFunctions(String kernel, String function) {
        assertThat(functions(kernel, Outlining.USUAL)).containsExactly(function);
        assertThat(functions(kernel, Outlining.EVERYTHING)).contains(function);
        assertThat(functions(kernel, Outlining.NONE)).isEmpty();
    }

    @Test
    void whatHidesTheIndependenceOfIterationsIsInlined() throws NoSuchMethodException {
        // It stores to an array, and which elements it alone tells.
        Method kernel = InlinedAgain.class.getDeclaredMethod("kernel", int[].class);
        assertThat(CompilerSteps.compile(kernel, Outlining.EVERYTHING, (_, _) -> {})
                        .function()
                        .calledFunctions())
                .extracting(Function::name)
                .containsExactly("FunctionKernelsTest.InlinedAgain.twice");
    }

    /** A loop whose independence is seen only where it is inlined, and a function without arrays. */
    static final class InlinedAgain {
        private InlinedAgain() {}

        @GpuKernel
        static void kernel(int[] a) {
            for (int i = 0; i < a.length; i++) {
                set(a, i, twice(a[i]));
            }
        }

        private static void set(int[] a, int i, int value) {
            a[i] = value;
        }

        private static int twice(int value) {
            return value * 2;
        }
    }

    /** With each of 256 calls inlined, it would have more than the most bytecodes that a kernel may. */
    static final class Large {
        private Large() {}

        @GpuKernel
        static void kernel(double[] a) {
            for (int i = 0; i < a.length; i++) {
                a[i] = sixtyFour(a[i], 1.25) + sixtyFour(a[i], 1.5) + sixtyFour(a[i], 1.75) + sixtyFour(a[i], 2.5);
            }
        }

        private static double sixtyFour(double x, double p) {
            return sixteen(x, p) + sixteen(x + 1, p) + sixteen(x + 2, p) + sixteen(x + 3, p);
        }

        private static double sixteen(double x, double p) {
            return four(x, p) + four(x, p + 0.125) + four(x, p + 0.25) + four(x, p + 0.375);
        }

        private static double four(double x, double p) {
            return StrictMath.pow(x, p)
                    + StrictMath.pow(x + 0.25, p)
                    + StrictMath.pow(x + 0.5, p)
                    + StrictMath.pow(x + 0.75, p);
        }
    }

    @Test
    void whatIsTooLargeInlinedIsNotWithFunctions() throws NoSuchMethodException {
        Method kernel = Large.class.getDeclaredMethod("kernel", double[].class);
        assertThatThrownBy(() -> CompilerSteps.compile(kernel, Outlining.NONE, (_, _) -> {}))
                .isInstanceOf(KernelRejectedException.class)
                .hasMessageContaining("KernelTooLarge");
        Differential differential = new Differential(kernel);
        assertThat(differential.compiled().function().calledFunctions()).isNotEmpty();
        assertThat(differential.firstDifference(List.of(new double[] {0.1, 3, 77}), List.of()))
                .isEmpty();
    }

    /** Every way of calls to every place that throws, each in turn the first to be wrong. */
    @ParameterizedTest
    @CsvSource({"0, 1, 3", "2, 2, 4", "3, 1, 4", "5, 4, 4", "6, 3, 4"})
    void whatAFunctionThrowsHasTheFramesOfItsCalls(int distance, int addedToDivisor, int frames) {
        int[] table = new int[200];
        int[] index = new int[THREADS];
        Arrays.fill(index, 20);
        // Only the thread in the middle reads bucket 77, by the call that is so far behind its index.
        index[11] = 100;
        table[100 + distance] = 77 * 12;
        int[] divisors = new int[THREADS];
        Arrays.fill(divisors, 12 - addedToDivisor);
        List<Object> arguments = List.of(table, index, divisors, 1.0, new double[THREADS]);
        Outcome.Fault fault = Objects.requireNonNull(
                Oracle.runJava(method("weights"), KernelForm.GRID, arguments).fault());
        assertThat(fault.message()).isEqualTo("bucket 77");
        assertThat(fault.frames()).hasSize(frames);
        List<String> found = new ArrayList<>();
        for (Outlining outlining : List.of(Outlining.NONE, Outlining.USUAL, Outlining.EVERYTHING)) {
            Differential differential = new Differential(method("weights"), outlining);
            differential.firstDifference(arguments, List.of()).ifPresent(found::add);
        }
        assertThat(found).isEmpty();
    }
}
