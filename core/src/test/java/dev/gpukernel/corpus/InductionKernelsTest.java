package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.internal.jit.CompilerSteps;
import java.lang.reflect.Method;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many loops of a nest run in parallel though a number runs on over them. */
class InductionKernelsTest {
    @ParameterizedTest
    @CsvSource({
        "convolution, 2",
        "elements, 1",
        "bothEnds, 1",
        "pairs, 1",
        "everyFourth, 1",
        "everyThirdDownwards, 1",
        "strides, 1",
        "eitherWay, 1",
        "values, 1",
        "longLoop, 1",
        "triangles, 2",
        "framedRows, 1",
        "volume, 3",
        "withinThreads, 1",
        "besideReductions, 1",
        "besideByte, 1",
        "besideShort, 1",
        "keptBesideChar, 1",
        "spreadBesideByte, 1",
    })
    void loops(String kernel, String levels) {
        Method method = Corpus.kernel(InductionKernels.class, kernel).method();
        CompilerSteps.Compiled compiled = CompilerSteps.compile(method, (_, _) -> {});
        assertThat(compiled.levels().stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .isEqualTo(levels);
    }
}
