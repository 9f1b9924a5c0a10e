package rejected;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.gpukernel.GpuKernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

final class RejectedSegments {
    private static final ValueLayout.OfInt BIG_ENDIAN = JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);

    @GpuKernel
    static void twoLayouts(MemorySegment x) {
        for (long i = 0; i < x.byteSize() / 4; i++) {
            x.setAtIndex(JAVA_FLOAT, i, x.getAtIndex(JAVA_INT, i)); // finds SegmentLayouts
        }
    }

    @GpuKernel
    static void slice(MemorySegment x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x.asSlice(4).getAtIndex(JAVA_INT, i); // finds CallUnsupported
        }
    }

    @GpuKernel
    static void byOffset(MemorySegment x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x.get(JAVA_INT, 4L * i); // finds CallUnsupported
        }
    }

    @GpuKernel
    static void otherOrder(MemorySegment x, int[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = x.getAtIndex(BIG_ENDIAN, i); // finds FieldAccess
        }
    }

    @GpuKernel
    static void dependent(MemorySegment x) {
        for (long i = 2; i < x.byteSize() / 4; i++) {
            x.setAtIndex(JAVA_FLOAT, i, x.getAtIndex(JAVA_FLOAT, i - 2) + 1); // finds LoopDependence
        }
    }

    @GpuKernel
    static void wrapsAround(MemorySegment x, int[] y) {
        for (long i = 0; i < y.length; i++) {
            x.setAtIndex(JAVA_INT, i << 62, y[(int) i]); // finds LoopDependence
        }
    }

    @GpuKernel
    static MemorySegment returned(MemorySegment x) {
        for (long i = 0; i < x.byteSize() / 4; i++) { // finds KernelReturns
            x.setAtIndex(JAVA_FLOAT, i, 1);
        }
        return x;
    }

    record Named(int id, byte tag) {}

    /** Nothing more is said of a record with a number that was rejected. */
    @GpuKernel
    static void inRecords(MemorySegment x, Named[] all) {
        for (int i = 0; i < all.length; i++) {
            int id = x.getAtIndex(ValueLayout.JAVA_INT, i);
            all[i] = new Named(id, (byte) x.getAtIndex(ValueLayout.JAVA_LONG, i)); // finds SegmentLayouts
        }
    }
}
