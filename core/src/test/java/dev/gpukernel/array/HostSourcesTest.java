package dev.gpukernel.array;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrays of images and memory segments, and back. */
class HostSourcesTest {
    private static final int WIDTH = 3;
    private static final int HEIGHT = 2;

    private static BufferedImage image(int type) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, type);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            image.setRGB(i % WIDTH, i / WIDTH, 0x80102030 + i * 0x01030509);
        }
        return image;
    }

    private static int[] colours(BufferedImage image) {
        return image.getRGB(0, 0, WIDTH, HEIGHT, null, 0, WIDTH);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                BufferedImage.TYPE_INT_RGB,
                BufferedImage.TYPE_INT_ARGB,
                BufferedImage.TYPE_INT_ARGB_PRE,
                BufferedImage.TYPE_INT_BGR,
                BufferedImage.TYPE_3BYTE_BGR,
                BufferedImage.TYPE_4BYTE_ABGR,
                BufferedImage.TYPE_BYTE_GRAY,
                BufferedImage.TYPE_BYTE_INDEXED,
                BufferedImage.TYPE_USHORT_GRAY,
                BufferedImage.TYPE_USHORT_565_RGB
            })
    void coloursOfEveryImage(int type) {
        BufferedImage image = image(type);
        IntNdArray colours = NdArrays.of(image);
        assertThat(colours.shape()).containsExactly(HEIGHT, WIDTH);
        assertThat(colours.toArray()).isEqualTo(colours(image));
        assertThat(colours(colours.toImage())).isEqualTo(colours(image));
        BufferedImage other = new BufferedImage(WIDTH, HEIGHT, type);
        colours.copyTo(other);
        assertThat(colours(other)).isEqualTo(colours(image));
    }

    @ParameterizedTest
    @ValueSource(ints = {BufferedImage.TYPE_3BYTE_BGR, BufferedImage.TYPE_4BYTE_ABGR, BufferedImage.TYPE_BYTE_GRAY})
    void samplesOfImagesOfBytes(int type) {
        BufferedImage image = image(type);
        int samples = image.getRaster().getNumBands();
        ByteNdArray bytes = NdArrays.ofBytes(image);
        assertThat(bytes.shape())
                .isEqualTo(samples == 1 ? new int[] {HEIGHT, WIDTH} : new int[] {HEIGHT, WIDTH, samples});
        for (int x = 0; x < WIDTH; x++) {
            for (int band = 0; band < samples; band++) {
                byte seen = samples == 1 ? bytes.get(1, x) : bytes.get(1, x, band);
                assertThat(seen & 0xFF).isEqualTo(image.getRaster().getSample(x, 1, band));
            }
        }
        BufferedImage back = bytes.toImage();
        assertThat(back.getType()).isEqualTo(type);
        assertThat(colours(back)).isEqualTo(colours(image));
        // A view is computed row by row.
        assertThat(bytes.flip(0).flip(0).toImage().getRGB(2, 1)).isEqualTo(image.getRGB(2, 1));
        assertThat(bytes.flip(1).toImage().getRGB(2, 1)).isEqualTo(image.getRGB(0, 1));
    }

    @Test
    void partOfAnImageAndSamplesOf16Bits() {
        BufferedImage part = image(BufferedImage.TYPE_3BYTE_BGR).getSubimage(1, 1, 2, 1);
        assertThat(NdArrays.of(part).toArray()).containsExactly(part.getRGB(0, 0), part.getRGB(1, 0));
        assertThat(NdArrays.ofBytes(part).shape()).containsExactly(1, 2, 3);
        BufferedImage grey = image(BufferedImage.TYPE_USHORT_GRAY);
        ShortNdArray shorts = NdArrays.ofShorts(grey);
        assertThat(shorts.get(1, 2) & 0xFFFF).isEqualTo(grey.getRaster().getSample(2, 1, 0));
        BufferedImage other = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_USHORT_GRAY);
        shorts.copyTo(other);
        assertThat(NdArrays.ofShorts(other).toArray()).isEqualTo(shorts.toArray());
    }

    @Test
    void imagesThatDoNotFit() {
        BufferedImage rgb = image(BufferedImage.TYPE_3BYTE_BGR);
        assertThatThrownBy(() -> NdArrays.ofFloats(rgb))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[ImageType]");
        IntNdArray turned = NdArrays.of(rgb).transpose();
        assertThatThrownBy(() -> turned.copyTo(rgb))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[ImageShape]")
                .hasMessageContaining("(3, 2)")
                .hasMessageContaining("3 x 2 pixels, of shape (2, 3)");
        assertThatThrownBy(() -> NdArrays.of(rgb).toFloat().copyTo(rgb))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[ImageShape]");
        assertThatThrownBy(() -> NdArrays.arange(6).toFloat().reshape(2, 3).copyTo(image(BufferedImage.TYPE_BYTE_GRAY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[ImageType]");
        assertThatThrownBy(() -> NdArrays.arange(6).toImage()).hasMessageContaining("[ImageShape]");
        assertThatThrownBy(() -> NdArrays.arange(0).reshape(0, 3).toImage()).hasMessageContaining("[ImageShape]");
        assertThatThrownBy(() -> NdArrays.arange(12).toByte().reshape(2, 3, 2).toImage())
                .hasMessageContaining("[ImageShape]");
    }

    @Test
    void segmentsOfAllTypesAndBack() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(48, 8);
            for (int i = 0; i < 48; i++) {
                bytes.set(java.lang.foreign.ValueLayout.JAVA_BYTE, i, (byte) (17 * i));
            }
            assertThat(NdArrays.ofFloats(bytes, 3, -1).toArray()).isEqualTo(bytes.toArray(JAVA_FLOAT));
            assertThat(NdArrays.ofFloats(bytes, 3, -1).shape()).containsExactly(3, 4);
            assertThat(NdArrays.ofLongs(bytes).toArray()).isEqualTo(bytes.toArray(JAVA_LONG));
            for (NdArray<?> array : new NdArray<?>[] {
                NdArrays.ofInts(bytes),
                NdArrays.ofLongs(bytes),
                NdArrays.ofDoubles(bytes),
                NdArrays.ofBytes(bytes),
                NdArrays.ofShorts(bytes),
                NdArrays.ofChars(bytes),
                NdArrays.ofFloats(bytes, 2, 2, 3)
            }) {
                byte[] back = new byte[49];
                array.copyTo(MemorySegment.ofArray(back).asSlice(1));
                assertThat(MemorySegment.ofArray(back).asSlice(1).mismatch(bytes))
                        .isEqualTo(-1);
            }
        }
    }

    /** A copy asks for no alignment, as those of {@code GpuArray}s do not. */
    @Test
    void segmentsThatBeginAnywhere() {
        MemorySegment odd = MemorySegment.ofArray(new byte[17]).asSlice(1);
        for (int i = 0; i < 4; i++) {
            odd.set(JAVA_FLOAT_UNALIGNED, 4L * i, i + 0.5f);
        }
        FloatNdArray floats = NdArrays.ofFloats(odd);
        odd.fill((byte) 0);
        assertThat(floats.toArray()).containsExactly(0.5f, 1.5f, 2.5f, 3.5f);
        floats.times(2).copyTo(odd);
        assertThat(odd.get(JAVA_FLOAT_UNALIGNED, 12)).isEqualTo(7f);
    }

    @Test
    void segmentsThatCannotBeUsed() throws InterruptedException {
        FloatNdArray two = NdArrays.of(1f, 2f).plus(1f);
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(8, 4);
            MemorySegment confined = closed;
            AtomicReference<Throwable> read = new AtomicReference<>();
            AtomicReference<Throwable> written = new AtomicReference<>();
            Thread other = Thread.ofVirtual().start(() -> {
                read.set(caught(() -> NdArrays.ofFloats(confined)));
                written.set(caught(() -> two.copyTo(confined)));
            });
            other.join();
            for (Throwable thrown : new Throwable[] {read.get(), written.get()}) {
                assertThat(thrown).isInstanceOf(WrongThreadException.class).hasMessageContaining("[SegmentUnusable]");
            }
            assertThatThrownBy(() -> two.copyTo(confined.asReadOnly()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("read-only");
            assertThat(NdArrays.ofFloats(confined.asReadOnly()).toArray()).containsExactly(0f, 0f);
            assertThatThrownBy(() -> two.copyTo(confined.asSlice(0, 4)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[LengthMismatch]");
            assertThatThrownBy(() -> NdArrays.ofFloats(confined.asSlice(0, 7)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[SegmentSize]");
            assertThatThrownBy(() -> NdArrays.ofFloats(confined, 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[NoReshape]");
            assertThatThrownBy(() -> NdArrays.of(true, false).copyTo(confined))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[ArrayType]");
        }
        assertThatThrownBy(() -> NdArrays.ofFloats(closed))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[SegmentUnusable]");
        assertThatThrownBy(() -> two.copyTo(closed))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[SegmentUnusable]");
        // Nothing is lost.
        float[] kept = new float[2];
        two.copyTo(MemorySegment.ofArray(kept));
        assertThat(kept).containsExactly(2f, 3f);
    }

    /** It has addresses alone, of which nothing is read. */
    @Test
    @SuppressWarnings("restricted")
    void segmentsOfTooManyElements() {
        MemorySegment large = MemorySegment.NULL.reinterpret(4L << 31);
        assertThatThrownBy(() -> NdArrays.ofInts(large, -1, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[ShapeTooLarge]");
        assertThatThrownBy(() -> NdArrays.ofBytes(large))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[ShapeTooLarge]");
    }

    @Test
    void elementsGoBackWhereTheyCameFrom() {
        int[] host = IntStream.range(0, 100).toArray();
        MemorySegment segment = MemorySegment.ofArray(host);
        NdArrays.ofInts(segment, 10, 10).transpose().plus(1).copyTo(segment);
        assertThat(host[1]).isEqualTo(11);
        assertThat(host[10]).isEqualTo(2);
    }

    private static Throwable caught(Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            return thrown;
        }
        return new AssertionError("nothing thrown");
    }
}
