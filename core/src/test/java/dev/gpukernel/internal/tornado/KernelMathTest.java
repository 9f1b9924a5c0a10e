package dev.gpukernel.internal.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The functions are Math's, by bits, but that a NaN is any NaN. */
class KernelMathTest {
    private static final int RANDOM = 2_000;

    private static double[] numbers() {
        Random random = new Random(1);
        DoubleStream anyBits = random.longs(RANDOM).mapToDouble(Double::longBitsToDouble);
        DoubleStream small = new Random(2).doubles(RANDOM, -20, 20);
        DoubleStream halves = new Random(3).ints(RANDOM, -50, 50).mapToDouble(i -> i / 2.0);
        DoubleStream edges = DoubleStream.of(
                        0.0,
                        0.49999999999999994,
                        0.5,
                        0x1p51 + 0.5,
                        0x1p52 - 0.5,
                        0x1p52,
                        0x1p63,
                        Double.MIN_VALUE,
                        Double.MAX_VALUE,
                        Double.POSITIVE_INFINITY,
                        Double.NaN)
                .flatMap(x -> DoubleStream.of(x, -x, Math.nextUp(x), Math.nextDown(x)));
        return DoubleStream.concat(DoubleStream.concat(anyBits, small), DoubleStream.concat(halves, edges))
                .toArray();
    }

    @Test
    void roundsAsMathDoes() {
        for (double x : numbers()) {
            assertThat(KernelMath.floor(x)).as("floor of %s", x).isEqualTo(Double.valueOf(Math.floor(x)));
            assertThat(KernelMath.ceil(x)).as("ceil of %s", x).isEqualTo(Double.valueOf(Math.ceil(x)));
            assertThat(KernelMath.rint(x)).as("rint of %s", x).isEqualTo(Double.valueOf(Math.rint(x)));
            assertThat(KernelMath.abs(x)).as("abs of %s", x).isEqualTo(Double.valueOf(Math.abs(x)));
            assertThat(KernelMath.abs((float) x)).as("abs of %s", x).isEqualTo(Float.valueOf(Math.abs((float) x)));
        }
    }

    @Test
    void countsBitsAsJavaDoes() {
        for (double x : numbers()) {
            long bits = Double.doubleToRawLongBits(x);
            assertThat(KernelMath.bitCount(bits)).as("bits of %x", bits).isEqualTo(Long.bitCount(bits));
            assertThat(KernelMath.bitCount((int) bits))
                    .as("bits of %x", (int) bits)
                    .isEqualTo(Integer.bitCount((int) bits));
            assertThat(KernelMath.bitCount(~bits)).as("bits of %x", ~bits).isEqualTo(Long.bitCount(~bits));
        }
    }

    @Test
    void convertsAsJavaDoes() {
        for (double x : numbers()) {
            assertThat(KernelMath.toInt(x)).as("int of %s", x).isEqualTo((int) x);
            assertThat(KernelMath.toLong(x)).as("long of %s", x).isEqualTo((long) x);
            assertThat(KernelMath.toInt((float) x)).as("int of %s", x).isEqualTo((int) (float) x);
            assertThat(KernelMath.toLong((float) x)).as("long of %s", x).isEqualTo((long) (float) x);
            assertThat(KernelMath.toLongByInts(x)).as("long of %s", x).isEqualTo((long) x);
            assertThat(KernelMath.toLongByInts((float) x)).as("long of %s", x).isEqualTo((long) (float) x);
        }
    }

    @Test
    void dividesFloatsAsJavaDoes() {
        Random random = new Random(4);
        for (int i = 0; i < 100 * RANDOM; i++) {
            float x = Float.intBitsToFloat(random.nextInt());
            float y = Float.intBitsToFloat(random.nextInt());
            assertThat(KernelMath.div(x, y)).as("%s / %s", x, y).isEqualTo(Float.valueOf(x / y));
            float small = x * Float.MIN_NORMAL;
            assertThat(KernelMath.div(small, y)).as("%s / %s", small, y).isEqualTo(Float.valueOf(small / y));
        }
    }

