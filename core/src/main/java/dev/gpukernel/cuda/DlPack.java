package dev.gpukernel.cuda;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuStream;
import dev.gpukernel.array.NdArray;
import dev.gpukernel.array.NdArrays;
import dev.gpukernel.array.StridedMemory;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.jit.SharedArrays;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Arrays as tensors of <a href="https://dmlc.github.io/dlpack/latest/">DLPack</a> 1, the structure by which libraries of one process hand arrays to
 * each other without copies: a {@code DLManagedTensorVersioned}.
 *
 * <p>A tensor is handed over once. Whoever takes it calls its deleter once, when it is done with the memory, and then that may be freed. What
 * {@link #export} gives and nobody takes is ended by {@link #delete}.
 *
 * <p>On a GPU, tensors are on {@code kDLCUDA}, and those are imported that are there, in managed memory or in pinned memory of the host. On the CPU
 * they are on {@code kDLCPU}.
 *
 * <p>Elements are numbers of Java's types. Those without a sign have no type in Java: a tensor of {@code uint8} is imported as {@code byte[]}, with the same
 * bits, and so on; {@code char[]} is {@code uint16}. A {@code boolean[]} is exported as {@code bool} and not imported.
 */
public final class DlPack {
    private DlPack() {}

    /**
     * Exports an array. Waits for what was launched with it; what others do with the tensor is in no order with later launches. The memory stays,
     * also if the array is closed, until the deleter is called, from any thread.
     *
     * @param array the array, of one or more dimensions
     * @param shape a shape of as many elements; none for that of the array
     * @return the tensor, native memory
     * @throws IllegalArgumentException if the shape has more or fewer elements, or rows have several lengths
     * @throws IllegalStateException if it is closed, holds records, or is in the Java heap, as arrays on the CPU are that are not wrapped
     */
    public static MemorySegment export(GpuArray<?> array, long... shape) {
        MemorySegment tensor = exported(array, shape);
        return handedOver(tensor, () -> SharedArrays.await(array, true));
    }

    /**
     * Exports an array to be used on a stream, as {@link #export(GpuArray, long...)} does, but without waiting: what others enqueue there from now on comes
     * after what was launched with the array, and before what is launched with it later.
     *
     * @param array the array, of one or more dimensions
     * @param consumer the stream, such as one that {@link Gpu#wrapStream} made of theirs
     * @param shape a shape of as many elements; none for that of the array
     * @return the tensor, native memory
     * @throws IllegalArgumentException as there, or if the stream is one of another device
     */
    public static MemorySegment export(GpuArray<?> array, GpuStream consumer, long... shape) {
        MemorySegment tensor = exported(array, shape);
        return handedOver(tensor, () -> consumer.enqueue(_ -> {}, List.of(), List.of(array)));
    }

    /**
     * Exports an array with a shape, read-only and with its strides, so that views are not copied. Waits for what computes it. On the CPU, where arrays are in
     * the Java heap, it is a copy and says so.
     *
     * @param array the array
     * @return the tensor, native memory
     */
    public static MemorySegment export(NdArray<?> array) {
        StridedMemory<?> memory = array.stridedMemory();
        if (!SharedArrays.hasAddress(memory.elements())) {
            return exported(array);
        }
        MemorySegment tensor = exported(memory);
        return handedOver(tensor, () -> SharedArrays.await(memory.elements(), false));
    }

    /**
     * Exports an array with a shape to be used on a stream, as {@link #export(NdArray)} does, but without waiting.
     *
     * @param array the array
     * @param consumer the stream
     * @return the tensor, native memory
     * @throws IllegalArgumentException if the stream is one of another device
     */
    public static MemorySegment export(NdArray<?> array, GpuStream consumer) {
        StridedMemory<?> memory = array.stridedMemory();
        if (!SharedArrays.hasAddress(memory.elements())) {
            return exported(array);
        }
        MemorySegment tensor = exported(memory);
        return handedOver(tensor, () -> consumer.enqueue(_ -> {}, List.of(memory.elements()), List.of()));
    }

    private static MemorySegment exported(GpuArray<?> array, long... shape) {
        long[] own = SharedArrays.shape(array);
        long[] sizes = shape.length == 0 ? own : shape.clone();
        long[] strides = new long[sizes.length];
        long count = 1;
        for (int axis = sizes.length - 1; axis >= 0; axis--) {
            strides[axis] = count;
            count = sizes[axis] < 0 ? -1 : count * Math.max(1, sizes[axis]);
        }
        long elements = product(own);
        if (Arrays.stream(sizes).anyMatch(size -> size < 0) || product(sizes) != elements) {
            throw new IllegalArgumentException(Message.DLPACK_SHAPE.format(elements, Arrays.toString(sizes)));
        }
        Gpu gpu = array.device();
        TensorType type = TensorType.of(SharedArrays.elements(array));
        long address = array.address();
        Runnable back = SharedArrays.lend(array);
        return Tensor.export(gpu, type, address, sizes, strides, 0, back);
    }

    private static long product(long... sizes) {
        long product = 1;
        for (long size : sizes) {
            product = Math.multiplyExact(product, size);
        }
        return product;
    }

    private static MemorySegment exported(StridedMemory<?> memory) {
        GpuArray<?> elements = memory.elements();
        TensorType type = TensorType.of(elements.type());
        long address = SharedArrays.addressToRead(elements) + (long) memory.offset() * type.bytes();
        long[] shape = Arrays.stream(memory.shape()).asLongStream().toArray();
        long[] strides = Arrays.stream(memory.strides()).asLongStream().toArray();
        Runnable back = SharedArrays.lend(elements);
        return Tensor.export(elements.device(), type, address, shape, strides, Tensor.READ_ONLY, back);
    }

    /** Exports a copy of an array that is in the Java heap. */
    private static MemorySegment exported(NdArray<?> array) {
        int[] shape = array.shape();
        long[] sizes = Arrays.stream(shape).asLongStream().toArray();
        long[] strides = new long[sizes.length];
        long stride = 1;
        for (int axis = sizes.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= Math.max(1, sizes[axis]);
        }
        GpuArray<?> memory = array.asGpuArray();
        return Tensor.exportCopy(memory, TensorType.of(memory.type()), sizes, strides);
    }

    private static MemorySegment handedOver(MemorySegment tensor, Runnable order) {
        boolean done = false;
        try {
            order.run();
            done = true;
            return tensor;
        } finally {
            if (!done) {
                delete(tensor);
            }
        }
    }

    /**
     * Imports a tensor whose elements are one after another, for kernels that read and write it. Its work must be done. The tensor is then the array's: its
     * deleter is called when the array is closed, or unreachable, and nothing that was launched uses the memory any more. If this throws, the tensor is the
     * caller's still.
     *
     * @param <A> type of the array
     * @param type class of the array, such as {@code float[].class}; of several axes, elements are row by row
     * @param tensor a {@code DLManagedTensorVersioned} on {@link Gpu#current()}
     * @return the array
     * @throws IllegalArgumentException if it is of another version, device or type, is read-only, or has other strides
     * @throws GpuException if the device shares no memory, as those of TornadoVM
     */
    public static <A> GpuArray<A> importArray(Class<A> type, MemorySegment tensor) {
        return importArray(type, tensor, Gpu.current().defaultStream());
    }

    /**
     * Imports a tensor on a stream, as {@link #importArray(Class, MemorySegment)} does, but its work need only be enqueued there.
     *
     * @param <A> type of the array
     * @param type class of the array
     * @param tensor a {@code DLManagedTensorVersioned} on the stream's device
     * @param producer the stream
     * @return the array
     */
    public static <A> GpuArray<A> importArray(Class<A> type, MemorySegment tensor, GpuStream producer) {
        Tensor taken = Tensor.of(tensor, producer.device(), TensorType.of(type));
        taken.requireArray();
        return taken.elements(type, producer);
    }

    /**
     * Imports a tensor with any strides, also one that is read-only, as an array with a shape. Its work must be done. The tensor is then the array's: its
     * deleter is called when nothing refers to the array and what is computed from it any more, or when {@code array.asGpuArray()} is closed where the elements
     * are one after another. If this throws, the tensor is the caller's still.
     *
     * <p>Elements of an array with a shape do not change. If another library changes them all the same, what is computed later is computed of the new ones.
     *
     * @param <A> type of the elements
     * @param type class of an array of the elements, such as {@code float[].class}
     * @param tensor a {@code DLManagedTensorVersioned} on {@link Gpu#current()}
     * @return the array, of the type of its elements, such as {@link dev.gpukernel.array.FloatNdArray}
     * @throws IllegalArgumentException if it is of another version, device or type, or has too many elements
     * @throws GpuException if the device shares no memory, as those of TornadoVM
     */
    public static <A> NdArray<A> importNdArray(Class<A> type, MemorySegment tensor) {
        return importNdArray(type, tensor, Gpu.current().defaultStream());
    }

    /**
     * Imports a tensor on a stream, as {@link #importNdArray(Class, MemorySegment)} does, but its work need only be enqueued there.
     *
     * @param <A> type of the elements
     * @param type class of an array of the elements
     * @param tensor a {@code DLManagedTensorVersioned} on the stream's device
     * @param producer the stream
     * @return the array
     */
    public static <A> NdArray<A> importNdArray(Class<A> type, MemorySegment tensor, GpuStream producer) {
        Tensor taken = Tensor.of(tensor, producer.device(), TensorType.of(type));
        int[] shape = taken.ints(taken.shape());
        int[] strides = taken.ints(taken.strides());
        for (int axis : IntStream.range(0, shape.length).toArray()) {
            // Those of one element, or none, may be anything.
            strides[axis] = shape[axis] <= 1 ? 0 : strides[axis];
        }
        int offset = taken.ints(new long[] {-taken.first()})[0];
        GpuArray<A> elements = taken.elements(type, producer);
        return NdArrays.of(new StridedMemory<>(elements, offset, shape, strides));
    }

    /**
     * Calls the deleter of a tensor that nobody took.
     *
     * @param tensor what {@link #export} gave, or a tensor of another library
     */
    public static void delete(MemorySegment tensor) {
        Tensor.delete(Objects.requireNonNull(tensor, "tensor"));
    }
}
