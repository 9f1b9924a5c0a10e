package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Function;

/** A rewrite that keeps a function's meaning. {@link Pipeline} times, verifies and prints; a pass only rewrites. */
@FunctionalInterface
public interface Pass {
    /**
     * Rewrites a function.
     *
     * @param function the function
     * @return whether anything changed
     */
    boolean run(Function function);
}