    @Test
    void shiftsWithoutTheSign() {
        for (long x : new Random(6).longs(RANDOM).toArray()) {
            for (int distance = 0; distance < Long.SIZE; distance++) {
                assertThat(KernelMath.shiftRightWithoutSign(x, distance, 0)).isEqualTo(x >>> distance);
                if (distance < Integer.SIZE) {
                    assertThat(KernelMath.shiftRightWithoutSign((int) x, distance, 0))
                            .isEqualTo((int) x >>> distance);
                }
            }
        }
    }

    @Test
    void shiftsWithTheSign() {
        long[] numbers = new Random(5).longs(RANDOM).toArray();
        for (long x : numbers) {
            for (int distance = 0; distance < Long.SIZE; distance++) {
                assertThat(KernelMath.shiftRight(x, distance)).isEqualTo(x >> distance);
                if (distance < Integer.SIZE) {
                    assertThat(KernelMath.shiftRight((int) x, distance)).isEqualTo((int) x >> distance);
                }
            }
            assertThat(KernelMath.compare(x, numbers[0])).isEqualTo(Long.compare(x, numbers[0]));
        }
    }

    @Test
    void comparesAsMathDoes() {
        double[] edges = {0.0, -0.0, 1, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e-320};
        for (double x : edges) {
            for (double y : edges) {
                assertThat(KernelMath.min(x, y)).as("min of %s, %s", x, y).isEqualTo(Double.valueOf(Math.min(x, y)));
                assertThat(KernelMath.max(x, y)).as("max of %s, %s", x, y).isEqualTo(Double.valueOf(Math.max(x, y)));
                float f = (float) x;
                float g = (float) y;
                assertThat(KernelMath.less(x, y)).isEqualTo(x < y ? 1 : 0);
                assertThat(KernelMath.less(f, g)).isEqualTo(f < g ? 1 : 0);
                assertThat(KernelMath.greater(x, y)).isEqualTo(x > y ? 1 : 0);
                assertThat(KernelMath.greater(f, g)).isEqualTo(f > g ? 1 : 0);
                assertThat(KernelMath.equal(x, y)).isEqualTo(x == y ? 1 : 0);
                assertThat(KernelMath.equal(f, g)).isEqualTo(f == g ? 1 : 0);
                assertThat(KernelMath.atMost(x, y)).isEqualTo(x <= y ? 1 : 0);
                assertThat(KernelMath.atMost(f, g)).isEqualTo(f <= g ? 1 : 0);
                assertThat(KernelMath.atLeast(x, y)).isEqualTo(x >= y ? 1 : 0);
                assertThat(KernelMath.atLeast(f, g)).isEqualTo(f >= g ? 1 : 0);
                assertThat(KernelMath.min(f, g)).as("min of %s, %s", f, g).isEqualTo(Float.valueOf(Math.min(f, g)));
                assertThat(KernelMath.max(f, g)).as("max of %s, %s", f, g).isEqualTo(Float.valueOf(Math.max(f, g)));
                assertThat(KernelMath.isAtMost(x, y)).isEqualTo(x <= y);
                assertThat(KernelMath.isAtLeast(x, y)).isEqualTo(x >= y);
                assertThat(KernelMath.isAtMost(f, g)).isEqualTo(f <= g);
                assertThat(KernelMath.isAtLeast(f, g)).isEqualTo(f >= g);
                boolean ordered = !Double.isNaN(x) && !Double.isNaN(y);
                assertThat(KernelMath.compare(x, y, 1)).isEqualTo(!ordered || x > y ? 1 : x < y ? -1 : 0);
                assertThat(KernelMath.compare(f, g, -1)).isEqualTo(!ordered || f < g ? -1 : f > g ? 1 : 0);
            }
        }
    }
}
