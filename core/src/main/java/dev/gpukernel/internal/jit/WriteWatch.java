package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;

/** Lets those who need the elements of an array as they are copy them before they are written. */
public final class WriteWatch {
    private WriteWatch() {}

    /** Who needs the elements of an array. */
    @FunctionalInterface
    public interface Onlooker {
        /** Is called before elements may be written, and not again. */
        void beforeWrite();
    }

    /**
     * Asks to be told once before elements of an array are written, by a launch or a copy of this process.
     *
     * @param array the array
     * @param onlooker who is told, unless nothing else refers to it any more
     * @throws IllegalStateException if the array is closed
     */
    public static void watch(GpuArray<?> array, Onlooker onlooker) {
        HeldArray<?> held = (HeldArray<?>) array;
        held.requireOpen();
        held.watch(onlooker);
    }

    /** Tells those who asked: elements will be written. */
    public static void tell(GpuArray<?> array) {
        HeldArray<?> held = (HeldArray<?>) array;
        held.requireOpen();
        held.tellOnlookers();
    }

    /** {@return a copy on the same device} */
    public static GpuArray<?> copy(GpuArray<?> array) {
        return ((HeldArray<?>) array).copy();
    }
}
