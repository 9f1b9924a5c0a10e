package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeakyReluTest {
    @ParameterizedTest
    @ValueSource(strings = {"0.25", "0", "-1", "NaN", "Infinity"})
    void anyFactorWillDo(String alpha) {
        Console console = Console.of("leaky-relu", "--backend", "cpu", "--size", "500", "--alpha", alpha);

        assertThat(console.err()).isEmpty();
        assertThat(console.lastLine()).startsWith("OK leaky-relu: 500 elements");
        assertThat(console.out().getFirst()).endsWith("alpha " + Float.parseFloat(alpha));
    }

    @Test
    void onlyNegativeElementsAreMultiplied() {
        float[] x = {-2, -0f, 0, 3, Float.NaN};
        float[] y = new float[x.length];

        LeakyReluKernels.leakyRelu(0.5f, x, y);

        assertThat(y).containsExactly(-1, -0f, 0, 3, Float.NaN);
    }
}
