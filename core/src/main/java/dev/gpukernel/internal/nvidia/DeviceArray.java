package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Memory;

/** An array that a GPU's kernels can use. */
interface DeviceArray extends Memory {
    /** {@return its address for kernels} */
    long pointer();

    /** {@return the launches that its contents follow from} */
    ArrayHistory history();
}
