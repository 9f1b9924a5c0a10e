package dev.gpukernel.internal.intrinsic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.device.Philox;
import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The functions have the bits of {@link StrictMath}, rounded to float: on every 79,987th float and those around special ones, or on all
 * 2^32 floats with {@code -Dgpukernel.test.floats=all}.
 */
class NarrowedMathTest {
    private static final boolean ALL = "all".equals(System.getProperty("gpukernel.test.floats"));
    private static final long STRIDE = ALL ? 1 : 79_987;
    private static final int PAIRS = ALL ? 1 << 28 : 1 << 15;
    private static final long PART = 1 << 24;
    private static final long PARTS = (1L << 32) / PART;

    /** Floats on each side of a special one. */
    private static final int AROUND = 3;

    private static final float[] SPECIAL = {
        0,
        Float.MIN_VALUE,
        Float.MIN_NORMAL,
        0x1p-64f,
        0x1p-29f,
        0x1p-12f,
        0.25f,
        0.41421357f,
        0.5f,
        0.70710677f,
        0.7853982f,
        1,
        1.4142135f,
        1.5707964f,
        2,
        2.4142137f,
        2.7182817f,
        3,
        3.1415927f,
        10,
        17.32868f,
        20,
        87,
        88.72284f,
        89.41599f,
        103.97208f,
        125,
        126,
        128,
        149,
        1000,
        0x1p17f,
        0x1p24f,
        0x1p31f,
        Float.MAX_VALUE,
        Float.POSITIVE_INFINITY,
        Float.NaN
    };

    /** A function of a float. */
    @FunctionalInterface
    private interface FloatOperator {
        float of(float x);
    }

    /** A function of two floats. */
    @FunctionalInterface
    private interface FloatBinaryOperator {
        float of(float x, float y);
    }

    /** A function of a double that gives a float. */
    @FunctionalInterface
    private interface DoubleToFloat {
        float of(double x);
    }

    /** Functions of one argument. */
    enum Function {
        SIN(NarrowedMath::sin, NarrowedMath::sin, StrictMath::sin, StrictMath::asin),
        COS(NarrowedMath::cos, NarrowedMath::cos, StrictMath::cos, StrictMath::acos),
        TAN(NarrowedMath::tan, NarrowedMath::tan, StrictMath::tan, StrictMath::atan),
        ASIN(NarrowedMath::asin, NarrowedMath::asin, StrictMath::asin, StrictMath::sin),
        ACOS(NarrowedMath::acos, NarrowedMath::acos, StrictMath::acos, StrictMath::cos),
        ATAN(NarrowedMath::atan, NarrowedMath::atan, StrictMath::atan, StrictMath::tan),
        EXP(NarrowedMath::exp, NarrowedMath::exp, StrictMath::exp, StrictMath::log),
        EXPM1(NarrowedMath::expm1, NarrowedMath::expm1, StrictMath::expm1, StrictMath::log1p),
        SINH(NarrowedMath::sinh, NarrowedMath::sinh, StrictMath::sinh, y -> y),
        COSH(NarrowedMath::cosh, NarrowedMath::cosh, StrictMath::cosh, y -> y),
        TANH(NarrowedMath::tanh, NarrowedMath::tanh, StrictMath::tanh, y -> y),
        LOG(NarrowedMath::log, NarrowedMath::log, StrictMath::log, StrictMath::exp),
        LOG10(NarrowedMath::log10, NarrowedMath::log10, StrictMath::log10, y -> StrictMath.pow(10, y)),
        LOG1P(NarrowedMath::log1p, NarrowedMath::log1p, StrictMath::log1p, StrictMath::expm1),
        CBRT(NarrowedMath::cbrt, NarrowedMath::cbrt, StrictMath::cbrt, y -> y * y * y);

        private final FloatOperator narrowed;
        private final DoubleToFloat ofDouble;
        private final DoubleUnaryOperator exact;

        /** Of those that Java has. */
        private final DoubleUnaryOperator inverse;

        Function(
                FloatOperator narrowed,
                DoubleToFloat ofDouble,
                DoubleUnaryOperator exact,
                DoubleUnaryOperator inverse) {
            this.narrowed = narrowed;
            this.ofDouble = ofDouble;
            this.exact = exact;
            this.inverse = inverse;
        }

        boolean isRight(float x) {
            return areSame(narrowed.of(x), exact.applyAsDouble(x));
        }

        void check(double x) {
            assertThat(areSame(ofDouble.of(x), exact.applyAsDouble(x)))
                    .as("%s of %a", this, x)
                    .isTrue();
        }
    }

    /** Functions of two arguments. */
    enum FunctionOfTwo {
        POW(NarrowedMath::pow, StrictMath::pow),
        ATAN2(NarrowedMath::atan2, StrictMath::atan2),
        HYPOT(NarrowedMath::hypot, StrictMath::hypot);

        private final FloatBinaryOperator narrowed;
        private final DoubleBinaryOperator exact;

        FunctionOfTwo(FloatBinaryOperator narrowed, DoubleBinaryOperator exact) {
            this.narrowed = narrowed;
            this.exact = exact;
        }

        void check(float x, float y) {
            assertThat(areSame(narrowed.of(x, y), exact.applyAsDouble(x, y)))
                    .as("%s of %a and %a", this, x, y)
                    .isTrue();
        }
    }

    private static boolean areSame(float narrowed, double exact) {
        return Float.floatToIntBits(narrowed) == Float.floatToIntBits((float) exact);
    }

