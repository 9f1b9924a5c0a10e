package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.jit.JitEngine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Owns the memory of what a thread makes while it is open, and frees it when it is closed. Scopes of a thread are inside each other. */
public final class ArrayScope implements AutoCloseable {
    private static final ThreadLocal<@Nullable ArrayScope> CURRENT = new ThreadLocal<>();

    private final @Nullable ArrayScope outer;
    /** Memory that it owns; most scopes of one computation own none. */
    private Set<GpuArray<?>> owned = Set.of();

    private List<Buffer> read = List.of();
    private boolean isClosed;

    /** Whether a kernel that was launched meanwhile may end with an exception. */
    private boolean mayThrow;

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

    /** Computes memory that belongs to the caller as {@link #result(GpuArray, Supplier)} does, new memory. */
    static GpuArray<?> result(Supplier<GpuArray<?>> work) {
        return result(null, work);
    }

    /**
     * Computes memory that belongs to the caller, whatever scope is open. What else is made meanwhile is freed at once. Of kernels that may throw
     * an exception the end is waited for: elements that there are not would else be taken for computed, as an exception is thrown once.
     *
     * @param target the memory that is filled, null if it is new
     * @param work returns the memory
     */
    static GpuArray<?> result(@Nullable GpuArray<?> target, Supplier<GpuArray<?>> work) {
        try (ArrayScope temporaries = open()) {
            GpuArray<?> made = work.get();
            boolean isThere = !temporaries.mayThrow;
            try {
                if (!isThere) {
                    JitEngine.settle(made);
                    isThere = true;
                }
            } finally {
                if (!isThere && target == null) {
                    made.close();
                }
            }
            temporaries.release(made);
            return made;
        }
    }

    /** Says that a kernel is launched that may end with an exception. */
    static void mayThrow() {
        ArrayScope working = current();
        if (working != null) {
            working.mayThrow = true;
        }
    }

    /** Owns memory from now on; that of what another thread computes once the scope is closed is freed at once. */
    synchronized void own(GpuArray<?> memory) {
        if (isClosed) {
            memory.close();
        } else {
            if (owned.isEmpty()) {
                owned = Collections.newSetFromMap(new IdentityHashMap<>());
            }
            owned.add(memory);
        }
    }

    /** Releases memory at the end that was acquired. */
    synchronized void releaseAtEnd(Buffer buffer) {
        if (read.isEmpty()) {
            read = new ArrayList<>();
        }
        read.add(buffer);
    }

    /** Owns memory no longer. */
    synchronized void release(GpuArray<?> memory) {
        if (!owned.isEmpty()) {
            owned.remove(memory);
        }
    }

    /** {@return the scope around this one, null if there is none} */
    @Nullable ArrayScope outer() {
        return outer;
    }

    /** {@return whether this is a scope, or was opened in it} */
    @SuppressWarnings("ReferenceEquality") // the very same scope
    boolean isWithin(ArrayScope other) {
        return this == other || (outer != null && outer.isWithin(other));
    }

    /**
     * Computes an array and lets it outlive this scope.
     *
     * @param kept made in this scope, or in one that was opened in it
     * @return the same, computed
     */
    public Expression keep(Expression kept) {
        Expression computed = kept.computed();
        ((Expression.Stored) computed).buffer.keep(this);
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
            freed = List.copyOf(owned);
            owned = Set.of();
        }
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
        read.forEach(buffer -> buffer.release(false));
        freed.forEach(GpuArray::close);
    }
}
