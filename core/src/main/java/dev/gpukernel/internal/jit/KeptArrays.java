package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Memory;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Copies of arrays as they were before a kernel changed them, on the device. */
final class KeptArrays {
    private final Allocator allocator;
    private final BitSet written;
    private final Map<Integer, Memory> copies = new HashMap<>();

    /**
     * Keeps none yet.
     *
     * @param allocator allocates where the arrays are
     * @param written which parameters are arrays that the kernel writes
     */
    KeptArrays(Allocator allocator, BitSet written) {
        this.allocator = allocator;
        this.written = written;
    }

    /** Copies what the kernel writes, once in a run. */
    void keep(LaunchArrays arrays) {
        if (copies.isEmpty()) {
            written.stream().forEach(parameter -> {
                Memory own = arrays.memory(parameter);
                Memory copy = allocator.allocate(own.element(), own.length(), arrays.stream());
                copies.put(parameter, copy);
                copy.copyFrom(own, arrays.stream());
            });
        }
    }

    /** Lets the arrays be what they were, if that was kept. */
    void restore(LaunchArrays arrays) {
        copies.forEach((parameter, copy) -> arrays.memory(parameter).copyFrom(copy, arrays.stream()));
    }

    /** Frees the copies, if there are any. */
    void forget(LaunchArrays arrays) {
        if (copies.isEmpty()) {
            return;
        }
        copies.values().forEach(copy -> copy.free(arrays.stream()));
        copies.clear();
    }
}
