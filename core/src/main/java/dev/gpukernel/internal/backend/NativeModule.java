package dev.gpukernel.internal.backend;

import java.util.List;

/** Code that was not made of Java: of CUDA C, or loaded. A device keeps what it loads of it as long as the very same module is used. */
public interface NativeModule {
    /**
     * Code in one of the forms that a driver takes.
     *
     * @param name what the driver calls it in its messages
     * @param code the code; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Part(String name, byte[] code) {}

    /** {@return what messages call it, such as the name of its file} */
    String name();

    /**
     * Finds the code for a device, compiling it if need be.
     *
     * @param capability compute capability, such as 90 for 9.0
     * @return the code; what has several parts is to be linked
     */
    List<Part> parts(int capability);

    /** {@return whether its parts are to be linked, also if it is one} */
    boolean isLinked();

    /**
     * {@return what a kernel is called in the code}
     *
     * @param capability of the code
     * @param kernel name of the kernel as it is asked for
     */
    String symbol(int capability, String kernel);
}
