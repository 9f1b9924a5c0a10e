package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gpukernel.device.GpuMath;
import org.junit.jupiter.api.Test;

/** Functions that Java has none of: results of NumPy 2.4, to a few units in the last place, and all that is special. */
class FunctionsTest {
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private static void near(DoubleNdArray actual, double... expected) {
        double[] found = actual.toArray();
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.length; i++) {
            if (Double.isNaN(expected[i]) || Double.isInfinite(expected[i]) || expected[i] == 0) {
                assertThat((Double) found[i]).as("element %s", i).isEqualTo((Double) expected[i]);
            } else {
                assertThat(found[i]).as("element %s", i).isCloseTo(expected[i], within(4 * Math.ulp(expected[i])));
            }
        }
    }

    @Test
    void inverseHyperbolic() {
        near(
                NdArrays.of(0, -0.0, 1e-9, 0.5, -2, 3, 1e10, -INFINITY, Double.NaN).asinh(),
                0, -0.0, 1e-9, 0.48121182505960347, -1.4436354751788103, 1.8184464592320668, 23.7189981105004, -INFINITY,
                Double.NaN);
        near(
                NdArrays.of(1, 1.5, 3, 1e10, 0.5, INFINITY, Double.NaN).acosh(),
                0, 0.9624236501192069, 1.762747174039086, 23.7189981105004, Double.NaN, INFINITY, Double.NaN);
        near(
                NdArrays.of(0, -0.0, 1e-9, 0.25, -0.75, 1, -1, 2, Double.NaN).atanh(),
                0, -0.0, 1e-9, 0.25541281188299536, -0.9729550745276566, INFINITY, -INFINITY, Double.NaN, Double.NaN);
    }

    @Test
    void logarithmsOfTwo() {
        double[] powers = new double[2098];
        int[] exponents = new int[2098];
        for (int i = 0; i < powers.length; i++) {
            exponents[i] = i - 1074;
            powers[i] = Math.scalb(1.0, exponents[i]);
        }
        assertThat(NdArrays.of(powers).log2().toInt().toArray()).containsExactly(exponents);
        assertThat(NdArrays.of(exponents).toDouble().exp2().toArray()).containsExactly(powers);
        assertThat(NdArrays.full(1.0, 2098).scalb(NdArrays.of(exponents)).toArray()).containsExactly(powers);
        near(
                NdArrays.of(0, -1, 3, 0.9999, 1e-310, INFINITY, Double.NaN).log2(),
                -INFINITY, Double.NaN, 1.584962500721156, -0.00014427671804501932, -1029.7977094150824, INFINITY, Double.NaN);
        near(
                NdArrays.of(0, 1, -INFINITY, -INFINITY, 1000, INFINITY).logAddExp(NdArrays.of(
                        0, 2, -INFINITY, 3, 999, INFINITY)),
                0.6931471805599453, 2.313261687518223, -INFINITY, 3, 1000.3132616875182, INFINITY);
    }

    @Test
    void errorFunction() {
        float[] x = {0, -0f, 0.5f, -1, 3, 9, Float.NaN};
        float[] expected = new float[x.length];
        float[] rest = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            expected[i] = GpuMath.erf(x[i]);
            rest[i] = GpuMath.erfc(x[i]);
        }
        assertThat(NdArrays.of(x).erf().toArray()).containsExactly(expected);
        assertThat(NdArrays.of(x).erfc().toArray()).containsExactly(rest);
    }

    @Test
    void extremesOfIntegers() {
        assertThat(NdArrays.of(Integer.MIN_VALUE, 0, 12).gcd(NdArrays.of(0, 0, -18)).toArray())
                .containsExactly(Integer.MIN_VALUE, 0, 6);
        assertThat(NdArrays.of(4, 0, -6).lcm(NdArrays.of(6, 5, 4)).toArray()).containsExactly(12, 0, 12);
        assertThat(NdArrays.of(-7, 7).floorMod(3).toArray()).containsExactly(2, 1);
        assertThat(NdArrays.of(-7L).shl(33).ushr(60).toArray()).containsExactly(15L);
    }
}
