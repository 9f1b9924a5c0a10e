package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.oracle.Differential;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops with running values, best values and flags lead to what they lead to on the JVM, after each step of the compiler and by the code of blocks. */
@Execution(ExecutionMode.CONCURRENT)
class RunningValuesTest {
    private static final Set<Class<?>> OWNERS = Set.of(
            PrefixKernels.class,
            RecurrenceKernels.class,
            SteadyRecurrenceKernels.class,
            ScannedIndexKernels.class,
            SampledKernels.class,
            CompactionKernels.class,
            TileKernels.class,
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

    /** Whether an iteration may be missing, a block asks only if it is the last. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4_094, 4_095, 4_096, 4_097})
    void aroundTheEndOfABlock(int length) {
        Differential differential =
                new Differential(Corpus.kernel(PrefixKernels.class, "inclusive").method());
        List<Object> arguments = List.of(Seeded.ints(length, 1), new int[length]);
        assertThat(differential.firstDifference(arguments, Gpu.all(), false, false))
                .isEmpty();
    }
}
