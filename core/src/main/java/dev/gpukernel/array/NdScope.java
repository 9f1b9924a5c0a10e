package dev.gpukernel.array;

import dev.gpukernel.internal.array.ArrayScope;

/**
 * Frees the memory of arrays at the end of a block instead of some time later: of all that a thread makes while the scope is open.
 *
 * <pre>{@code
 * try (NdScope scope = NdArrays.scope()) {
 *     FloatNdArray centred = x.minus(x.mean(0));
 *     return scope.keep(centred.div(centred.times(centred).mean(0).sqrt()));
 * }
 * }</pre>
 *
 * <p>An array belongs to the scope that is open where it is made, not where it is computed. Scopes of a thread are inside each other. Once its
 * scope is closed, an array cannot be used.
 */
public final class NdScope implements AutoCloseable {
    private final ArrayScope scope = ArrayScope.open();

    NdScope() {}

    /**
     * Computes an array and lets it live on: in the scope around this one, or for as long as it is used.
     *
     * @param array made in this scope
     * @param <S> its type
     * @return the same
     */
    public <S extends NdArray<?>> S keep(S array) {
        array.keep(scope);
        return array;
    }

    /**
     * Frees the memory of what was made since this scope was opened, unless it is kept.
     *
     * @throws IllegalStateException if this is not the innermost scope of the thread
     */
    @Override
    public void close() {
        scope.close();
    }
}
