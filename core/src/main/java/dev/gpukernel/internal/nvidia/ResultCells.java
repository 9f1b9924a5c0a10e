package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaContext;
import dev.gpukernel.internal.cuda.PinnedMemory;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Host memory into which kernels of a stream write single results. */
final class ResultCells implements AutoCloseable {
    private static final int CELLS = 64;

    private final PinnedMemory memory;
    private final BitSet taken = new BitSet();

    ResultCells(CudaContext context) {
        this.memory = PinnedMemory.allocate(context, (long) CELLS * Long.BYTES);
    }

    synchronized @Nullable Memory take(ElementType element, NvidiaStream stream) {
        int number = taken.nextClearBit(0);
        if (number == CELLS) {
            return null;
        }
        taken.set(number);
        long offset = (long) number * Long.BYTES;
        return new Cell(
                this,
                number,
                element,
                stream,
                new ArrayHistory(),
                memory.devicePointer() + offset,
                memory.segment().asSlice(offset, element.bytes()));
    }

    private synchronized void giveBack(int number) {
        taken.clear(number);
    }

    @Override
    public void close() {
        memory.close();
    }

    /** One of them. */
    private record Cell(
            ResultCells cells,
            int number,
            ElementType element,
            NvidiaStream stream,
            ArrayHistory history,
            long pointer,
            MemorySegment host)
            implements DeviceArray {
        @Override
        public int length() {
            return 1;
        }

        @Override
        public void copyFrom(Object hostArray, Stream other) {
            copyFrom(hostArray, 0, 0, 1, other);
        }

        @Override
        public void copyTo(Object hostArray, Stream other) {
            copyTo(hostArray, 0, 0, 1, other);
        }

        @Override
        public void copyFrom(Object hostArray, int hostFrom, int from, int count, Stream other) {
            Objects.checkFromIndexSize(from, count, 1);
            stream.cuda().synchronize();
            host.asSlice(0, (long) count * element.bytes()).copyFrom(segment(hostArray, hostFrom, count));
        }

        @Override
        public void copyTo(Object hostArray, int hostFrom, int from, int count, Stream other) {
            Objects.checkFromIndexSize(from, count, 1);
            stream.cuda().synchronize();
            MemorySegment there = segment(hostArray, hostFrom, count);
            there.copyFrom(host.asSlice(0, there.byteSize()));
        }

        @Override
        public void copyFrom(Memory same, Stream other) {
            Object one = Array.newInstance(element.arrayClass().getComponentType(), 1);
            same.copyTo(one, 0, 0, 1, other);
            copyFrom(one, other);
        }

        @Override
        public void clear(Stream other) {
            stream.cuda().synchronize();
            host.fill((byte) 0);
        }

        @Override
        public void free(Stream other) {
            close();
        }

        @Override
        public void settle(Stream other) throws KernelFault {
            stream.drain();
            stream.log().settle(history);
        }

        @Override
        public void close() {
            stream.log().closed(history);
            cells.giveBack(number);
        }

        private static MemorySegment segment(Object array, int from, int count) {
            MemorySegment whole = switch (array) {
                case byte[] own -> MemorySegment.ofArray(own);
                case char[] own -> MemorySegment.ofArray(own);
                case short[] own -> MemorySegment.ofArray(own);
                case int[] own -> MemorySegment.ofArray(own);
                case long[] own -> MemorySegment.ofArray(own);
                case float[] own -> MemorySegment.ofArray(own);
                case double[] own -> MemorySegment.ofArray(own);
                default -> throw new IllegalArgumentException("no cell for " + array.getClass());
            };
            int bytes = Objects.requireNonNull(ElementType.ofArray(array.getClass()))
                    .bytes();
            return whole.asSlice((long) from * bytes, (long) count * bytes);
        }
    }
}
