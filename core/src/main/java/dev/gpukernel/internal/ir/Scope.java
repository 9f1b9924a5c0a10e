package dev.gpukernel.internal.ir;

/** Which threads an instruction waits for, from fewest to most. */
public enum Scope {
    /** None but its own. */
    THREAD,
    /** Those of its warp. */
    WARP,
    /** Those of its block. */
    BLOCK,
    /** Those of the whole grid. */
    GRID
}
