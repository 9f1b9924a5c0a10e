package dev.gpukernel.internal.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressionTest {
    @ParameterizedTest
    @CsvSource({
        "0, 16, 0, 2047, 0, 2032",
        "0, 16, 1, 2048, 16, 2048",
        "3, 5, -9, 9, -7, 8",
        "10, -4, 0, 10, 2, 10",
    })
    void endsOfWhatIsWithin(long start, long step, long low, long high, long first, long last) {
        assertThat(new Progression(start, step).within(new Interval(low, high))).isEqualTo(new Interval(first, last));
    }

    @Test
    void saysNothingOfIntervalsWithoutAnyOrBeyondInts() {
        Interval between = new Interval(17, 31);
        assertThat(new Progression(0, 16).within(between)).isEqualTo(between);
        assertThat(new Progression(0, 16).within(Interval.LONGS)).isEqualTo(Interval.LONGS);
        assertThat(new Progression(1L << 40, 16).within(Interval.INTS)).isEqualTo(Interval.INTS);
    }
}
