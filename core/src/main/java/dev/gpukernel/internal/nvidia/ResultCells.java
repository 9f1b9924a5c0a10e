package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.PinnedWords;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Host memory into which kernels of a stream write single results, or into which these are fetched. */
final class ResultCells implements AutoCloseable {
    /** So many there are. */
    static final int COUNT = 64;

    private final PinnedWords words;
    private final BitSet taken = new BitSet();

    ResultCells(PinnedWords words) {
        this.words = words;
    }

    /** {@return a cell that a kernel of the stream may write, null if all are taken} */
    @Nullable Memory take(ElementType element, NvidiaStream stream) {
        return take(element, stream, 0);
    }

    /** {@return a cell with an element of an array, once what is enqueued is done; null if all are taken} For the stream, under its lock. */
    @Nullable Memory fetch(NvidiaMemory array, int index, NvidiaStream stream) {
        long address = array.pointer() + (long) index * array.element().bytes();
        int offset = (int) (address % PinnedWords.BYTES);
        Cell cell = take(array.element(), stream, offset);
        if (cell != null) {
            boolean isEnqueued = false;
            try {
                words.fetch(address - offset, cell.number, stream.cuda());
                isEnqueued = true;
            } finally {
                if (!isEnqueued) {
                    giveBack(cell.number);
                }
            }
            stream.enqueuedCopy();
        }
        return cell;
    }

    private synchronized @Nullable Cell take(ElementType element, NvidiaStream stream, int offset) {
        int number = taken.nextClearBit(0);
        if (number == COUNT) {
            return null;
        }
        taken.set(number);
        return new Cell(
                this,
                number,
                element,
                stream,
                new ArrayHistory(),
                words.devicePointer(number) + offset,
                words.word(number).asSlice(offset, element.bytes()));
    }

    private synchronized void giveBack(int number) {
        taken.clear(number);
    }

    @Override
    public void close() {
        words.close();
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
            stream.awaitEnqueued();
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
