package dev.gpukernel.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The functions of one argument against their bounds, on every 997th float and those around special ones, or on all 2^32
 * floats with {@code -Dgpukernel.test.floats=all}.
 */
class GpuMathTest {
    private static final long STRIDE = GpuMathFunction.EXHAUSTIVE ? 1 : 997;
    private static final long PART = 1 << 24;
    private static final long PARTS = (1L << 32) / PART;

    /** The greatest error found and its argument. */
    private record Worst(double error, float argument) {}

    /** {@return the greatest error at every so many floats, the first of whose bits is given, up to a last one} */
    private static Worst worst(GpuMathFunction function, long first, long last, long stride) {
        double worst = 0;
        float argument = Float.NaN;
        for (long bits = first; bits <= last; bits += stride) {
            float x = Float.intBitsToFloat((int) bits);
            double error = function.error(x);
            if (error > worst) {
                worst = error;
                argument = x;
            }
        }
        return new Worst(worst, argument);
    }

    @ParameterizedTest
    @EnumSource
    void staysWithinItsBound(GpuMathFunction function) {
        Worst worst = LongStream.range(0, PARTS)
                .parallel()
                .mapToObj(part -> worst(function, part * PART, (part + 1) * PART - 1, STRIDE))
                .max(Comparator.comparingDouble(Worst::error))
                .orElseThrow();
        if (GpuMathFunction.EXHAUSTIVE) {
            System.out.printf("%s: %.6f ulp at %a%n", function, worst.error, worst.argument);
        }
        assertThat(worst.error).as("ulps at %a", worst.argument).isLessThanOrEqualTo(function.bound);
    }

    @ParameterizedTest
    @EnumSource
    void staysWithinItsBoundAroundSpecialArguments(GpuMathFunction function) {
        for (float special : GpuMathSpecials.arguments()) {
            long centre = Float.floatToRawIntBits(special);
            Worst worst = worst(function, centre - 1000, centre + 1000, 1);
            assertThat(worst.error).as("ulps at %a", worst.argument).isLessThanOrEqualTo(function.bound);
        }
    }

    /** The squares of the middles between a root and its neighbours are doubles, so that this comparison is exact. */
    @Test
    void squareRootsAreTheNearestFloats() {
        for (long bits = 0; bits <= Float.floatToRawIntBits(Float.MAX_VALUE); bits += STRIDE) {
            float x = Float.intBitsToFloat((int) bits);
            double root = GpuMath.sqrt(x);
            double below = (root + Math.nextDown((float) root)) / 2;
            double above = (root + Math.nextUp((float) root)) / 2;
            boolean nearest = (x == 0 || below * below <= x) && x <= above * above;
            // Not an assertion each, because most of the time would be its.
            if (!nearest) {
                throw new AssertionError(String.format("%a is not the root of %a", root, x));
            }
        }
    }

    /** In integers, from 1 to 8: a factor of 8 changes nothing but exponents. */
    @Test
    void cubeRootsAreTheNearestFloats() {
        for (long bits = Float.floatToRawIntBits(1); bits < Float.floatToRawIntBits(8); bits += Math.min(STRIDE, 97)) {
            float x = Float.intBitsToFloat((int) bits);
            long twiceRoot = (long) Math.scalb(GpuMath.cbrt(x), Float.PRECISION);
            BigInteger scaled = BigInteger.valueOf((long) Math.scalb(x, Float.PRECISION - 1))
                    .shiftLeft(3 * Float.PRECISION - (Float.PRECISION - 1));
            boolean nearest = BigInteger.valueOf(twiceRoot - 1).pow(3).compareTo(scaled) <= 0
                    && BigInteger.valueOf(twiceRoot + 1).pow(3).compareTo(scaled) >= 0;
            if (!nearest) {
                throw new AssertionError(String.format("%a is not the cube root of %a", GpuMath.cbrt(x), x));
            }
        }
    }

    @Test
    void powersOfTwoAndTenAreExact() {
        for (int n = Float.MIN_EXPONENT - Float.PRECISION + 1; n <= Float.MAX_EXPONENT; n++) {
            assertThat(GpuMath.exp2(n)).isEqualTo(Math.scalb(1f, n));
            assertThat(GpuMath.log2(Math.scalb(1f, n))).isEqualTo(n);
        }
        float power = 1;
        for (int n = 0; n <= 10; n++, power *= 10) {
            assertThat(GpuMath.log10(power)).isEqualTo(n);
        }
    }

    /** Digits from the error function's tables, which {@link GpuMathErrorFunction} must give to double precision. */
    @ParameterizedTest
    @CsvSource({
        "0.5, 0.52049987781304653768, 0.47950012218695346232",
        "1, 0.84270079294971486934, 0.15729920705028513066",
        "1.9375, 0.99385680639521319999, 0.0061431936047868000069",
        "2, 0.99532226501895273416, 0.0046777349810472658379",
        "2.5, 0.99959304798255504106, 0.00040695201744495893956",
        "5, 0.99999999999846254021, 1.5374597944280348502e-12",
        "9, 1, 4.1370317465138102381e-37"
    })
    void theErrorFunctionToCompareWithIsRight(double x, double erf, double erfc) {
        assertThat(GpuMathErrorFunction.erf(x)).isCloseTo(erf, within(erf * 0x1p-49));
        assertThat(GpuMathErrorFunction.erfc(x)).isCloseTo(erfc, within(erfc * 0x1p-43));
    }

    /** An approximation that is off, and one of the wrong sign or kind, must not pass for right. */
    @ParameterizedTest
    @CsvSource({
        "1, 1.00000006, 0.503",
        "-1, 1, Infinity",
        "0, -0.0, Infinity",
        "NaN, 1, Infinity",
        "Infinity, NaN, Infinity",
        "0, 7.0e-46, 0.4995",
        "Infinity, 3.4028236692093846e38, 0",
        "3.4028235e38, Infinity, 1",
        "1.4e-45, 0, Infinity"
    })
    void anErrorIsMeasuredInUlpsOfTheExactValue(float result, double exact, double ulps) {
        double error = GpuMathError.ulps(result, exact);
        if (Double.isInfinite(ulps)) {
            assertThat(error).isInfinite();
        } else {
            assertThat(error).isCloseTo(ulps, within(0.001));
        }
    }
}
