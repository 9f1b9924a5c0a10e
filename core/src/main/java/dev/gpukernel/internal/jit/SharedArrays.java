package dev.gpukernel.internal.jit;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;

/** Memory that arrays have in common with other libraries, for those who know how these hand it over. */
public final class SharedArrays {
    private SharedArrays() {}

    /**
     * Lends an array's memory: it stays until it is given back, also if the array is closed before.
     *
     * @param array of numbers
     * @return gives it back; running it again does nothing
     */
    public static Runnable lend(GpuArray<?> array) {
        return ((HeldArray<?>) array).lend();
    }

    /**
     * Takes memory of others for an array.
     *
     * @param <A> type of the array
     * @param gpu where it is
     * @param type of the array
     * @param address where it begins
     * @param length number of elements
     * @param first a stream behind what was done with the memory so far; null for the default one
     * @param ending what is run, once, when nothing uses the memory any more; not if this throws something
     * @return the array
     */
    public static <A> GpuArray<A> wrap(
            Gpu gpu, Class<A> type, long address, long length, GpuStream first, Runnable ending) {
        DeviceGpu device = (DeviceGpu) gpu;
        DeviceGpu.requireSame("the stream", (DeviceGpu) first.device(), "the memory", device);
        return device.wrap(type, address, length, (DeviceStream) first, ending);
    }

    /**
     * {@return the size of an array along each dimension}
     *
     * @throws IllegalArgumentException if it has rows of several lengths
     * @throws IllegalStateException if it holds records
     */
    public static long[] shape(GpuArray<?> array) {
        return array instanceof HeldArray<?> held ? held.shape() : new long[] {array.address()};
    }

    /** {@return the address for others who only read: what is computed from the array needs no copy} */
    public static long addressToRead(GpuArray<?> array) {
        return ((HeldArray<?>) array).address(false);
    }

    /** {@return what an array holds, rows taken apart, such as {@code float[].class}} */
    public static Class<?> elements(GpuArray<?> array) {
        return ((HeldArray<?>) array).memory().element().arrayClass();
    }

    /** {@return whether an array has an address that others can use} */
    public static boolean hasAddress(GpuArray<?> array) {
        return array instanceof HeldArray<?> held && held.memory().hasAddress();
    }

    /**
     * Waits for what was enqueued that writes an array, and throws what the launches threw that its elements follow from.
     *
     * @param isToBeWritten whether others may write it then: what reads it is waited for, too
     */
    public static void await(GpuArray<?> array, boolean isToBeWritten) {
        HeldArray<?> held = (HeldArray<?>) array;
        held.settle();
        held.device().await(held, isToBeWritten);
    }

    /** Runs something in a thread of another library, which finds its own state again after that. */
    public static void inThreadOfOthers(Gpu gpu, Runnable body) {
        ((DeviceGpu) gpu).raw().sharing().inThreadOfOthers(body);
    }
}
