package dev.gpukernel.oracle;

import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.Arrays;
import java.util.Objects;

/** Memory of an {@link InterpretedDevice}: an array, a slice of one, or a part of one. */
final class InterpretedMemory implements Memory {
    private final HeapMemory cells;
    private final int first;
    private final int length;
    private final boolean isPart;

    /** Where its cells begin in the array that they are of. */
    private final int start;

    InterpretedMemory(HeapMemory cells) {
        this(cells, 0, 0, (int) cells.length(), false);
    }

    private InterpretedMemory(HeapMemory cells, int start, int first, int length, boolean isPart) {
        this.cells = cells;
        this.start = start;
        this.first = first;
        this.length = length;
        this.isPart = isPart;
    }

    /** {@return new memory, in which there is something, as there is in a GPU's} */
    static InterpretedMemory undefined(HeapMemory cells) {
        switch (cells.array()) {
            case boolean[] array -> Arrays.fill(array, true);
            case byte[] array -> Arrays.fill(array, (byte) 0xab);
            case char[] array -> Arrays.fill(array, (char) 0xabab);
            case short[] array -> Arrays.fill(array, (short) 0xabab);
            case int[] array -> Arrays.fill(array, 0xabababab);
            case long[] array -> Arrays.fill(array, 0xabababab_ababababL);
            case float[] array -> Arrays.fill(array, -1.2e-12f);
            case double[] array -> Arrays.fill(array, -1.2e-98);
            default -> throw new IllegalStateException("not an array of numbers");
        }
        return new InterpretedMemory(cells);
    }

    /** {@return what the interpreter takes for it} */
    Object value() {
        return isPart ? new ArrayPart(cells.array(), start, first, (int) cells.length(), length) : cells.array();
    }

    @Override
    public Memory asPart(long from, long wholeLength) {
        if (from * element().bytes() % PART_ALIGNMENT != 0) {
            throw new IllegalArgumentException("a part from element " + from);
        }
        return new InterpretedMemory(cells, start, (int) from, (int) wholeLength, true);
    }

    @Override
    public Memory slice(long from, long count) {
        return new InterpretedMemory((HeapMemory) cells.slice(from, count), start + (int) from, 0, (int) count, true);
    }

    /** {@return whether vectors of elements are where a GPU can move them at once} */
    boolean isAligned() {
        return (long) start * element().bytes() % 16 == 0;
    }

    @Override
    public ElementType element() {
        return cells.element();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void copyFrom(Object hostArray, Stream stream) {
        cells.copyFrom(hostArray, stream);
    }

    @Override
    public void copyTo(Object hostArray, Stream stream) {
        cells.copyTo(hostArray, stream);
    }

    @Override
    public void copyFrom(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        cells.copyFrom(hostArray, hostFrom, at(from, count), count, stream);
    }

    @Override
    public void copyTo(Object hostArray, long hostFrom, long from, long count, Stream stream) {
        cells.copyTo(hostArray, hostFrom, at(from, count), count, stream);
    }

    private long at(long from, long count) {
        return Objects.checkFromIndexSize(from - first, count, cells.length());
    }

    @Override
    public void copyFrom(Memory other, Stream stream) {
        cells.copyFrom(((InterpretedMemory) other).cells, stream);
    }

    @Override
    public void settle(Stream stream) throws KernelFault {
        ((InterpretedDevice.FaultStream) stream)
                .settle(new InterpretedDevice.Span(cells.array(), start, start + cells.length()));
    }

    @Override
    public void clear(Stream stream) {
        cells.clear(stream);
    }

    @Override
    public void free(Stream stream) {
        close();
    }

    @Override
    public void close() {
        if (!isPart) {
            cells.close();
        }
    }
}
