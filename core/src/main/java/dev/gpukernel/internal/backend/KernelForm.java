package dev.gpukernel.internal.backend;

/** The two ways to write a kernel. */
public enum KernelForm {
    /** A plain loop: the method is the whole loop, a thread is one iteration. */
    LOOP,
    /** CUDA's terms: the method is what one thread of the grid does. */
    GRID
}
