package dev.gpukernel.internal.array;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.array.kernel.LibraryKernels;
import dev.gpukernel.internal.array.kernel.RadixTiles;
import dev.gpukernel.internal.jit.JitEngine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A radix sort on a device that runs blocks: ints or longs by their value, from the lowest digit to the highest, in a stable order. */
final class RadixSort implements AutoCloseable {
    private final Gpu gpu;
    private final Class<?> type;
    private final int size;
    private final int tiles;

    /** What a pass needs, and the arrays that passes read and write in turn. */
    private final List<GpuArray<?>> scratch = new ArrayList<>();

    private final GpuArray<int[]> counts;
    private final GpuArray<int[]> starts;

    private RadixSort(Gpu gpu, Class<?> type, int size) {
        this.gpu = gpu;
        this.type = type;
        this.size = size;
        this.tiles = Math.ceilDiv(size, RadixTiles.tile(type));
        this.counts = scratch(int[].class, Math.multiplyExact(tiles, RadixTiles.DIGITS));
        this.starts = scratch(int[].class, tiles * RadixTiles.DIGITS);
    }

    private <A> GpuArray<A> scratch(Class<A> array, int length) {
        GpuArray<A> made = JitEngine.allocateUndefined(gpu, array, length);
        scratch.add(made);
        return made;
    }

    @Override
    public void close() {
        scratch.forEach(GpuArray::close);
    }

    /**
     * Sorts.
     *
     * @param keys the keys, which stay as they are unless they are also where the sorted ones go
     * @param sorted where the sorted keys go
     * @param values what belongs to each key, {@code null} for nothing
     * @param sortedValues where that goes
     * @param bits how many of a key's lowest bits count; all of them are a number with a sign
     */
    static void sort(
            GpuArray<?> keys,
            GpuArray<?> sorted,
            @Nullable GpuArray<int[]> values,
            @Nullable GpuArray<int[]> sortedValues,
            int bits) {
        int size = keys.length();
        if (size == 0) {
            return;
        }
        try (RadixSort sort = new RadixSort(keys.device(), keys.type(), size)) {
            sort.run(keys, sorted, values, sortedValues, bits);
        }
    }

    private void run(
            GpuArray<?> keys,
            GpuArray<?> sorted,
            @Nullable GpuArray<int[]> values,
            @Nullable GpuArray<int[]> sortedValues,
            int bits) {
        // With an even number of passes, no array is read and written by the same one, wherever the keys begin and end.
        int passes = Math.ceilDiv(bits, RadixTiles.BITS);
        passes += passes % 2;
        GpuArray<?> first = scratch(type, size);
        GpuArray<?> second = passes > 2 ? scratch(type, size) : first;
        GpuArray<int[]> firstValues = values == null ? null : scratch(int[].class, size);
        GpuArray<int[]> secondValues = values == null || passes == 2 ? firstValues : scratch(int[].class, size);
        GpuArray<?> from = keys;
        GpuArray<int[]> fromValues = values;
        for (int pass = 0; pass < passes; pass++) {
            boolean isLast = pass == passes - 1;
            GpuArray<?> to = isLast ? sorted : pass % 2 == 0 ? first : second;
            GpuArray<int[]> toValues = isLast ? sortedValues : pass % 2 == 0 ? firstValues : secondValues;
            pass(from, to, fromValues, toValues, pass * RadixTiles.BITS);
            from = to;
            fromValues = toValues;
        }
    }

    private void pass(
            GpuArray<?> from,
            GpuArray<?> to,
            @Nullable GpuArray<int[]> values,
            @Nullable GpuArray<int[]> toValues,
            int shift) {
        Launch launch = Launch.of(tiles, RadixTiles.THREADS);
        Class<?> owner = RadixTiles.of(type);
        var count = LibraryKernels.of(owner, "count", type)
                .call(launch)
                .passGpuArray(from)
                .passGpuArray(counts)
                .passInt(size)
                .passInt(shift);
        (type == int[].class ? count.passInt(Integer.MIN_VALUE) : count.passLong(Long.MIN_VALUE)).run();
        LibraryKernels.of(RadixTiles.class, "starts", int[].class)
                .call()
                .passGpuArray(counts)
                .passGpuArray(starts)
                .run();
        var scatter = LibraryKernels.of(owner, values == null ? "keys" : "pairs", type)
                .call(launch)
                .passGpuArray(from)
                .passGpuArray(to);
        if (values != null && toValues != null) {
            scatter.passGpuArray(values).passGpuArray(toValues);
        }
        scatter.passGpuArray(starts).passInt(size).passInt(shift);
        (type == int[].class ? scatter.passInt(Integer.MIN_VALUE) : scatter.passLong(Long.MIN_VALUE)).run();
    }
}
