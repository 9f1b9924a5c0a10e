package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Sorter;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.array.kernel.LibraryKernels;
import dev.gpukernel.internal.array.kernel.OrderLoops;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.jit.JitEngine;
import java.util.List;
import java.util.Objects;

/** Sorts arrays of devices in place. */
public final class RadixSorter implements Sorter {
    private static final List<Class<?>> TYPES = List.of(int[].class, long[].class, float[].class, double[].class);

    private static ElementType element(GpuArray<?> array) {
        ElementType type = TYPES.contains(array.type()) ? ElementType.ofArray(array.type()) : null;
        if (type == null) {
            throw new IllegalArgumentException(
                    Message.SORT_TYPE.format(array.type().getSimpleName()));
        }
        return type;
    }

    @Override
    public void sort(GpuArray<?> array) {
        ElementType type = element(array);
        if (!LibraryKernels.runsBlocks(array.device())) {
            onHost(array);
        } else if (type.register().isFloating()) {
            floating(array, type);
        } else {
            RadixSort.sort(array, array, null, null, type.bytes() * Byte.SIZE);
        }
    }

    private static <A> void onHost(GpuArray<A> array) {
        A host = array.toHost();
        HostSort.sort(host, array.length());
        array.copyFrom(host);
    }

    private static void floating(GpuArray<?> array, ElementType type) {
        ElementType bits = type == ElementType.FLOAT ? ElementType.INT : ElementType.LONG;
        try (GpuArray<?> keys = JitEngine.allocateUndefined(array.device(), bits.arrayClass(), array.length())) {
            run("encode", array, keys);
            RadixSort.sort(keys, keys, null, null, bits.bytes() * Byte.SIZE);
            run("decode", keys, array);
        }
    }

    private static void run(String kernel, GpuArray<?>... arrays) {
        var call = LibraryKernels.of(OrderLoops.class, kernel, arrays[0].type()).call();
        for (GpuArray<?> array : arrays) {
            call.passGpuArray(array);
        }
        call.run();
    }

    @Override
    @SuppressWarnings("unchecked") // an order is of ints
    public GpuArray<int[]> order(GpuArray<?> array) {
        Expression elements = Expression.borrowed(element(array), array);
        return (GpuArray<int[]>)
                ArrayScope.result(() -> Sorting.order(elements, 0).memory());
    }

    @Override
    @SuppressWarnings("unchecked") // the type was looked at
    public void sortByKey(GpuArray<?> keys, GpuArray<?> values) {
        ElementType type = element(keys);
        element(values);
        if (keys.size() != values.size()) {
            throw new IllegalArgumentException(
                    Message.KEYS_DIFFER.format("(" + values.size() + ",)", "(" + keys.size() + ",)"));
        }
        if (Objects.equals(values.type(), int[].class)
                && !type.register().isFloating()
                && LibraryKernels.runsBlocks(keys.device())) {
            GpuArray<int[]> ints = (GpuArray<int[]>) values;
            RadixSort.sort(keys, keys, ints, ints, type.bytes() * Byte.SIZE);
            return;
        }
        try (GpuArray<int[]> order = order(keys);
                GpuArray<?> copy = JitEngine.allocateUndefined(keys.device(), values.type(), values.length())) {
            run("copy", values, copy);
            run("take", copy, order, values);
        }
        sort(keys);
    }
}
