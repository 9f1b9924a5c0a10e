package dev.gpukernel.internal.backend;

import java.util.List;

/** A {@link NativeModule} loaded into a device. Usable from several threads. */
public interface NativeCode {
    /** {@return names of its kernels in the code, none if they are not known} */
    List<String> kernels();

    /**
     * Asks whether a kernel is there and has the parameters that it is declared with, as far as that is known.
     *
     * @throws IllegalArgumentException if not
     */
    void check(NativeKernel kernel);

    /**
     * Finds a kernel.
     *
     * @param unit a kernel whose source is a {@link NativeKernel} of this module
     * @return what launches it
     * @throws IllegalArgumentException as {@link #check}
     */
    Executable executable(KernelUnit unit);

    /**
     * {@return the size of a variable in bytes}
     *
     * @throws IllegalArgumentException if there is none of the name
     */
    long variableBytes(String variable);

    /**
     * Sets a variable once everything is done that was started on the device, and returns when it is set.
     *
     * @param variable its name
     * @param hostArray an array of as many bytes
     * @param stream one of the device
     */
    void write(String variable, Object hostArray, Stream stream);

    /** Reads a variable, as {@link #write} sets it. */
    void read(String variable, Object hostArray, Stream stream);
}
