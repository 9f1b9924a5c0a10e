package dev.gpukernel.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;

class SineTest {
    private final double[] arguments = Sine.arguments(new SplittableRandom(1), 10_000);

    @Test
    void everyKindOfArgumentIsAmongThem() {
        assertThat(count(Double::isNaN)).isPositive();
        assertThat(count(x -> x == Double.POSITIVE_INFINITY)).isPositive();
        assertThat(count(x -> x == Double.NEGATIVE_INFINITY)).isPositive();
        assertThat(count(x -> Double.doubleToRawLongBits(x) == 0)).isPositive();
        assertThat(count(x -> Double.doubleToRawLongBits(x) == Long.MIN_VALUE)).isPositive();
        assertThat(count(x -> x != 0 && Math.abs(x) < Double.MIN_NORMAL)).isPositive();
        assertThat(count(x -> Math.abs(x) < Math.PI / 4)).isGreaterThan(1000);
        assertThat(count(x -> Math.abs(x) > 100 && Math.abs(x) < 823_549)).isGreaterThan(1000);
        assertThat(count(x -> Math.abs(x) > 1e100)).isGreaterThan(500);
    }

    private long count(DoublePredicate kind) {
        return Arrays.stream(arguments).filter(kind).count();
    }
}
