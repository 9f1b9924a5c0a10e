package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorAddTest {
    @ParameterizedTest
    @ValueSource(strings = {"--style=loop", "--style=grid", "--style=GRID", "--resident", "--seed=7"})
    void endsWithOkAndTheNumberOfElements(String option) {
        Console console = Console.of("vector-add", "--backend", "cpu", "--size", "1000", option);

        assertThat(console.err()).isEmpty();
        assertThat(console.exitCode()).isZero();
        assertThat(console.lastLine())
                .startsWith("OK vector-add: 1000 elements")
                .contains("cpu");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--style=loop", "--style=grid", "--resident"})
    void nothingToAddIsFine(String option) {
        Console console = Console.of("--backend", "cpu", "vector-add", "--size", "0", option);

        assertThat(console.err()).isEmpty();
        assertThat(console.exitCode()).isZero();
        assertThat(console.lastLine()).startsWith("OK vector-add: 0 elements");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compile", "to device", "kernel", "to host", "device"})
    void tellsWhereItRanAndHowLongEachPartTook(String fact) {
        Console console = Console.of("vector-add", "--backend", "cpu", "--size", "1000");

        assertThat(console.out()).anyMatch(line -> line.strip().startsWith(fact + "  "));
    }

    @Test
    void saysTheSeedItUsed() {
        Console console = Console.of("vector-add", "--backend", "cpu", "--size", "10", "--seed", "4711");

        assertThat(console.out().getFirst()).contains("10 elements", "seed 4711");
    }
}
