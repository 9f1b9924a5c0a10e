package dev.gpukernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.diagnostic.Message;
import java.awt.Transparency;
import java.awt.color.ColorSpace;
import java.awt.image.BandedSampleModel;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Images as Java has them, there and back; what {@link BufferedImage} says of a pixel is right. */
class ImagesTest {
    private static final int WIDTH = 37;
    private static final int HEIGHT = 11;

    private final Gpu gpu = Gpu.current();

    private static IntStream types() {
        return IntStream.rangeClosed(BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_BYTE_INDEXED);
    }

    private static BufferedImage random(int type, int width, int height) {
        return filled(new BufferedImage(width, height, type));
    }

    private static BufferedImage filled(BufferedImage image) {
        SplittableRandom random = new SplittableRandom(image.getType());
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                image.setRGB(x, y, random.nextInt());
            }
        }
        return image;
    }

    private static int[] colours(BufferedImage image) {
        int[] colours = new int[image.getWidth() * image.getHeight()];
        for (int i = 0; i < colours.length; i++) {
            colours[i] = image.getRGB(i % image.getWidth(), i / image.getWidth());
        }
        return colours;
    }

    @ParameterizedTest
    @MethodSource("types")
    void coloursAreThoseThatJavaTells(int type) {
        BufferedImage image = random(type, WIDTH, HEIGHT);
        try (GpuArray<int[]> array = Images.upload(gpu, image)) {
            assertThat(array.toHost()).isEqualTo(colours(image));
            BufferedImage back = new BufferedImage(WIDTH, HEIGHT, type);
            BufferedImage expected = new BufferedImage(WIDTH, HEIGHT, type);
            expected.setRGB(0, 0, WIDTH, HEIGHT, colours(image), 0, WIDTH);
            Images.copyTo(array, back);
            assertThat(colours(back)).isEqualTo(colours(expected));
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void aPartOfAnImageIsAnImage(int type) {
        BufferedImage whole = random(type, WIDTH, HEIGHT);
        BufferedImage part = whole.getSubimage(8, 2, 21, 7);
        int[] before = colours(whole);
        try (GpuArray<int[]> array = gpu.allocate(int[].class, 21 * 7)) {
            Images.copyFrom(array, part);
            assertThat(array.toHost()).isEqualTo(colours(part));
            array.copyFrom(new int[21 * 7]);
            Images.copyTo(array, part);
        }
        BufferedImage black = new BufferedImage(1, 1, type);
        black.setRGB(0, 0, 0);
        for (int i = 0; i < before.length; i++) {
            int x = i % WIDTH;
            int y = i / WIDTH;
            boolean isInPart = x >= 8 && x < 29 && y >= 2 && y < 9;
            assertThat(whole.getRGB(x, y)).isEqualTo(isInPart ? black.getRGB(0, 0) : before[i]);
        }
    }

    /** Red first, whatever is first in memory. */
    @Test
    void samplesAreInTheOrderOfBands() {
        BufferedImage image = random(BufferedImage.TYPE_4BYTE_ABGR, WIDTH, HEIGHT);
        try (GpuArray<byte[]> array = Images.upload(gpu, image, byte[].class)) {
            byte[] samples = array.toHost();
            assertThat(samples).hasSize(4 * WIDTH * HEIGHT);
            int[] colours = colours(image);
            for (int i = 0; i < colours.length; i++) {
                assertThat(samples[4 * i]).isEqualTo((byte) (colours[i] >> 16));
                assertThat(samples[4 * i + 1]).isEqualTo((byte) (colours[i] >> 8));
                assertThat(samples[4 * i + 2]).isEqualTo((byte) colours[i]);
                assertThat(samples[4 * i + 3]).isEqualTo((byte) (colours[i] >> 24));
            }
            BufferedImage back = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_4BYTE_ABGR);
            Images.copyTo(array, back);
            assertThat(colours(back)).isEqualTo(colours);
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                BufferedImage.TYPE_BYTE_GRAY,
                BufferedImage.TYPE_3BYTE_BGR,
                BufferedImage.TYPE_BYTE_INDEXED,
                BufferedImage.TYPE_BYTE_BINARY
            })
    void bytesComeBackAsTheyWere(int type) {
        BufferedImage image = random(type, WIDTH, HEIGHT);
        BufferedImage back = new BufferedImage(WIDTH, HEIGHT, type);
        try (GpuArray<byte[]> array = Images.upload(gpu, image, byte[].class)) {
            Images.copyTo(array, back);
        }
        assertThat(colours(back)).isEqualTo(colours(image));
    }

    @Test
    void greysOf16BitsAreShorts() {
        BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_USHORT_GRAY);
        image.getRaster().setSample(0, 0, 0, 65_535);
        image.getRaster().setSample(1, 0, 0, 7);
        try (GpuArray<short[]> array = Images.upload(gpu, image, short[].class)) {
            assertThat(array.toHost()).containsExactly((short) 65_535, (short) 7);
        }
    }

    @Test
    void samplesMayBeFloats() {
        BandedSampleModel bands = new BandedSampleModel(DataBuffer.TYPE_FLOAT, 2, 2, 3);
        BufferedImage image = new BufferedImage(
                new ComponentColorModel(
                        ColorSpace.getInstance(ColorSpace.CS_sRGB),
                        false,
                        false,
                        Transparency.OPAQUE,
                        DataBuffer.TYPE_FLOAT),
                Raster.createWritableRaster(bands, null),
                false,
                null);
        float[] samples = {0, 0.25f, 0.5f, 1, 0, 0, 0, 1, 0, 0.125f, 0, 1};
        try (GpuArray<float[]> array = gpu.upload(samples)) {
            Images.copyTo(array, image);
            assertThat(image.getRaster().getSampleFloat(1, 0, 0)).isEqualTo(1);
            assertThat(image.getRaster().getSampleFloat(0, 0, 2)).isEqualTo(0.5f);
            array.copyFrom(new float[12]);
            Images.copyFrom(array, image);
            assertThat(array.toHost()).containsExactly(samples);
        }
    }

    @Test
    void wrongArraysAreRefused() {
        BufferedImage image = random(BufferedImage.TYPE_3BYTE_BGR, WIDTH, HEIGHT);
        assertThatThrownBy(() -> Images.upload(gpu, image, float[].class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Message.IMAGE_TYPE.code())
                .hasMessageContaining("byte[], not as float[]");
        try (GpuArray<int[]> array = gpu.allocate(int[].class, WIDTH * HEIGHT - 1);
                GpuArray<byte[]> bytes = gpu.allocate(byte[].class, WIDTH * HEIGHT)) {
            assertThatThrownBy(() -> Images.copyTo(array, image))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Message.IMAGE_SIZE.code())
                    .hasMessageContaining("37 x 11 pixels has 407 elements of int[], but the GpuArray has 406");
            assertThatThrownBy(() -> Images.copyFrom(array, image))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Message.LENGTH_MISMATCH.code());
            assertThatThrownBy(() -> Images.copyTo(bytes, image))
                    .hasMessageContaining("has 1221 elements of byte[], but the GpuArray has 407");
        }
    }
}
