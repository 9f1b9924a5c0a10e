package dev.gpukernel;

import dev.gpukernel.diagnostic.Message;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.WritableRaster;
import java.util.Objects;

/**
 * Copies between images and {@link GpuArray}s, row by row from the upper left corner. What a pixel is depends on the type of the array:
 *
 * <ul>
 *   <li>{@code int[]}: one element for each pixel, {@code 0xAARRGGBB} in the default colour space, as {@link BufferedImage#getRGB(int, int)}
 *       has it, whatever the image keeps
 *   <li>any other: what the image keeps of each pixel, unchanged: its samples in the order of its bands, red first, or its index.
 *       {@code byte[]} for images of bytes, such as {@link BufferedImage#TYPE_3BYTE_BGR} with three and {@link
 *       BufferedImage#TYPE_BYTE_GRAY} with one for each pixel, {@code short[]} for those of 16 bits, {@code float[]} and {@code double[]}
 * </ul>
 *
 * <p>Java's bytes and shorts are signed: a kernel reads a sample with {@code & 0xFF} or {@code & 0xFFFF}.
 */
public final class Images {
    private static final int OPAQUE = 0xFF << 24;

    private Images() {}

    /**
     * Copies an image's pixels to a device.
     *
     * @param gpu the device
     * @param image the image
     * @return an array of width times height pixels
     * @throws GpuException if the device has too little memory
     */
    public static GpuArray<int[]> upload(Gpu gpu, BufferedImage image) {
        return upload(gpu, image, int[].class);
    }

    /**
     * Copies an image to a device.
     *
     * @param <A> type of the array
     * @param gpu the device
     * @param image the image
     * @param type class of the array
     * @return the array
     * @throws IllegalArgumentException if the image keeps something else than such elements
     * @throws GpuException if the device has too little memory
     */
    public static <A> GpuArray<A> upload(Gpu gpu, BufferedImage image, Class<A> type) {
        Objects.requireNonNull(gpu, "gpu");
        return gpu.upload(elements(image, type));
    }

    /**
     * Replaces the whole contents of an array by an image's.
     *
     * @param <A> type of the array
     * @param array where to, as long as the image has elements
     * @param image where from
     * @throws IllegalArgumentException if the lengths differ, or the image keeps something else than such elements
     * @throws IllegalStateException if the array is closed
     */
    public static <A> void copyFrom(GpuArray<A> array, BufferedImage image) {
        array.copyFrom(elements(image, array.type()));
    }

    /**
     * Copies a whole array to an image.
     *
     * @param <A> type of the array
     * @param array where from
     * @param image where to, with as many elements as the array is long
     * @throws IllegalArgumentException if the lengths differ, or the image keeps something else than such elements
     * @throws IllegalStateException if the array is closed
     */
    public static <A> void copyTo(GpuArray<A> array, BufferedImage image) {
        Class<A> type = array.type();
        requireKept(image, type);
        long pixels = (long) image.getWidth() * image.getHeight();
        long length = type == int[].class ? pixels : pixels * image.getRaster().getNumDataElements();
        if (length != array.size()) {
            throw new IllegalArgumentException(Message.IMAGE_SIZE.format(
                    image.getWidth(), image.getHeight(), length, type.getSimpleName(), array.size()));
        }
        A host = array.toHost();
        if (host instanceof int[] argb) {
            setPixels(image, argb);
        } else {
            image.getRaster().setDataElements(0, 0, image.getWidth(), image.getHeight(), host);
        }
    }

    private static <A> A elements(BufferedImage image, Class<A> type) {
        requireKept(image, type);
        return type.cast(type == int[].class ? pixels(image) : kept(image));
    }

    private static void requireKept(BufferedImage image, Class<?> type) {
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(type, "type");
        Class<?> kept = keptType(image);
        if (type != int[].class && type != kept) {
            throw new IllegalArgumentException(Message.IMAGE_TYPE.format(kept.getSimpleName(), type.getSimpleName()));
        }
    }

    private static Class<?> keptType(BufferedImage image) {
        return switch (image.getRaster().getTransferType()) {
            case DataBuffer.TYPE_BYTE -> byte[].class;
            case DataBuffer.TYPE_USHORT, DataBuffer.TYPE_SHORT -> short[].class;
            case DataBuffer.TYPE_FLOAT -> float[].class;
            case DataBuffer.TYPE_DOUBLE -> double[].class;
            default -> int[].class;
        };
    }

    private static Object kept(BufferedImage image) {
        WritableRaster raster = image.getRaster();
        return raster.getDataElements(0, 0, image.getWidth(), image.getHeight(), null);
    }

    /** {@return pixels as {@link BufferedImage#getRGB} does, whose own loop takes a call for each} */
    private static int[] pixels(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        return switch (image.getType()) {
            case BufferedImage.TYPE_INT_ARGB -> (int[]) kept(image);
            case BufferedImage.TYPE_INT_RGB -> {
                int[] pixels = (int[]) kept(image);
                for (int i = 0; i < pixels.length; i++) {
                    pixels[i] |= OPAQUE;
                }
                yield pixels;
            }
            case BufferedImage.TYPE_3BYTE_BGR -> {
                byte[] bands = (byte[]) kept(image);
                int[] pixels = new int[width * height];
                for (int i = 0; i < pixels.length; i++) {
                    pixels[i] = OPAQUE | colour(bands, 3 * i);
                }
                yield pixels;
            }
            case BufferedImage.TYPE_4BYTE_ABGR -> {
                byte[] bands = (byte[]) kept(image);
                int[] pixels = new int[width * height];
                for (int i = 0; i < pixels.length; i++) {
                    pixels[i] = bands[4 * i + 3] << 24 | colour(bands, 4 * i);
                }
                yield pixels;
            }
            default -> image.getRGB(0, 0, width, height, null, 0, width);
        };
    }

    private static int colour(byte[] bands, int red) {
        return (bands[red] & 0xFF) << 16 | (bands[red + 1] & 0xFF) << 8 | (bands[red + 2] & 0xFF);
    }

    private static void setPixels(BufferedImage image, int[] pixels) {
        if (image.getType() == BufferedImage.TYPE_INT_ARGB) {
            image.getRaster().setDataElements(0, 0, image.getWidth(), image.getHeight(), pixels);
        } else {
            image.setRGB(0, 0, image.getWidth(), image.getHeight(), pixels, 0, image.getWidth());
        }
    }
}
