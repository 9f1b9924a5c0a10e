package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PiecewiseScaleTest {
    @ParameterizedTest
    @CsvSource({
        "0.125, 0.25",
        "-0.125, -0.25",
        "0.25, 0.25",
        "-0.375, -0.375",
        "0.5, 0.5",
        "-0.75, -0.625",
        "0.9, 0.7",
        "-Infinity, -0.7",
        "NaN, 0"
    })
    void eachRangeHasItsOwnRule(float value, float scaled) {
        assertThat(PiecewiseScaleKernels.scaled(value)).isEqualTo(scaled);
    }
}
