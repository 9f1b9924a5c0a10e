package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BitCheckTest {
    private final BitCheck check = new BitCheck();

    @Test
    void firstDifferenceIsToldWithBothValues() {
        Verdict verdict =
                check.floats("x", new float[] {1, 2.5f, 4}, i -> 1 + i).verdict();

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.text()).contains("x[1]", "2.5 (bits 40200000)", "2.0 (bits 40000000)");
    }

    @Test
    void differenceOfTheFirstArrayOutlivesTheOthers() {
        Verdict verdict = check.ints("n", new int[] {7}, i -> 8)
                .doubles("y", new double[] {1}, i -> 2)
                .doubles("z", new double[] {1}, i -> 1)
                .verdict();

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.text()).isEqualTo("n[0] is 7, but plain Java gives 8");
    }

    @Test
    void everyArrayCounts() {
        Verdict verdict = check.ints("n", new int[3], i -> 0)
                .doubles("y", new double[2], i -> 0)
                .verdict();

        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.text()).startsWith("5 elements");
    }

    @Test
    void zerosOfDifferentSignDiffer() {
        assertThat(new BitCheck()
                        .floats("x", new float[] {-0f}, i -> 0f)
                        .verdict()
                        .passed())
                .isFalse();
        assertThat(new BitCheck()
                        .doubles("x", new double[] {-0d}, i -> 0d)
                        .verdict()
                        .passed())
                .isFalse();
    }

    @Test
    void nansAreEqualWhateverTheirBits() {
        float nan = Float.intBitsToFloat(0x7fffffff);
        double wideNan = Double.longBitsToDouble(0x7fffffffffffffffL);

        assertThat(check.floats("x", new float[] {nan}, i -> Float.NaN)
                        .doubles("y", new double[] {wideNan}, i -> Double.NaN)
                        .verdict()
                        .passed())
                .isTrue();
    }
}
