package dev.gpukernel;

import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;

/**
 * An array that stays on a device. Launchers that take it move nothing.
 *
 * <p>Close it when it is no longer needed; one that becomes unreachable is freed some time later. Copies to the host wait for the
 * kernels that the contents follow from, and throw what one of them threw, once. Usable from several threads: whatever writes the
 * array comes after everything before that uses it, and what only reads it runs side by side, whatever the streams are. An exception
 * of a kernel whose arrays were all closed before anything waited for it is logged.
 *
 * <p>Rows of an array of arrays may be of several lengths, 0 among them; they keep these. None is null. A row that is in the host array twice is
 * two rows here.
 *
 * @param <A> type of the corresponding host array, such as {@code float[]}, {@code float[][]}, or an array of records of primitives, whose copies
 *     on the host are new records
 */
public interface GpuArray<A> extends AutoCloseable {
    /** {@return number of elements, or of rows; of elements there may be more than an array of Java's has} */
    long size();

    /**
     * Returns the number of elements, or of rows, as an array of Java's has it.
     *
     * @return {@link #size()}
     * @throws IllegalStateException if that is more than {@link Integer#MAX_VALUE}
     */
    default int length() {
        long size = size();
        if (size > Integer.MAX_VALUE) {
            throw new IllegalStateException(
                    Message.ARRAY_TOO_LONG.format(this, size, "an array of Java's", Integer.MAX_VALUE));
        }
        return (int) size;
    }

    /** {@return class of the corresponding host array, such as {@code float[].class}} */
    Class<A> type();

    /** {@return the device it is on} */
    Gpu device();

    /**
     * Takes memory of {@link Gpu#current()} that another library allocated for an array, as {@link Gpu#wrap} does.
     *
     * @param <A> type of the array
     * @param address where the memory begins
     * @param type class of the array, such as {@code float[].class}, but no {@code boolean[]}
     * @param length number of elements
     * @param owner what stays reachable as long as the memory is used here
     * @return the array
     * @throws IllegalArgumentException if the device cannot use the memory so
     */
    static <A> GpuArray<A> wrap(long address, Class<A> type, long length, Object owner) {
        return Gpu.current().wrap(type, address, length, owner);
    }

    /**
     * Returns where its first element is, for other libraries: a device pointer of CUDA. Elements are next to each other, those of an array of
     * arrays row by row. The address stays the same, and is one of this array only until it is closed.
     *
     * <p>What others do there is in no order with launches, unless {@link GpuStream#enqueue} makes one.
     *
     * @return the address; on the CPU that of native memory
     * @throws IllegalStateException if this array is closed, holds records, or is in the Java heap, as arrays on the CPU are that are not
     *     {@linkplain Gpu#wrap wrapped}
     */
    long address();

    /**
     * Returns what another process opens this array's memory with, by {@link Gpu#openIpc} or CUDA's {@code cuIpcOpenMemHandle}. Waits for what
     * was launched with the array. Nothing orders what the processes do after that but they themselves. This array must stay open until no
     * other process uses it.
     *
     * @return 64 bytes
     * @throws IllegalStateException if this array is closed, not of {@link Gpu#allocateShareable}, or a slice that begins elsewhere than its whole
     */
    byte[] ipcHandle();

    /**
     * Shows some elements of this array as an array of their own, without a copy. What is written to one is there in the other. Slices can be
     * used like any other array, and have slices themselves. A launch that gets two arrays which share some elements but not all of them, and
     * writes one of the two, fails with {@code AliasedArguments}; slices that share none are different arrays.
     *
     * <p>What is done with slices that share elements is done in order; streams and threads use slices that share none side by side. A copy
     * waits for the launches that wrote one of its elements, and throws what they threw. Closing a slice frees nothing; it closes the slice
     * and slices of it. Closing this array closes its slices. The memory stays as long as this array or a slice is
     * reachable and none of the arrays that the slice is of was closed.
     *
     * <p>On a GPU, plain loops move 16 bytes at a time only if slices begin at multiples of 16 bytes. On the CPU, each launch of a loop or
     * grid copies the slice, and copies it back if it writes it.
     *
     * @param from index of the first element, or row
     * @param to index after the last element, or row
     * @return the slice
     * @throws IndexOutOfBoundsException unless {@code 0 <= from <= to <= size()}
     * @throws IllegalStateException if this array is closed
     * @throws GpuException if this array is on a device of TornadoVM
     */
    GpuArray<A> slice(long from, long to);

    /**
     * Copies the whole array to the host.
     *
     * @param host where to, of the same length, each of its rows as long as the one here; of a row that is there twice, the last one counts
     * @throws IllegalArgumentException if the lengths differ, or a row is null
     * @throws IllegalStateException if this array is closed
     */
    void copyTo(A host);

    /**
     * Replaces the whole contents by those of a host array.
     *
     * @param host where from, of the same length, each of its rows as long as the one here
     * @throws IllegalArgumentException if the lengths differ, or a row is null
     * @throws IllegalStateException if this array is closed
     */
    void copyFrom(A host);

    /**
     * Copies the whole array to a buffer, at its position and after. The position stays.
     *
     * @param host where to: a buffer of what this array holds, direct or not, in any byte order, with as many elements up to its limit
     * @throws IllegalArgumentException if it has elements of another type, or more or fewer of them, or is read-only
     * @throws IllegalStateException if this array is closed
     */
    void copyTo(Buffer host);

    /**
     * Replaces the whole contents by the elements of a buffer from its position to its limit. The position stays.
     *
     * @param host where from: a buffer of what this array holds, direct or not, in any byte order, with as many elements
     * @throws IllegalArgumentException if it has elements of another type, or more or fewer of them
     * @throws IllegalStateException if this array is closed
     */
    void copyFrom(Buffer host);

    /**
     * Copies the whole array to a memory segment, in the machine's byte order.
     *
     * @param host where to: a segment of as many elements of what this array holds
     * @throws IllegalArgumentException if it has more or fewer, or is read-only, or this is no array of numbers
     * @throws IllegalStateException if it or this array is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    void copyTo(MemorySegment host);

    /**
     * Replaces the whole contents by those of a memory segment, in the machine's byte order.
     *
     * @param host where from: a segment of as many elements of what this array holds
     * @throws IllegalArgumentException if it has more or fewer, or this is no array of numbers
     * @throws IllegalStateException if it or this array is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    void copyFrom(MemorySegment host);

    /**
     * Copies the whole array to a new host array.
     *
     * @return the host array
     * @throws IllegalArgumentException if this has more elements than an array of Java's
     * @throws IllegalStateException if this array is closed
     */
    A toHost();

    /** {@return whether it was closed, or an array that it is a slice of} */
    boolean isClosed();

    /** Frees the device memory, unless this is a slice, once the kernels launched on it are done. Closing again does nothing. */
    @Override
    void close();
}
