package dev.gpukernel.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpyFilesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Path file(int version, String header, byte... elements) throws IOException {
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer bytes =
                ByteBuffer.allocate(12 + text.length + elements.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.ISO_8859_1));
        bytes.put((byte) version).put((byte) 0);
        if (version == 1) {
            bytes.putShort((short) text.length);
        } else {
            bytes.putInt(text.length);
        }
        bytes.put(text).put(elements).flip();
        Path file = folder.resolve("in.npy");
        byte[] all = new byte[bytes.remaining()];
        bytes.get(all);
        return Files.write(file, all);
    }

    private static String header(String type, boolean isFortran, String shape) {
        return "{'descr': '" + type + "', 'fortran_order': " + (isFortran ? "True" : "False") + ", 'shape': " + shape
                + ", }      \n";
    }

    @Test
    void readsWhatNumPyWrites() throws IOException {
        byte[] two = {1, 2, (byte) 0xff, 4};
        assertThat(NpyFiles.read(file(1, header("<i2", false, "(2,)"), two))).hasToString("[ 513, 1279]");
        assertThat(NpyFiles.read(file(1, header(">i2", false, "(2,)"), two))).hasToString("[ 258, -252]");
        assertThat(NpyFiles.read(file(2, header(">u2", false, "(2,)"), two))).hasToString("[  258, 65284]");
        assertThat(NpyFiles.read(file(3, header("|i1", false, "(2, 2)"), two))).hasToString("[[ 1,  2],\n [-1,  4]]");
        assertThat(NpyFiles.read(file(1, header("|u1", true, "(2, 2)"), two)))
                .hasToString("[[  1, 255],\n [  2,   4]]");
        assertThat(NpyFiles.read(file(1, header("|b1", false, "(4,)"), two)))
                .hasToString("[ true,  true,  true,  true]");
        assertThat(NpyFiles.read(file(1, header(">u4", false, "()"), (byte) 0xff, (byte) 0, (byte) 0, (byte) 1)))
                .isInstanceOf(LongNdArray.class)
                .hasToString("4278190081");
        assertThat(NpyFiles.read(file(1, header("<f2", false, "(1,)"), (byte) 0, (byte) 0x3e)))
                .isInstanceOf(FloatNdArray.class)
                .hasToString("[1.5]");
        assertThat(NpyFiles.read(file(1, header(">f4", false, "(1, 0)"))).shape())
                .containsExactly(1, 0);
        assertThat(NpyFiles.read(
                        file(1, header(">f8", false, "(1,)"), new byte[] {(byte) 0xbf, (byte) 0xf8, 0, 0, 0, 0, 0, 0})))
                .hasToString("[-1.5]");
        assertThat(NpyFiles.read(file(1, header("<i8", false, "(1,)"), new byte[] {2, 0, 0, 0, 1, 0, 0, 0, 99})))
                .hasToString("[4294967298]");
    }

    @Test
    void writesWhatNumPyReads() throws IOException {
        Path file = folder.resolve("out.npy");
        NpyFiles.write(file, NdArrays.arange(3).times(256));
        String expected = header("<i4", false, "(3,)").stripTrailing();
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes).hasSize(128 + 12).startsWith(0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0);
        assertThat(new String(bytes, 10, 118, StandardCharsets.ISO_8859_1))
                .isEqualTo(expected + " ".repeat(117 - expected.length()) + "\n");
        assertThat(bytes).endsWith(0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0);
    }

    @Test
    void givesBackAllTypes() throws IOException {
        Map<String, NdArray<?>> arrays = new LinkedHashMap<>();
        arrays.put("floats", NdArrays.of(1f, -0f, Float.NaN).expandDims(0));
        arrays.put("doubles", NdArrays.of(new double[][] {{1, 2, 3}, {4, 5, 6}}).transpose());
        arrays.put("ints", NdArrays.arange(300_000).reshape(3, -1));
        arrays.put("longs", NdArrays.full(Long.MIN_VALUE));
        arrays.put("booleans", NdArrays.of(true, false));
        arrays.put("nothing", NdArrays.zeros(0, 2));
        Path archive = folder.resolve("all.npz");
        NpyFiles.writeAll(archive, arrays);
        Map<String, NdArray<?>> read = NpyFiles.readAll(archive);
        assertThat(read.keySet()).containsExactlyElementsOf(arrays.keySet());
        Path file = folder.resolve("one.npy");
        for (Map.Entry<String, NdArray<?>> entry : arrays.entrySet()) {
            NpyFiles.write(file, entry.getValue());
            for (NdArray<?> array : new NdArray<?>[] {read.get(entry.getKey()), NpyFiles.read(file)}) {
                assertThat(array).hasSameClassAs(entry.getValue());
                assertThat(array.shape()).isEqualTo(entry.getValue().shape());
                assertThat(array.toArray()).isEqualTo(entry.getValue().toArray());
            }
        }
    }

    private static void refused(String part, Path file) {
        assertThatThrownBy(() -> NpyFiles.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("[NpyFormat] ")
                .hasMessageContaining(part);
    }

    @Test
    void saysWhatItCannotRead() throws IOException {
        refused("'u8'", file(1, header("<u8", false, "(0,)")));
        refused("'c16'", file(1, header("<c16", false, "(0,)")));
        refused("'U3'", file(1, header("<U3", false, "(0,)")));
        refused("'O'", file(1, header("|O", false, "(0,)")));
        refused("not numbers", file(1, "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (0,), }"));
        refused("not complete", file(1, "{'descr': '<f4', 'shape': (0,), }"));
        refused("longer than an array", file(1, header("<f4", false, "(3000000000,)")));
        refused("version is 4", file(4, header("<f4", false, "(0,)")));
        refused("ends after 3 of 4 bytes", file(1, header("<f4", false, "(1,)"), (byte) 1, (byte) 2, (byte) 3));
        refused("does not begin", Files.writeString(folder.resolve("text"), "1, 2"));
        Path text = Files.writeString(folder.resolve("text.npz"), "1, 2");
        assertThatThrownBy(() -> NpyFiles.readAll(text)).hasMessageContaining("no archive");
    }
}
