package dev.gpukernel.internal.backend;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Launches an executable, holding its arguments. Used by one thread at a time. Setting arguments and launching allocate nothing
 * on a device that does not share the heap.
 */
public interface Invocation extends AutoCloseable {
    /**
     * Sets a scalar argument.
     *
     * @param parameter which parameter, from 0
     * @param bits its value: sign-extended if integral, raw bits if floating
     */
    void setScalar(int parameter, long bits);

    /**
     * Tells the record, or the array of records, that arguments set as well were taken from, for a device that runs the method itself:
     * another record made of them need not be equal.
     *
     * @param parameter the first of these arguments
     * @param value the record or array
     */
    default void setWhole(int parameter, Object value) {}

    /**
     * Tells what the method was called with, if that takes objects, for a device that runs the method itself.
     *
     * @param arguments the receiver of an instance method first; null for primitives
     */
    default void setArguments(@Nullable Object[] arguments) {}

    /** Tells a device that works on the Java heap that the next launch runs the method itself, as only that reads arrays with elements that are null. */
    default void requireMethod() {}

    /**
     * Sets an array argument.
     *
     * @param parameter which parameter, from 0
     * @param memory an array of the parameter's type on the executable's device
     */
    void setArray(int parameter, Memory memory);

    /** Tells whether launches from now on are known not to fault, so that a device need not be ready for that. At first they are not. */
    default void setFaultFree(boolean isFaultFree) {}

    /**
     * Enqueues the kernel, with the arguments set before.
     *
     * @param shape numbers of blocks and threads, within the device's limits
     * @param stream where; a {@link RecordingStream} takes note of it
     * @throws KernelFault if the device runs kernels at once and a thread faulted
     */
    void launch(Shape shape, Stream stream) throws KernelFault;

    /**
     * Takes note of a launch with the arguments set before, instead of doing it.
     *
     * @param shape as for {@link #launch}
     * @return what does it
     */
    NotedLaunch note(Shape shape);

    /**
     * Whether a launch with the arguments set before would be one that was noted. It may be cheaper to say no than to find out.
     *
     * @param shape as for {@link #launch}
     * @param noted by any invocation of the device
     */
    default boolean isNoted(Shape shape, NotedLaunch noted) {
        return false;
    }

    /**
     * {@return what the method returned that was launched last, where the device runs the method itself: boxed numbers and arrays, of an
     * argument that is a slice its memory; a record taken apart; empty for nothing} Forgets it.
     */
    default List<Object> results() {
        return List.of();
    }

    @Override
    void close();
}
