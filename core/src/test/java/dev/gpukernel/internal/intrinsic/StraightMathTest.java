package dev.gpukernel.internal.intrinsic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The functions have the bits of {@link StrictMath}: around all arguments at which FDLIBM goes another way, and at random, as often as
 * {@code -Dgpukernel.test.doubles} says.
 */
class StraightMathTest {
    private static final long SAMPLES = Long.getLong("gpukernel.test.doubles", 1 << 16);
    private static final long PART = 1 << 12;

    /** Doubles on each side of a special one. */
    private static final int AROUND = 40;

    private static final double[] SPECIAL = {
        0,
        Double.MIN_VALUE,
        Double.MIN_NORMAL,
        0x1p-60,
        0x1p-28,
        0x1p-27,
        0x1p-20,
        0.3,
        Math.log(2) / 2,
        0.5,
        Math.sqrt(0.5),
        0.78125,
        Math.PI / 4,
        1,
        1.5 * Math.log(2),
        Math.sqrt(1.5),
        Math.sqrt(2),
        1.5,
        Math.PI / 2,
        1.7,
        Math.sqrt(3),
        2,
        Math.PI * 3 / 4,
        3,
        33.3,
        708,
        708.5,
        709.78,
        745.2,
        1021,
        1024,
        0x1p19 * Math.PI / 2,
        0x1p20,
        0x1p31,
        0x1.00000ffffffffp31,
        0x1p53,
        1e300,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NaN
    };

    /** Functions of one argument. */
    enum Function {
        SIN(StraightMath::sin, StrictMath::sin),
        COS(StraightMath::cos, StrictMath::cos),
        EXP(StraightMath::exp, StrictMath::exp),
        LOG(StraightMath::log, StrictMath::log);

        private final DoubleUnaryOperator straight;
        private final DoubleUnaryOperator exact;

        Function(DoubleUnaryOperator straight, DoubleUnaryOperator exact) {
            this.straight = straight;
            this.exact = exact;
        }

        void check(double x) {
            long bits = Double.doubleToLongBits(straight.applyAsDouble(x));
            if (bits != Double.doubleToLongBits(exact.applyAsDouble(x))) {
                assertThat(Double.longBitsToDouble(bits))
                        .as("%s of %a", this, x)
                        .isEqualTo(exact.applyAsDouble(x));
            }
        }
    }

    private static void checkPower(double x, double y) {
        DoubleBinaryOperator straight = StraightMath::pow;
        long bits = Double.doubleToLongBits(straight.applyAsDouble(x, y));
        if (bits != Double.doubleToLongBits(StrictMath.pow(x, y))) {
            assertThat(Double.longBitsToDouble(bits))
                    .as("pow of %a and %a", x, y)
                    .isEqualTo(StrictMath.pow(x, y));
        }
    }

    private static double next(double x, long steps) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) + steps);
    }

    @ParameterizedTest
    @EnumSource
    void isExactAroundSpecialArguments(Function function) {
        for (double special : SPECIAL) {
            for (int steps = -AROUND; steps <= AROUND; steps++) {
                double x = next(special, steps);
                function.check(x);
                function.check(-x);
                // FDLIBM compares high words.
                function.check(next(special, (long) steps << Integer.SIZE));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void isExactForEachHighWord(Function function) {
        for (long high = 0x3fc00000L; high < 0x40200000L; high += 61) {
            double x = Double.longBitsToDouble(high << Integer.SIZE);
            function.check(x);
            function.check(Math.nextDown(x));
            function.check(-x);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isExactAroundMultiplesOfAnEighthOfATurn(Function function) {
        for (int i = 1; i < 1 << 21; i += 1 + i / 256) {
            for (int steps = -4; steps <= 4; steps++) {
                double x = next(i * (Math.PI / 4), steps);
                function.check(x);
                function.check(-x);
                // As near as loses 16 bits, or one more or less.
                function.check(x * (1 + steps * 0x1p-18));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void isExactAtRandom(Function function) {
        LongStream.range(0, Math.ceilDiv(SAMPLES, PART)).parallel().forEach(part -> {
            SplittableRandom random = new SplittableRandom(20261201 + part);
            for (long i = 0; i < PART; i++) {
                function.check(Math.scalb(random.nextDouble(-1, 1), random.nextInt(-4, 21)));
                function.check(random.nextDouble(-760, 760));
                function.check(1 + Math.scalb(random.nextDouble(-1, 1), -random.nextInt(1, 45)));
                if (i % 8 == 0) {
                    function.check(Double.longBitsToDouble(random.nextLong()));
                }
            }
        });
    }

    @Test
    void powersAreExactForSpecialPairs() {
        for (double base : SPECIAL) {
            for (double exponent : SPECIAL) {
                for (int steps = -2; steps <= 2; steps++) {
                    double x = next(base, steps);
                    for (double y : new double[] {exponent, next(exponent, steps), -exponent}) {
                        checkPower(x, y);
                        checkPower(-x, y);
                    }
                }
            }
        }
    }

    @Test
    void powersAreExactForEachSignificand() {
        for (long high = 0x3ff00000L; high < 0x40000000L; high += 7) {
            double x = Double.longBitsToDouble(high << Integer.SIZE);
            checkPower(x, 1.7);
            checkPower(Math.nextDown(x), -33.3);
        }
    }

    /** Halves are where a logarithm is rounded up or down, and the greatest where a result is no normal number. */
    @Test
    void powersOfTwoAreExactAroundHalves() {
        for (int half = -2200; half <= 2100; half++) {
            for (int steps = -20; steps <= 20; steps++) {
                checkPower(2, next(0.5 * half, steps));
            }
        }
    }

    @Test
    void powersAreExactAtRandom() {
        LongStream.range(0, Math.ceilDiv(SAMPLES, PART)).parallel().forEach(part -> {
            SplittableRandom random = new SplittableRandom(20261202 + part);
            for (long i = 0; i < PART; i++) {
                double x = Math.scalb(random.nextDouble(), random.nextInt(-20, 20));
                checkPower(x, Math.scalb(random.nextDouble(-1, 1), random.nextInt(-8, 10)));
                checkPower(Double.longBitsToDouble(random.nextLong(Long.MAX_VALUE)), random.nextDouble(-2, 2));
                double nearOne = 1 + Math.scalb(random.nextDouble(-1, 1), -random.nextInt(1, 45));
                checkPower(nearOne, Math.scalb(random.nextDouble(-1, 1), random.nextInt(50)));
                if (i % 8 == 0) {
                    checkPower(Double.longBitsToDouble(random.nextLong()), Double.longBitsToDouble(random.nextLong()));
                }
            }
        });
    }
}
