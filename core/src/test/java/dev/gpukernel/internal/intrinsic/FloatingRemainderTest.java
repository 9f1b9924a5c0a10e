package dev.gpukernel.internal.intrinsic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FloatingRemainderTest {
    private static final int PAIRS = 1_000_000;

    private static final double[] EDGES = {
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        7.5,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        Double.MAX_VALUE,
        Float.MIN_VALUE,
        Float.MIN_NORMAL,
        Float.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        Double.NaN
    };

    @Test
    void isJavasOnEdgeValues() {
        for (double x : EDGES) {
            for (double y : EDGES) {
                check(x, y);
                check((float) x, (float) y);
            }
        }
    }

    @Test
    void isJavasOnRandomBits() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < PAIRS; i++) {
            check(Float.intBitsToFloat(random.nextInt()), Float.intBitsToFloat(random.nextInt()));
            double x = Double.longBitsToDouble(random.nextLong());
            check(x, i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : x / random.nextInt());
        }
    }

    private static void check(float x, float y) {
        assertThat(Float.floatToIntBits(FloatingRemainder.remainder(x, y)))
                .as("%s %% %s", x, y)
                .isEqualTo(Float.floatToIntBits(x % y));
    }

    private static void check(double x, double y) {
        assertThat(Double.doubleToLongBits(FloatingRemainder.remainder(x, y)))
                .as("%s %% %s", x, y)
                .isEqualTo(Double.doubleToLongBits(x % y));
    }
}
