package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Images;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.awt.image.BufferedImage;
import java.util.Arrays;

/** Arrays of images, and images of arrays: the axes are rows, columns and, where a pixel has several, samples. */
public final class HostImages {
    private static final int COLOURS = 3;

    private HostImages() {}

    /**
     * Copies an image to the current device.
     *
     * @param type int for colours, else what the image keeps
     * @throws IllegalArgumentException if the image keeps something else
     */
    public static Expression of(BufferedImage image, ElementType type) {
        int[] shape = shape(image, type);
        return Expression.uploaded(
                type, Shapes.size(shape), shape, gpu -> Images.upload(gpu, image, type.arrayClass()));
    }

    private static int[] shape(BufferedImage image, ElementType type) {
        int samples = type == ElementType.INT ? 1 : image.getRaster().getNumDataElements();
        int[] shape = {image.getHeight(), image.getWidth(), samples};
        return samples == 1 ? Arrays.copyOf(shape, 2) : shape;
    }

    /**
     * Computes an array and copies it to an image.
     *
     * @throws IllegalArgumentException if it has another shape than the image, or the image keeps something else
     */
    public static void copy(Expression of, BufferedImage image) {
        int[] shape = shape(image, of.type());
        if (!Arrays.equals(of.shape(), shape)) {
            String pixels =
                    "%s x %s pixels, of shape %s".formatted(image.getWidth(), image.getHeight(), Shapes.text(shape));
            throw new IllegalArgumentException(Message.IMAGE_SHAPE.format(Shapes.text(of.shape()), pixels));
        }
        copy(of.memory(), image);
    }

    private static <A> void copy(GpuArray<A> memory, BufferedImage image) {
        Images.copyTo(memory, image);
    }

    /**
     * Makes an image of ints, which are colours, or of bytes: of one sample a grey one, of three and four a coloured one.
     *
     * @throws IllegalArgumentException if it is of another shape, or has no elements
     */
    public static BufferedImage image(Expression of) {
        int[] shape = of.shape();
        int samples = shape.length == COLOURS ? shape[2] : 1;
        int type = of.type() == ElementType.INT
                ? BufferedImage.TYPE_INT_ARGB
                : switch (samples) {
                    case 1 -> BufferedImage.TYPE_BYTE_GRAY;
                    case COLOURS -> BufferedImage.TYPE_3BYTE_BGR;
                    default -> BufferedImage.TYPE_4BYTE_ABGR;
                };
        boolean isImage = of.type() == ElementType.INT
                ? shape.length == 2
                : shape.length == 2 || (shape.length == COLOURS && (samples == COLOURS || samples == COLOURS + 1));
        if (!isImage || of.size() == 0) {
            String pixels = of.type() == ElementType.INT ? "colours" : "bytes, grey or of 3 or 4 samples";
            throw new IllegalArgumentException(Message.IMAGE_SHAPE.format(Shapes.text(shape), pixels));
        }
        BufferedImage image = new BufferedImage(shape[1], shape[0], type);
        copy(of, image);
        return image;
    }
}
