package dev.gpukernel.cuda;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A parameter of a raw kernel: its type, and for an array which way its elements go when an array of the host is passed. The direction says
 * what the kernel does: a {@code GpuArray} is not moved, but other work that uses it waits for what writes it.
 *
 * @param type a primitive type for a value; an array of one, or {@link MemorySegment}, for a pointer
 * @param direction of an array
 */
public record CudaParameter(Class<?> type, Direction direction) {
    /** Which way elements go. */
    public enum Direction {
        /** To the device. The kernel only reads them: a pointer to {@code const}. */
        IN,
        /** From the device. The kernel writes them, and finds zeros before that, unless a {@code GpuArray} is passed. */
        OUT,
        /** There and back. */
        IN_OUT,
        /** It is no array. */
        VALUE
    }

    /** Asks for both; whether they fit each other is seen by the kernel that they are of. */
    public CudaParameter {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(direction, "direction");
    }

    /**
     * An array that the kernel only reads.
     *
     * @param type such as {@code float[].class} for {@code const float *}
     * @return the parameter
     */
    public static CudaParameter in(Class<?> type) {
        return new CudaParameter(type, Direction.IN);
    }

    /**
     * An array that the kernel writes, and whose old elements it does not need.
     *
     * @param type such as {@code float[].class} for {@code float *}
     * @return the parameter
     */
    public static CudaParameter out(Class<?> type) {
        return new CudaParameter(type, Direction.OUT);
    }

    /**
     * An array that the kernel reads and writes.
     *
     * @param type such as {@code float[].class} for {@code float *}
     * @return the parameter
     */
    public static CudaParameter inOut(Class<?> type) {
        return new CudaParameter(type, Direction.IN_OUT);
    }

    /**
     * A value.
     *
     * @param type such as {@code int.class} for {@code int}, {@code long.class} for {@code long long} or {@code size_t}
     * @return the parameter
     */
    public static CudaParameter value(Class<?> type) {
        return new CudaParameter(type, Direction.VALUE);
    }

    /** {@return a parameter of a type: an array may be read and written} */
    static CudaParameter of(Class<?> type) {
        return isPointer(type) ? inOut(type) : value(type);
    }

    boolean isRead() {
        return direction == Direction.IN || direction == Direction.IN_OUT;
    }

    boolean isWritten() {
        return direction == Direction.OUT || direction == Direction.IN_OUT;
    }

    /** Asks whether it is one that a kernel can have. */
    void check(int position, String kernel) {
        if (!isPointer(type) && !isValue(type)) {
            throw new IllegalArgumentException(Message.CUDA_PARAMETER.format(position, kernel, type.getSimpleName()));
        }
        if (isPointer(type) == (direction == Direction.VALUE)) {
            throw new IllegalArgumentException(Message.CUDA_DIRECTION.format(position, kernel, type.getSimpleName()));
        }
    }

    private static boolean isPointer(Class<?> type) {
        return type == MemorySegment.class || ElementType.ofArray(type) != null;
    }

    private static boolean isValue(Class<?> type) {
        return type.isPrimitive() && type != void.class;
    }
}
