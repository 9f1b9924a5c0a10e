package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Owns the memory of what a thread makes while it is open, and frees it when it is closed. Scopes of a thread are inside each other. */
public final class ArrayScope implements AutoCloseable {
    private static final ThreadLocal<@Nullable ArrayScope> CURRENT = new ThreadLocal<>();

    private final @Nullable ArrayScope outer;
    private final Set<GpuArray<?>> owned = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean isClosed;

    private ArrayScope(@Nullable ArrayScope outer) {
        this.outer = outer;
    }

    /** {@return a scope of this thread, within the one that is open} */
    public static ArrayScope open() {
        ArrayScope opened = new ArrayScope(current());
        CURRENT.set(opened);
        return opened;
    }

    static @Nullable ArrayScope current() {
        return CURRENT.get();
    }

    /** Owns memory from now on; that of what another thread computes once the scope is closed is freed at once. */
    synchronized void own(GpuArray<?> memory) {
        if (isClosed) {
            memory.close();
        } else {
            owned.add(memory);
        }
    }

    /** Gives memory to the scope around this one, if there is one. */
    void release(GpuArray<?> memory) {
        boolean isOwn;
        synchronized (this) {
            isOwn = owned.remove(memory);
        }
        if (isOwn && outer != null) {
            outer.own(memory);
        }
    }

    /**
     * Computes an array and lets it outlive the scope that it was made in.
     *
     * @param kept what is kept
     * @return the same, computed
     */
    public static Expression keep(Expression kept) {
        Expression computed = kept.computed();
        ((Expression.Stored) computed).buffer.keep();
        return computed;
    }

    /**
     * Frees the memory.
     *
     * @throws IllegalStateException if this is not the innermost scope of the thread
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // the very same scope
    public void close() {
        List<GpuArray<?>> freed;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            if (CURRENT.get() != this) {
                throw new IllegalStateException(Message.SCOPE_ORDER.format());
            }
            isClosed = true;
            freed = new ArrayList<>(owned);
            owned.clear();
        }
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
        freed.forEach(GpuArray::close);
    }
}
