package dev.gpukernel.processor;

/** Which launchers a kernel gets. */
enum KernelForm {
    /** A plain loop: launched without a shape. */
    LOOP,
    /** One call per thread: launched with a shape. */
    GRID,
    /** Not known from the sources at hand: both launchers exist, and the wrong one is refused when it runs. */
    EITHER;

    /** {@return what is known of a call that may reach a method of either form} */
    KernelForm or(KernelForm other) {
        return this == other ? this : EITHER;
    }
}
