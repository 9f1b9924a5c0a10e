package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Arrays of bytes, shorts and chars: arithmetic is Java's, which takes them for ints. */
class SmallTypesTest {
    private static final ByteNdArray BYTES = NdArrays.of((byte) 127, (byte) -128, (byte) 5);

    /** That this compiles tells the types of results. */
    @Test
    void promotesAsJavaDoes() {
        IntNdArray sum = BYTES.plus(BYTES);
        IntNdArray letters = NdArrays.of('a', 'b', 'c').minus(BYTES);
        LongNdArray wide = BYTES.times(NdArrays.of(1L << 40, 1, 2));
        FloatNdArray half = NdArrays.of(1f, 2f, 3f).minus(BYTES).div(2f);
        DoubleNdArray mean = BYTES.mean();
        IntNdArray mixed = NdArrays.of(1, 2, 3).times(NdArrays.of((short) -1, (short) 2, (short) 3));
        assertThat(sum.toArray()).containsExactly(254, -256, 10);
        assertThat(letters.toArray()).containsExactly('a' - 127, 'b' + 128, 'c' - 5);
        assertThat(wide.toArray()).containsExactly(127L << 40, -128, 10);
        assertThat(half.toArray()).containsExactly(-63f, 65f, -1f);
        assertThat(mean.get()).isEqualTo(4.0 / 3);
        assertThat(mixed.toArray()).containsExactly(-1, 4, 9);
        assertThat(BYTES.unaryMinus().toArray()).containsExactly(-127, 128, -5);
        assertThat(BYTES.div(-1).toByte().toArray()).containsExactly(-127, -128, -5);
    }

    @Test
    void castsAsJavaDoes() {
        double[] values = {300.7, -1.5, Double.NaN, 1e20, 65_535};
        byte[] bytes = new byte[values.length];
        short[] shorts = new short[values.length];
        char[] chars = new char[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
            shorts[i] = (short) values[i];
            chars[i] = (char) values[i];
        }
        DoubleNdArray doubles = NdArrays.of(values);
        assertThat(doubles.toByte().toArray()).containsExactly(bytes);
        assertThat(doubles.toShort().toArray()).containsExactly(shorts);
        assertThat(doubles.toChar().toArray()).containsExactly(chars);
        assertThat(doubles.toChar().toInt().toByte().toLong().toArray()).containsExactly(44, -1, 0, -1, -1);
    }

    @Test
    void keepsItsType() {
        assertThat(BYTES.minimum(NdArrays.full((byte) 6)).toArray()).containsExactly(6, -128, 5);
        assertThat(BYTES.max().get()).isEqualTo((byte) 127);
        assertThat(BYTES.argMin().get()).isEqualTo(1);
        assertThat(BYTES.sum().get()).isEqualTo(4L);
        assertThat(BYTES.select(BYTES.greater(0)).toArray()).containsExactly(127, 5);
        assertThat(BYTES.put(NdArrays.full((byte) 1), NdArrays.of(-1)).toArray())
                .containsExactly(127, -128, 1);
        assertThat(BYTES.less(0).where(NdArrays.full((byte) 0), BYTES).toArray())
                .containsExactly(127, 0, 5);
        assertThat(BYTES.cumSum(0).toArray()).containsExactly(127, -1, 4);
        assertThat(BYTES.and(15).shl(4).toArray()).containsExactly(240, 0, 80);
        assertThat(NdArrays.of(new char[][] {{'h', 'i'}, {'y', 'o'}})).hasToString("[[h, i],\n [y, o]]");
        assertThat(NdArrays.concat(0, NdArrays.of('a'), NdArrays.full('b', 2))
                        .roll(1, 0)
                        .toArray())
                .containsExactly('b', 'a', 'b');
    }
}
