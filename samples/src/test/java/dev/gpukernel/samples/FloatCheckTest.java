package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FloatCheckTest {
    @Test
    void firstDifferenceIsToldWithBothValues() {
        Verdict verdict = FloatCheck.verdict(new float[] {1, 2.5f, 4}, i -> 1 + i);

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.text()).contains("element 1", "2.5 (bits 40200000)", "2.0 (bits 40000000)");
    }

    @Test
    void zerosOfDifferentSignDiffer() {
        assertThat(FloatCheck.verdict(new float[] {-0f}, i -> 0f).passed()).isFalse();
    }

    @Test
    void equalNansAreEqual() {
        assertThat(FloatCheck.verdict(new float[] {Float.NaN}, i -> Float.NaN).passed())
                .isTrue();
    }
}
