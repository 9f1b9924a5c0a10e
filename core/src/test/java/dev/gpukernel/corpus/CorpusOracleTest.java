package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.jit.CompilerSteps.Compiled;
import dev.gpukernel.internal.pass.WarpProducts;
import dev.gpukernel.internal.ptx.PtxEmitter;
import dev.gpukernel.internal.ptx.PtxTarget;
import dev.gpukernel.internal.ptx.Ptxas;
import dev.gpukernel.oracle.GridFault;
import dev.gpukernel.oracle.GridInterpreter;
import dev.gpukernel.oracle.InterpretedFault;
import dev.gpukernel.oracle.IntrinsicMethods;
import dev.gpukernel.oracle.LoopInterpreter;
import dev.gpukernel.oracle.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kernel of the corpus, compiled and interpreted, leads to what it leads to on the JVM; its PTX is assembled. */
@Execution(ExecutionMode.CONCURRENT)
final class CorpusOracleTest {
    static List<CorpusKernel> kernels() {
        return Corpus.all();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void interpretedItLeadsToWhatItLeadsToOnTheJvm(CorpusKernel kernel) {
        check(kernel, CompilerSteps.shared(kernel.method()));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void withEveryMethodAsAFunctionItDoesToo(CorpusKernel kernel) {
        Compiled compiled = CompilerSteps.shared(kernel.method(), Outlining.EVERYTHING);
        // Code that calls nothing is what was checked already.
        boolean calls = !compiled.function().calledFunctions().isEmpty()
                || compiled.units(0).stream()
                        .anyMatch(unit -> !unit.function().calledFunctions().isEmpty());
        if (calls) {
            check(kernel, compiled);
        }
    }

    /**
     * Compares a kernel, run by the JVM, with what was compiled of a method and interpreted.
     *
     * @param compiled the kernel's own method, or one made of the same source by another compiler
     */
    static void check(CorpusKernel kernel, Compiled compiled) {
        JvmRun expected = JvmRun.of(kernel);
        List<Object> arguments = new ArrayList<>();
        kernel.arguments().get().forEach(argument -> arguments.addAll(Leaves.values(argument)));
        Throwable thrown = interpret(kernel, compiled, arguments);
        assertThat(JvmRun.text(thrown, expected.thrown())).isEqualTo(JvmRun.text(expected.thrown(), thrown));
        if (thrown == null) {
            List<Object> leaves = new ArrayList<>();
            expected.arguments().forEach(argument -> leaves.addAll(Leaves.values(argument)));
            Outcome java = new Outcome(leaves, null);
            assertThat(java.describeDifference(new Outcome(arguments, null))).isEmpty();
        }
    }

    private static @Nullable Throwable interpret(CorpusKernel kernel, Compiled compiled, List<Object> arguments) {
        RuntimeException fault = null;
        if (kernel.form() == KernelForm.GRID) {
            fault = GridFault.exceptionOf(
                    GridInterpreter.run(kernel.shape(), compiled.function(), IntrinsicMethods::call, arguments));
        } else {
            try {
                new LoopInterpreter(IntrinsicMethods::call, compiled.function(), LoopInterpreter.Part.THREAD, false)
                        .run(compiled, arguments);
            } catch (InterpretedFault e) {
                fault = e;
            }
        }
        return fault instanceof InterpretedFault interpreted ? interpreted.exception() : fault;
    }

    @Test
    void theirPtxIsAssembled() {
        Optional<Ptxas> ptxas = Ptxas.find();
        assumeTrue(ptxas.isPresent(), Ptxas.ABSENT);
        List<String> modules = Corpus.all().stream()
                .flatMap(kernel -> CompilerSteps.shared(kernel.method()).units(0).stream())
                .map(CorpusOracleTest::ptx)
                .toList();
        assertThat(ptxas.orElseThrow().errors(modules, 75)).isEmpty();
    }

    @Test
    void thePtxOfTheirFunctionsIsAssembled() {
        Optional<Ptxas> ptxas = Ptxas.find();
        assumeTrue(ptxas.isPresent(), Ptxas.ABSENT);
        List<String> modules = Corpus.all().stream()
                .map(kernel -> CompilerSteps.shared(kernel.method(), Outlining.EVERYTHING)
                        .unit(0))
                .filter(unit -> !unit.function().calledFunctions().isEmpty())
                .map(CorpusOracleTest::ptx)
                .toList();
        assertThat(modules).hasSizeGreaterThan(120);
        assertThat(ptxas.orElseThrow().errors(modules, 75)).isEmpty();
    }

    private static String ptx(KernelUnit unit) {
        return PtxEmitter.emit(unit.withFunction(WarpProducts.without(unit.function())), PtxTarget.BASELINE)
                .text();
    }
}
