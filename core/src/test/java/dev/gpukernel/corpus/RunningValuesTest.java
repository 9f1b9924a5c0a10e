package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.jit.CompilerSteps;
import dev.gpukernel.internal.ptx.PtxEmitter;
import dev.gpukernel.internal.ptx.PtxTarget;
import dev.gpukernel.internal.ptx.Ptxas;
import dev.gpukernel.oracle.Differential;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loops with running values, best values and flags lead to what they lead to on the JVM, after each step of the compiler and by the code of blocks. */
class RunningValuesTest {
    private static final Set<Class<?>> OWNERS = Set.of(
            PrefixKernels.class,
            RecurrenceKernels.class,
            CompactionKernels.class,
            BestValueKernels.class,
            FlagKernels.class,
            RunningHistogramKernels.class);

    static List<CorpusKernel> kernels() {
        return Corpus.all().stream()
                .filter(kernel -> OWNERS.contains(kernel.owner()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void afterEachStep(CorpusKernel kernel) {
        Differential differential = new Differential(kernel.method());
        Optional<String> difference =
                differential.firstDifference(kernel.arguments().get(), Gpu.all());
        assertThat(difference).isEmpty();
    }

    @Test
    void theirPtxIsAssembled() {
        Optional<Ptxas> ptxas = Ptxas.find();
        assumeTrue(ptxas.isPresent(), Ptxas.ABSENT);
        List<String> modules = new ArrayList<>();
        for (CorpusKernel kernel : kernels()) {
            for (KernelUnit unit :
                    CompilerSteps.compile(kernel.method(), (_, _) -> {}).units(0)) {
                modules.add(PtxEmitter.emit(unit, PtxTarget.BASELINE).text());
            }
        }
        assertThat(ptxas.orElseThrow().errors(modules, 75)).isEmpty();
    }
}
