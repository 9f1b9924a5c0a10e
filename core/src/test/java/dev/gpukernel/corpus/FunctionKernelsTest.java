package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

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
        "squareWave, StraightMath.sin",
        "powerMeans, StraightMath.pow",
        "weights, FunctionKernels.weigh",
        "weightsByZero, FunctionKernels.weigh",
        "orbits, FunctionKernels.Body.step",
        "mixRows, FunctionKernels.mix",
    })
    void largeMethodsCalledOftenAreFunctions(String kernel, String function) {
        assertThat(functions(kernel, Outlining.USUAL))
                .filteredOn(name -> !name.startsWith("ExactMath"))
                .containsExactly(function);
        assertThat(functions(kernel, Outlining.EVERYTHING)).contains(function);
        assertThat(functions(kernel, Outlining.NONE)).isEmpty();
    }

    @Test
    void aFunctionIsNotCalledLikeTheKernel() {
        assertThat(functions("wave", Outlining.EVERYTHING)).contains("FunctionKernels.wave#2");
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
        Outcome.Fault fault =
                Objects.requireNonNull(Oracle.runJava(method("weights"), KernelForm.GRID, Oracle.GRID, arguments)
                        .fault());
        assertThat(fault.message()).isEqualTo("bucket 77");
        assertThat(fault.frames()).hasSize(frames);
        List<String> found = new ArrayList<>();
        for (Outlining outlining : List.of(Outlining.NONE, Outlining.USUAL, Outlining.EVERYTHING)) {
            Differential differential = new Differential(method("weights"), outlining, Oracle.GRID);
            differential.firstDifference(arguments, List.of()).ifPresent(found::add);
        }
        assertThat(found).isEmpty();
    }
}
