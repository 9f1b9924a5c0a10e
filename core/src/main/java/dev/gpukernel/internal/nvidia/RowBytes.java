package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.RowArray;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.cuda.HeapArray;
import java.lang.foreign.MemorySegment;

/** Elements that lie in rows, as bytes. */
record RowBytes(RowArray rows, int from, int count) implements HeapArray {
    /** {@return elements of an array of primitives or one that stands for such} */
    static HeapArray host(Object hostArray, long from, long count) {
        return switch (hostArray) {
            case RowArray rows -> new RowBytes(rows, Math.toIntExact(from), Math.toIntExact(count));
            case SegmentArray segment -> HeapArray.of(segment.part(from, count));
            default -> HeapArray.of(hostArray, Math.toIntExact(from), Math.toIntExact(count));
        };
    }

    @Override
    public long bytes() {
        return (long) count * width();
    }

    private int width() {
        return rows.element().bytes();
    }

    /** {@return the element at an offset, in bytes} */
    private int element(long offset) {
        return from + Math.toIntExact(offset / width());
    }

    @Override
    public void read(long offset, MemorySegment target, long targetOffset, long size) {
        int width = width();
        rows.forEach(
                element(offset),
                Math.toIntExact(size / width),
                (row, column, here, at) -> HeapArray.read(row, column, here, target, targetOffset + (long) at * width));
    }

    @Override
    public void write(long offset, MemorySegment source, long sourceOffset, long size) {
        int width = width();
        rows.forEach(
                element(offset),
                Math.toIntExact(size / width),
                (row, column, here, at) ->
                        HeapArray.write(row, column, here, source, sourceOffset + (long) at * width));
    }
}
