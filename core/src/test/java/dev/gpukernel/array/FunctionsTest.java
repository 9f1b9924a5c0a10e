package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gpukernel.device.GpuMath;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice;
import java.util.Arrays;
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
                NdArrays.of(0, -0.0, 1e-9, 0.5, -2, 3, 1e10, -INFINITY, Double.NaN)
                        .asinh(),
                0,
                -0.0,
                1e-9,
                0.48121182505960347,
                -1.4436354751788103,
                1.8184464592320668,
                23.7189981105004,
                -INFINITY,
                Double.NaN);
        near(
                NdArrays.of(1, 1.5, 3, 1e10, 0.5, INFINITY, Double.NaN).acosh(),
                0,
                0.9624236501192069,
                1.762747174039086,
                23.7189981105004,
                Double.NaN,
                INFINITY,
                Double.NaN);
        near(
                NdArrays.of(0, -0.0, 1e-9, 0.25, -0.75, 1, -1, 2, Double.NaN).atanh(),
                0,
                -0.0,
                1e-9,
                0.25541281188299536,
                -0.9729550745276566,
                INFINITY,
                -INFINITY,
                Double.NaN,
                Double.NaN);
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
        assertThat(NdArrays.full(1.0, 2098).scalb(NdArrays.of(exponents)).toArray())
                .containsExactly(powers);
        near(
                NdArrays.of(0, -1, 3, 0.9999, 1e-310, INFINITY, Double.NaN).log2(),
                -INFINITY,
                Double.NaN,
                1.584962500721156,
                -0.00014427671804501932,
                -1029.7977094150824,
                INFINITY,
                Double.NaN);
        near(
                NdArrays.of(0, 1, -INFINITY, -INFINITY, 1000, INFINITY)
                        .logAddExp(NdArrays.of(0, 2, -INFINITY, 3, 999, INFINITY)),
                0.6931471805599453,
                2.313261687518223,
                -INFINITY,
                3,
                1000.3132616875182,
                INFINITY);
    }

    /** Numbers, and their erf, erfc, gamma and lgamma rounded from forty digits. */
    private static final double[][] SPECIAL = {
        {0.25, 0.27632639016823696, 0.7236736098317631, 3.625609908221908, 1.2880225246980774},
        {-0.7, -0.6778011938374184, 1.6778011938374184, -4.273669982410843, 1.4524729387568078},
        {1.5, 0.9661051464753108, 0.033894853524689274, 0.886226925452758, -0.12078223763524522},
        {3.25, 0.9999956972205363, 4.302779463675122e-06, 2.5492569667185294, 0.9358019311087253},
        {-2.75, -0.9998993780778803, 1.9998993780778804, -1.0044979832303123, 0.004487897535955773},
        {5.5, 0.9999999999999927, 7.357847917974398e-15, 52.34277778455352, 3.9578139676187165},
        {10, 1.0, 2.088487583762545e-45, 362880.0, 12.801827480081469},
        {26.9, 1.0, 1.1522406e-316, 2.9065239044018568e+26, 60.93417025043369},
        {0.55, 0.563323366325109, 0.436676633674891, 1.616124268733575, 0.48003085611112595},
        {2.25, 0.9985372834133188, 0.0014627165866811518, 1.1330030963193463, 0.1248717148923966},
        {7.999, 1.0, 1.1406723309454422e-29, 5029.851733202843, 8.523145786158915},
        {8.5, 1.0, 2.7623240713337716e-33, 14034.407293483413, 9.549267257300997},
        {33.3, 1.0, 0.0, 7.487577596522633e+35, 82.60372358165495},
        {170.9, 1.0, 0.0, 4.3413243345352246e+306, 706.0592179039489},
        {-0.5, -0.5204998778130465, 1.5204998778130465, -3.544907701811032, 1.2655121234846454},
        {-7.3, -1.0, 2.0, 0.000418387873013548, -7.779101629826852},
        {-20.25, -1.0, 2.0, -8.569032663885128e-19, -41.60096191534053},
        {1e-05, 1.1283791670579e-05, 0.9999887162083294, 99999.42279422555, 11.512919692895826},
        {19, 1.0, 4.917722839256475e-159, 6402373705728000.0, 36.39544520803305},
        {1.0, 0.8427007929497149, 0.15729920705028513, 1.0, 0.0},
    };

    private static double[] column(int number) {
        return Arrays.stream(SPECIAL).mapToDouble(row -> row[number]).toArray();
    }

    private static void exactTo(double ulps, double[] actual, double[] expected) {
        for (int i = 0; i < actual.length; i++) {
            double scale = Math.max(Math.ulp(expected[i]), SPECIAL[i][0] < 0 ? Math.ulp(1.0) : 0);
            assertThat(Math.abs(actual[i] - expected[i]) / scale)
                    .as("element %s", i)
                    .isLessThanOrEqualTo(ulps);
        }
    }

    /** As exact as they say, and the same on every device. */
    @Test
    void specialFunctionsOfDoubles() {
        double[] edges = {
            0, -0.0, 1, 2, -3, -1e300, 200, -200.5, INFINITY, -INFINITY, Double.NaN, Double.MIN_VALUE, 1e10
        };
        DoubleNdArray x = NdArrays.concat(0, NdArrays.of(column(0)), NdArrays.of(edges));
        double[] all = x.toArray();
        Runnable test = () -> {
            DoubleNdArray own = NdArrays.of(all);
            double[] erf = own.erf().toArray();
            double[] erfc = own.erfc().toArray();
            double[] gamma = own.gamma().toArray();
            double[] lgamma = own.lgamma().toArray();
            for (int i = 0; i < all.length; i++) {
                assertThat((Double) erf[i]).isEqualTo((Double) GpuMath.erf(all[i]));
                assertThat((Double) erfc[i]).isEqualTo((Double) GpuMath.erfc(all[i]));
                assertThat((Double) gamma[i]).isEqualTo((Double) GpuMath.gamma(all[i]));
                assertThat((Double) lgamma[i]).isEqualTo((Double) GpuMath.lgamma(all[i]));
            }
            exactTo(1.5, Arrays.copyOf(erf, SPECIAL.length), column(1));
            exactTo(4.5, Arrays.copyOf(erfc, SPECIAL.length), column(2));
            exactTo(7.5, Arrays.copyOf(gamma, SPECIAL.length), column(3));
            exactTo(6.5, Arrays.copyOf(lgamma, SPECIAL.length), column(4));
        };
        test.run();
        OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE))
                .run(test);
        near(
                NdArrays.of(edges).erf(),
                0,
                -0.0,
                GpuMath.erf(1.0),
                GpuMath.erf(2.0),
                -GpuMath.erf(3.0),
                -1,
                1,
                -1,
                1,
                -1,
                Double.NaN,
                Double.MIN_VALUE,
                1);
        near(
                NdArrays.of(edges).gamma(),
                INFINITY,
                -INFINITY,
                1,
                1,
                Double.NaN,
                Double.NaN,
                INFINITY,
                -0.0,
                INFINITY,
                Double.NaN,
                Double.NaN,
                INFINITY,
                INFINITY);
        near(
                NdArrays.of(0, -0.0, 1, 2, -3, INFINITY, -INFINITY, Double.NaN).lgamma(),
                INFINITY,
                INFINITY,
                0,
                0,
                INFINITY,
                INFINITY,
                INFINITY,
                Double.NaN);
        assertThat(NdArrays.of(4f, -0.5f, 0.5f).gamma().toArray()).containsExactly(6f, -3.5449078f, 1.7724539f);
        assertThat(NdArrays.of(4f, 1e30f).lgamma().toArray()).containsExactly(1.7917595f, 6.8077553e31f);
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
        assertThat(NdArrays.of(Integer.MIN_VALUE, 0, 12)
                        .gcd(NdArrays.of(0, 0, -18))
                        .toArray())
                .containsExactly(Integer.MIN_VALUE, 0, 6);
        assertThat(NdArrays.of(4, 0, -6).lcm(NdArrays.of(6, 5, 4)).toArray()).containsExactly(12, 0, 12);
        assertThat(NdArrays.of(-7, 7).floorMod(3).toArray()).containsExactly(2, 1);
        assertThat(NdArrays.of(-7L).shl(33).ushr(60).toArray()).containsExactly(15L);
    }
}
