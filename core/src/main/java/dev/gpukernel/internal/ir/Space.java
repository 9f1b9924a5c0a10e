package dev.gpukernel.internal.ir;

import java.util.Locale;

/** Where an array is. */
public enum Space {
    /** The device's memory: an argument of the kernel. */
    GLOBAL,
    /** Memory of the thread alone. */
    LOCAL,
    /** Memory of the threads of a block. */
    SHARED,
    /** Memory that nothing writes. */
    CONSTANT;

    /** {@return the space as the text form writes it after a type or operation, nothing for the usual one} */
    String suffix(String separator) {
        return this == GLOBAL ? "" : separator + name().toLowerCase(Locale.ROOT);
    }
}
