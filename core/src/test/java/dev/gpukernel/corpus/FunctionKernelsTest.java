package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.oracle.Differential;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "squareWave, Math.sin",
        "powerMeans, Math.pow",
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
    void whatHidesTheIndependenceOfIterationsIsInlined() {
        // It stores to an array, and which elements it alone tells.
        Method scale = Arrays.stream(InlinedAgain.class.getDeclaredMethods())
                .filter(method -> method.getName().equals("kernel"))
                .findFirst()
                .orElseThrow();
        assertThat(CompilerSteps.compile(scale, Outlining.EVERYTHING, (_, _) -> {})
                        .function()
                        .calledFunctions())
                .extracting(Function::name)
                .containsExactly("FunctionKernelsTest.InlinedAgain.twice");
    }

    /** A loop whose independence is seen only where it is inlined, and a function without arrays. */
    static final class InlinedAgain {
        private InlinedAgain() {}

        @dev.gpukernel.GpuKernel
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

    /** Every way of calls to every place that throws, each in turn the first to be wrong. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void whatAFunctionThrowsHasTheFramesOfItsCalls(int bad) {
        int[] distance = {0, 2, 3, 5, 6, 1};
        int[] table = new int[200];
        int[] index = new int[THREADS];
        Arrays.fill(index, 20);
        // Only the thread in the middle reads bucket 77, by the call that is so far behind its index.
        index[11] = 100;
        table[100 + distance[bad]] = 77 * 12;
        int[] divisors = new int[THREADS];
        Arrays.fill(divisors, 12 - new int[] {1, 2, 1, 4, 3, 0}[bad]);
        List<Object> arguments = List.of(table, index, divisors, 1.0, new double[THREADS]);
        List<String> found = new ArrayList<>();
        for (Outlining outlining : List.of(Outlining.NONE, Outlining.USUAL, Outlining.EVERYTHING)) {
            Differential differential = new Differential(method("weights"), outlining);
            differential.firstDifference(arguments, List.of()).ifPresent(found::add);
        }
        assertThat(found).isEmpty();
    }
}
