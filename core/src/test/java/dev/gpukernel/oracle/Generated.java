package dev.gpukernel.oracle;

/** A random kernel, as far as a failure is to name it. */
interface Generated {
    /** {@return what it was made from; the same seed makes the same kernel} */
    long seed();

    /** {@return the name of its class, or of its method} */
    String className();

    /** {@return its source} */
    String source();
}
