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
    /** So many there are. */
    private static final int COUNT = 64;

    private final PinnedMemory memory;
    private final BitSet taken = new BitSet();

    ResultCells(CudaContext context) {
        this.memory = PinnedMemory.allocate(context, (long) COUNT * Long.BYTES);
    }

    /** {@return a cell that a kernel of the stream may write, null if all are taken} */
    synchronized @Nullable Memory take(ElementType element, NvidiaStream stream) {
        int number = taken.nextClearBit(0);
        if (number == COUNT) {
            return null;
        }
        taken.set(number);
        return new Cell(this, number, element, stream);
    }

    private synchronized void giveBack(int number) {
        taken.clear(number);
    }

    @Override
    public void close() {
        memory.close();
    }

    /** One of them. For one thread at a time. */
    private static final class Cell implements DeviceArray {
        private final ResultCells cells;
        private final int number;
        private final ElementType element;
        private final NvidiaStream stream;
        private final ArrayHistory history = new ArrayHistory(1);
        private final long pointer;
        private final MemorySegment host;
        private boolean isRead;

        Cell(ResultCells cells, int number, ElementType element, NvidiaStream stream) {
            this.cells = cells;
            this.number = number;
            this.element = element;
            this.stream = stream;
            long offset = (long) number * Long.BYTES;
            this.pointer = cells.memory.devicePointer() + offset;
            this.host = cells.memory.segment().asSlice(offset, element.bytes());
        }

        @Override
        public ElementType element() {
            return element;
        }

        @Override
        public ArrayHistory history() {
            return history;
        }

        @Override
        public long pointer() {
            return pointer;
        }

        @Override
        public long length() {
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
        public void copyFrom(Object hostArray, long hostFrom, long from, long count, Stream other) {
            Objects.checkFromIndexSize(from, count, 1);
            stream.cuda().synchronize();
            host.asSlice(0, count * element.bytes()).copyFrom(segment(hostArray, (int) hostFrom, (int) count));
        }

        @Override
        public void copyTo(Object hostArray, long hostFrom, long from, long count, Stream other) {
            Objects.checkFromIndexSize(from, count, 1);
            stream.awaitEnqueued();
            isRead = true;
            MemorySegment there = segment(hostArray, (int) hostFrom, (int) count);
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
            if (!isRead) {
                // A launch whose result nobody got to reading may write it still.
                stream.awaitEnqueued();
            }
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
