package dev.gpukernel;

/** How exactly a kernel's floating-point arithmetic follows Java's. */
public enum MathMode {
    /** Bit for bit what the JVM computes: no contraction to fused multiply-add, no flush to zero, no approximation. */
    STRICT,
    /** Fused multiply-add and the hardware's own approximations are allowed. */
    FAST
}