    @ParameterizedTest
    @EnumSource
    void isExact(Function function) {
        long wrong = LongStream.range(0, PARTS)
                .parallel()
                .map(part -> firstWrong(function, part * PART, (part + 1) * PART))
                .filter(bits -> bits >= 0)
                .findFirst()
                .orElse(-1);
        assertThat(wrong).as("bits of an argument of %s", function).isNegative();
    }

    /** {@return the bits of the first argument with another result, negative if there is none} */
    private static long firstWrong(Function function, long from, long to) {
        for (long bits = from + (STRIDE - from % STRIDE) % STRIDE; bits < to; bits += STRIDE) {
            if (!function.isRight(Float.intBitsToFloat((int) bits))) {
                return bits;
            }
        }
        return -1;
    }

    @ParameterizedTest
    @EnumSource
    void isExactForModerateArguments(Function function) {
        SplittableRandom random = new SplittableRandom(20261127);
        for (int i = 0; i < PAIRS; i++) {
            float x = random.nextFloat(-8, 8);
            assertThat(function.isRight(x)).as("%s of %a", function, x).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isExactAroundSpecialArguments(Function function) {
        for (float x : special()) {
            assertThat(function.isRight(x)).as("%s of %a", function, x).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isExactAroundMultiplesOfAQuarterTurn(Function function) {
        for (int i = 1; i < 1 << 17; i += 1 + i / 64) {
            float x = (float) (i * (Math.PI / 2));
            for (float near : new float[] {Math.nextDown(x), x, -x, Math.nextUp(x)}) {
                assertThat(function.isRight(near))
                        .as("%s of %a", function, near)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void isExactForDoubles(Function function) {
        SplittableRandom random = new SplittableRandom(20261128);
        for (int i = 0; i < PAIRS; i++) {
            double moderate = random.nextDouble(-8, 8);
            function.check(moderate);
            function.check(Math.scalb(moderate, random.nextInt(-160, 140)));
            if (i % 16 == 0) {
                function.check(Double.longBitsToDouble(random.nextLong()));
                double turns = random.nextInt(1 << 18) * (Math.PI / 2);
                function.check(turns);
                function.check(Math.nextUp(turns));
            }
        }
        for (float x : special()) {
            function.check(x);
            function.check(Math.nextUp((double) x));
            function.check(Math.nextDown((double) x));
        }
    }

    /** Results are as far from the middle between two floats as the functions take for far enough, or nearly so. */
    @ParameterizedTest
    @EnumSource
    void isExactWhereResultsAreNearTheMiddle(Function function) {
        SplittableRandom random = new SplittableRandom(20261129);
        for (int i = 0; i < PAIRS; i++) {
            float result = random.nextFloat(-3, 3);
            double middle = ((double) result + Math.nextUp(result)) / 2;
            function.check(function.inverse.applyAsDouble(middle * (1 + random.nextDouble(-4, 4) * 0x1p-43)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void isExactForSpecialPairs(FunctionOfTwo function) {
        float[] special = special();
        for (float x : special) {
            for (int i = 0; i < special.length; i += 2) {
                function.check(x, special[i]);
            }
        }
    }

    /** Of any bits, of moderate size, and such as have exact results or results in the middle between two floats. */
    @ParameterizedTest
    @EnumSource
    void isExactForPairs(FunctionOfTwo function) {
        SplittableRandom random = new SplittableRandom(20261126);
        for (int i = 0; i < PAIRS; i++) {
            switch (i % 4) {
                case 0 ->
                    function.check(Float.intBitsToFloat(random.nextInt()), Float.intBitsToFloat(random.nextInt()));
                case 1 -> function.check(random.nextFloat(0, 20), random.nextFloat(-20, 20));
                case 2 -> function.check((float) Math.exp(random.nextDouble(-85, 85)), random.nextFloat(-4, 4));
                default -> function.check(random.nextInt(-2000, 9000) / 16f, random.nextInt(-32, 32) / 4f);
            }
        }
    }

    @Test
    void powersOfDoublesAreExact() {
        SplittableRandom random = new SplittableRandom(20261130);
        double[] exponents = {2, 0.5, 1.0 / 3, -1, 2.2, 1 / 2.4, 3, -3, 0x1p31, Double.NaN, 1e300};
        for (int i = 0; i < PAIRS; i++) {
            double x = Math.scalb(random.nextDouble(-1, 1), random.nextInt(-40, 40));
            double y = i % 3 == 0 ? exponents[i % exponents.length] : random.nextDouble(-20, 20);
            assertThat(areSame(NarrowedMath.pow(x, y), StrictMath.pow(x, y)))
                    .as("pow of %a and %a", x, y)
                    .isTrue();
        }
    }

    @Test
    void normalsAreThoseOfPhilox() {
        for (long i = 0; i < PAIRS; i++) {
            assertThat(areSame(NarrowedMath.normal(3, i), Philox.normal(3, i)))
                    .as("normal at %d", i)
                    .isTrue();
        }
    }

    /** {@return special floats and those around them, of both signs} */
    private static float[] special() {
        int[] bits = IntStream.range(0, SPECIAL.length)
                .map(i -> Float.floatToIntBits(SPECIAL[i]))
                .flatMap(centre -> IntStream.rangeClosed(centre - AROUND, centre + AROUND))
                .flatMap(near -> IntStream.of(near, near ^ Integer.MIN_VALUE))
                .toArray();
        float[] floats = new float[bits.length];
        for (int i = 0; i < bits.length; i++) {
            floats[i] = Float.intBitsToFloat(bits[i]);
        }
        return floats;
    }
}
