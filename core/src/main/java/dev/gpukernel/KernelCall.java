package dev.gpukernel;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * One launch of a kernel, taking its arguments in order. Generated launchers use it; it is not to be kept.
 *
 * <p>A call allocates nothing once the kernel is warm. No two methods have one name: overloads would make {@code javac} try each
 * of them for each argument of each launcher.
 */
public interface KernelCall {
    /**
     * Passes a byte, char, short or int.
     *
     * @param value the argument
     * @return this
     */
    KernelCall passInt(int value);

    /**
     * Passes a long.
     *
     * @param value the argument
     * @return this
     */
    KernelCall passLong(long value);

    /**
     * Passes a float.
     *
     * @param value the argument
     * @return this
     */
    KernelCall passFloat(float value);

    /**
     * Passes a double.
     *
     * @param value the argument
     * @return this
     */
    KernelCall passDouble(double value);

    /**
     * Passes a boolean.
     *
     * @param value the argument
     * @return this
     */
    KernelCall passBoolean(boolean value);

    /**
     * Passes a record of primitives.
     *
     * @param value the argument
     * @return this
     * @throws NullPointerException if it is null
     */
    KernelCall passRecord(Record value);

    /**
     * Passes an object: that which an instance method is called on, before all other arguments, or one for a parameter of a class.
     *
     * @param object the argument
     * @return this
     */
    KernelCall passObject(Object object);

    /**
     * Passes a host array.
     *
     * @param host an array of primitives
     * @return this
     * @throws NullPointerException if it is null, naming the parameter
     */
    KernelCall passArray(Object host);

    /**
     * Passes the elements of a buffer, from its position to its limit, as a host array.
     *
     * @param host a buffer of what the kernel's array holds, direct or not, in any byte order
     * @return this
     * @throws NullPointerException if it is null, naming the parameter
     * @throws IllegalArgumentException if it is read-only and the kernel writes it
     */
    KernelCall passBuffer(Buffer host);

    /**
     * Passes a memory segment, native or of an array.
     *
     * @param segment the segment
     * @return this
     * @throws NullPointerException if it is null, naming the parameter
     * @throws IllegalStateException if it is closed and the kernel uses it
     * @throws WrongThreadException if it is confined to another thread and the kernel uses it
     * @throws IllegalArgumentException if it is read-only and the kernel writes it, or if it begins where the kernel's layout does not let
     *     it
     */
    KernelCall passSegment(MemorySegment segment);

    /**
     * Passes an array that is on a device.
     *
     * @param array the array
     * @return this
     * @throws NullPointerException if it is null, naming the parameter
     * @throws IllegalStateException if it is closed
     */
    KernelCall passGpuArray(GpuArray<?> array);

    /**
     * Launches. With host arrays, returns when the results are in them; with {@link GpuArray}s, when it is enqueued.
     *
     * @throws IllegalArgumentException if the launch is beyond a limit of the device, or arguments do not fit together
     * @throws GpuException if the device has too little memory or fails
     */
    void run();

    /**
     * Launches a kernel that returns a boolean.
     *
     * @return what it returns
     */
    boolean runBoolean();

    /**
     * Launches a kernel that returns a byte, char, short or int.
     *
     * @return what it returns
     */
    int runInt();

    /**
     * Launches a kernel that returns a long.
     *
     * @return what it returns
     */
    long runLong();

    /**
     * Launches a kernel that returns a float.
     *
     * @return what it returns
     */
    float runFloat();

    /**
     * Launches a kernel that returns a double.
     *
     * @return what it returns
     */
    double runDouble();

    /**
     * Launches a kernel that returns an array, with host arrays.
     *
     * @param <A> type of what it returns
     * @param type type of what it returns, such as {@code float[].class}
     * @return what it returns: a new array, or one of those that were passed
     * @throws IllegalArgumentException if a {@link GpuArray} was passed
     */
    <A> A runArray(Class<A> type);

    /**
     * Launches a kernel that returns an object, and waits for it.
     *
     * @param <R> type of what it returns
     * @param type type of what it returns
     * @return what it returns: null, an object that was passed or that one holds, or a new one of numbers, objects, new arrays, host arrays
     *     that were passed, and copies of {@link GpuArray}s that were
     */
    <R> @Nullable R runObject(Class<R> type);

    /**
     * Launches a kernel that returns an array, with {@link GpuArray}s. Without any, it runs on the device of the enclosing stream, or the
     * current one.
     *
     * @param <A> type of what it returns
     * @param type type of what it returns, such as {@code float[].class}
     * @return what it returns: a new array, which the caller closes, or one of those that were passed
     * @throws IllegalArgumentException if a host array was passed
     */
    <A> GpuArray<A> runGpuArray(Class<A> type);
}
