package dev.gpukernel.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementTest {
    @Test
    void lineIsReadBack() {
        Measurement measurement = new Measurement("nvcc", 1L << 28, "kernel_ms", 0.937512);

        assertThat(Measurement.parse(measurement.line())).isEqualTo(measurement);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nvcc,1,kernel_ms", "nvcc,one,kernel_ms,2", "nvcc,1,kernel_ms,fast", "a,1,b,2,3"})
    void otherLinesAreRefusedAndShown(String line) {
        assertThatThrownBy(() -> Measurement.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(": " + line);
    }

    @Test
    void medianIsTheMiddleWhateverTheOrder() {
        assertThat(Measurement.median(9, 1, 5)).isEqualTo(5);
        assertThat(Measurement.median(9, 1, 5, 6)).isEqualTo(5.5);
    }
}
