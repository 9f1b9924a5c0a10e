package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;

/** A device of a backend. Usable from several threads. */
public interface Device {
    DeviceInfo info();

    /** {@return bytes of its memory that are free now} */
    long freeMemory();

    /** {@return whether its kernels work on the host's own arrays, so that nothing is ever moved} */
    boolean sharesHeap();

    /**
     * Allocates memory for an array; its contents are undefined.
     *
     * @param element what it holds
     * @param length number of elements, at least 0
     * @param stream the first stream to use it
     * @return the memory
     * @throws dev.gpukernel.GpuException if there is too little
     */
    Memory allocate(ElementType element, int length, Stream stream);

    /**
     * Takes a host array as memory, without a copy.
     *
     * @param hostArray an array of primitives
     * @return the memory
     * @throws UnsupportedOperationException unless {@link #sharesHeap()}
     */
    Memory wrap(Object hostArray);

    /**
     * Compiles and loads a kernel.
     *
     * @param unit the kernel
     * @return what launches it
     */
    Executable compile(KernelUnit unit);

    Stream newStream();

    Event newEvent();
}
