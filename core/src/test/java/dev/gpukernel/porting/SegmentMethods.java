package dev.gpukernel.porting;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.gpukernel.GpuKernel;
import java.lang.foreign.MemorySegment;

/** Methods on memory beside the Java heap, as libraries have them. */
final class SegmentMethods {
    private SegmentMethods() {}

    @GpuKernel
    static void saxpy(float a, MemorySegment x, MemorySegment y) {
        if (x.byteSize() != y.byteSize()) {
            throw new IllegalArgumentException("segments of different sizes");
        }
        long n = y.byteSize() / JAVA_FLOAT.byteSize();
        for (long i = 0; i < n; i++) {
            y.setAtIndex(JAVA_FLOAT, i, a * x.getAtIndex(JAVA_FLOAT, i) + y.getAtIndex(JAVA_FLOAT, i));
        }
    }

    @GpuKernel
    static int checksum(MemorySegment bytes) {
        int sum = 0;
        for (long i = 0; i < bytes.byteSize(); i++) {
            sum += bytes.getAtIndex(JAVA_BYTE, i) & 0xFF;
        }
        return sum;
    }

    @GpuKernel
    static void reverseBytes(MemorySegment ints) {
        for (long i = 0; i < ints.byteSize() / 4; i++) {
            ints.setAtIndex(JAVA_INT, i, Integer.reverseBytes(ints.getAtIndex(JAVA_INT, i)));
        }
    }

    /** Grey values of pixels of three bytes each. */
    @GpuKernel
    static byte[] luminance(MemorySegment rgb, int width, int height) {
        if (rgb.byteSize() != 3L * width * height) {
            throw new IllegalArgumentException("not an image of this size");
        }
        byte[] grey = new byte[width * height];
        for (int i = 0; i < grey.length; i++) {
            int red = rgb.getAtIndex(JAVA_BYTE, 3L * i) & 0xFF;
            int green = rgb.getAtIndex(JAVA_BYTE, 3L * i + 1) & 0xFF;
            int blue = rgb.getAtIndex(JAVA_BYTE, 3L * i + 2) & 0xFF;
            grey[i] = (byte) ((299 * red + 587 * green + 114 * blue) / 1000);
        }
        return grey;
    }
}
