package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.Gpu.BackendStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplesTest {
    @Test
    void withoutASampleTheHelpListsThem() {
        Console console = Console.of();

        assertThat(console.exitCode()).isZero();
        assertThat(String.join("\n", console.out())).contains("devices", "vector-add", "--backend");
    }

    @Test
    void helpOfASampleRunsNothing() {
        Console console = Console.of("vector-add", "--help");

        assertThat(console.exitCode()).isZero();
        assertThat(String.join("\n", console.out()))
                .contains("--size", "--seed", "--style")
                .doesNotContain("OK");
    }

    @ParameterizedTest
    @CsvSource({
        "--size, -1, from 0 to 2147483639",
        "--size, x, from 0 to 2147483639",
        "--size, 2147483640, from 0 to 2147483639",
        "--size, 99999999999999999999, from 0 to 2147483639",
        "--backend, cdua, 'auto, tornado, cuda, cpu'",
        "--style, tiles, grid",
        "--seed, x, long"
    })
    void wrongValueIsNamedWithItsLimitBeforeAnythingRuns(String option, String value, String limit) {
        Console console = Console.of("vector-add", option, value);

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).contains(option, "'" + value + "'").containsIgnoringCase(limit);
        assertThat(console.out()).isEmpty();
    }

    @Test
    void unknownSampleIsNamed() {
        Console console = Console.of("vector-ad");

        assertThat(console.exitCode()).isEqualTo(2);
        assertThat(console.err()).contains("vector-ad");
        assertThat(console.out()).isEmpty();
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Console.of("help").out()).isEqualTo(Console.of().out());
        assertThat(Console.of("help", "vector-add")).isEqualTo(Console.of("vector-add", "--help"));
        Console unknown = Console.of("help", "vector-ad");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).containsOnlyOnce("vector-ad'");
    }

    @Test
    void everyBackendCanBeAskedFor() {
        assertThat(Gpu.backends()).extracting(BackendStatus::name).isSubsetOf(Samples.BackendName.ALL);
        assertThat(Samples.BackendName.ALL).hasSize(1 + Gpu.backends().size()).contains("auto");
    }
}
