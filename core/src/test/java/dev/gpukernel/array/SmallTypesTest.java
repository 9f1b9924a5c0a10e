package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /** More than are combined in one lane, all of them on one side of zero. */
    @Test
    void reducesMany() {
        IntNdArray places = NdArrays.arange(3000);
        ByteNdArray bytes = places.rem(100).minus(120).toByte();
        ShortNdArray shorts = places.plus(1).toShort();
        CharNdArray chars = places.minus(3000).toChar();
        assertThat(bytes.max().get()).isEqualTo((byte) -21);
        assertThat(bytes.min().get()).isEqualTo((byte) -120);
        assertThat(shorts.min().get()).isEqualTo((short) 1);
        assertThat(chars.max().get()).isEqualTo((char) 65_535);
        assertThat(chars.min().get()).isEqualTo((char) 62_536);
        assertThat(bytes.sum().get()).isEqualTo(30 * (-120 * 100 + 4950));
        assertThat(chars.reshape(1500, 2).max(0).toArray()).containsExactly((char) 65_534, (char) 65_535);
        assertThat(chars.argMax().get()).isEqualTo(2999);
    }

    @Test
    void isSorted() {
        CharNdArray letters = NdArrays.of('z', 'a', 'ÿ', 'a');
        ByteNdArray keys = NdArrays.of((byte) 3, (byte) -7, (byte) 0, (byte) -8);
        assertThat(BYTES.sort().toArray()).containsExactly(-128, 5, 127);
        assertThat(BYTES.argSort().toArray()).containsExactly(1, 2, 0);
        assertThat(letters.sort().toArray()).containsExactly('a', 'a', 'z', 'ÿ');
        assertThat(letters.sortBy(keys).toArray()).containsExactly('a', 'a', 'ÿ', 'z');
        assertThat(letters.reshape(2, 2).topK(1).values().toArray()).containsExactly('z', 'ÿ');
        assertThat(letters.unique().values().toArray()).containsExactly('a', 'z', 'ÿ');
        assertThat(letters.unique().counts().toArray()).containsExactly(2, 1, 1);
        assertThat(BYTES.sort().searchSorted(NdArrays.of((byte) 5, (byte) 6)).toArray())
                .containsExactly(1, 2);
        assertThat(BYTES.histogram(2).counts().toArray()).containsExactly(1, 2);
    }

    @Test
    void sharesMemory() {
        try (GpuArray<short[]> memory = Gpu.current().upload(new short[] {1, -2, 3})) {
            ShortNdArray shorts = NdArrays.ofShorts(memory);
            shorts.times(20_000).toShort().into(memory);
            assertThat(memory.toHost()).containsExactly(20_000, (short) -40_000, (short) 60_000);
            assertThat(shorts.toArray()).containsExactly(1, -2, 3);
        }
        assertThat(NdArrays.ofBytes(BYTES.asGpuArray()).toArray()).containsExactly(127, -128, 5);
        assertThat(NdArrays.ofChars(NdArrays.of('a', 'b').asGpuArray(), 2, 1)).hasToString("[[a],\n [b]]");
    }

    @Test
    void isWritten(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("small.npy");
        NpyFiles.write(file, BYTES);
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("'|i1'");
        assertThat(NpyFiles.read(file)).hasToString("[ 127, -128,    5]");
        NpyFiles.write(file, NdArrays.of(Short.MIN_VALUE, (short) 7));
        assertThat(NpyFiles.read(file)).hasToString("[-32768,      7]");
        NpyFiles.write(file, NdArrays.of((char) 65_535, 'a'));
        assertThat(NpyFiles.read(file)).hasToString("[65535,    97]");
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
