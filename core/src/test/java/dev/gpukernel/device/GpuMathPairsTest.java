package dev.gpukernel.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The functions of two arguments against their bounds, on all pairs of special numbers and on millions of random pairs. */
class GpuMathPairsTest {
    /** Chunks of pairs, each from its own seed. */
    private static final int CHUNKS = GpuMathFunction.EXHAUSTIVE ? 1 << 14 : 1 << 5;

    private static final int PAIRS_IN_CHUNK = 1 << 16;
    private static final double BOUND = 0.501;

    /** A function of two floats. */
    interface FloatFunction {
        float of(float first, float second);
    }

    /** Makes one argument, from randomness and from the other argument. */
    interface Choice {
        float next(SplittableRandom random, float other);
    }

    enum Pairs {
        POW(GpuMath::pow, StrictMath::pow, Pairs::exponent),
        POW_TO_WHOLE(GpuMath::pow, StrictMath::pow, (random, x) -> (float) Math.rint(exponent(random, x))),
        ATAN2(GpuMath::atan2, StrictMath::atan2, Pairs::similar),
        HYPOT(GpuMath::hypot, StrictMath::hypot, Pairs::similar);

        final FloatFunction approximate;
        final DoubleBinaryOperator exact;
        final Choice second;

        Pairs(FloatFunction approximate, DoubleBinaryOperator exact, Choice second) {
            this.approximate = approximate;
            this.exact = exact;
            this.second = second;
        }

        double error(float first, float second) {
            return GpuMathError.ulps(approximate.of(first, second), exact.applyAsDouble(first, second));
        }

        /** An exponent that takes the base to anywhere in the floats and a little beyond. */
        private static float exponent(SplittableRandom random, float x) {
            return (float) (random.nextDouble(-155, 130) / (StrictMath.log(Math.abs(x)) / StrictMath.log(2)));
        }

        /** A number not far from the other in magnitude, of any sign. */
        private static float similar(SplittableRandom random, float x) {
            float factor = (float) StrictMath.pow(2, random.nextDouble(-20, 20));
            return random.nextBoolean() ? x * factor : -x * factor;
        }

        /** {@return the greatest error in a chunk, a quarter of whose pairs are random bits, another of bases near 1} */
        double worst(long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            double worst = 0;
            for (int i = 0; i < PAIRS_IN_CHUNK; i++) {
                float anything = Float.intBitsToFloat(random.nextInt());
                float first = (i & 3) == 1 ? 1 + (float) random.nextGaussian() * 0x1p-6f : anything;
                float other = (i & 3) == 0 ? Float.intBitsToFloat(random.nextInt()) : second.next(random, first);
                worst = Math.max(worst, error(first, other));
            }
            return worst;
        }
    }

    @ParameterizedTest
    @EnumSource
    void staysWithinItsBound(Pairs pairs) {
        double worst = LongStream.range(0, CHUNKS)
                .parallel()
                .mapToDouble(pairs::worst)
                .max()
                .orElseThrow();
        if (GpuMathFunction.EXHAUSTIVE) {
            System.out.printf("%s: %.6f ulp%n", pairs, worst);
        }
        assertThat(worst).isLessThanOrEqualTo(BOUND);
    }

    @ParameterizedTest
    @EnumSource
    void staysWithinItsBoundOnSpecialPairs(Pairs pairs) {
        for (float first : GpuMathSpecials.arguments()) {
            for (float second : GpuMathSpecials.arguments()) {
                assertThat(pairs.error(first, second))
                        .as("%s(%a, %a)", pairs, first, second)
                        .isLessThanOrEqualTo(BOUND);
            }
        }
    }

    @Test
    void powersThatAreFloatsAreExact() {
        for (int base = -4095; base <= 4095; base++) {
            assertThat(GpuMath.pow(base, 2)).isEqualTo((float) base * base);
            assertThat(GpuMath.pow((float) base * base, 0.5f)).isEqualTo(Math.abs(base));
        }
    }
}
