package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.jit.WriteWatch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a device with elements in it, or the expression that they will be computed from when they are first needed. What an expression
 * needed that no user has is freed after it; should it be needed again, it is computed again.
 */
final class Buffer implements WriteWatch.Onlooker {
    private final ElementType type;
    private final int size;
    private @Nullable ArrayScope scope;
    private @Nullable Pending pending;
    private @Nullable GpuArray<?> memory;

    /** Computations at work that read it. */
    private int readers;

    /** Whether the last of them frees it. */
    private boolean isUnneeded;

    /** Whether users may ask for it, so that it stays. */
    private boolean isKept;

    /** Computes elements. */
    @FunctionalInterface
    interface Pending {
        /**
         * Computes them.
         *
         * @param target where, null for new memory
         * @return where they are
         */
        GpuArray<?> compute(@Nullable GpuArray<?> target);

        /** {@return the kernel that begins with it, null if that is one of the library's own methods} */
        default @Nullable Kernel kernel() {
            return null;
        }
    }

    private Buffer(
            ElementType type,
            int size,
            @Nullable ArrayScope scope,
            @Nullable Pending pending,
            @Nullable GpuArray<?> memory) {
        this.type = type;
        this.size = size;
        this.scope = scope;
        this.pending = pending;
        this.memory = memory;
    }

    /** {@return memory that belongs to nobody else} */
    static Buffer of(ElementType type, GpuArray<?> memory) {
        return of(type, memory, ArrayScope.current());
    }

    /** {@return memory that belongs to nobody else but a scope} */
    static Buffer of(ElementType type, GpuArray<?> memory, @Nullable ArrayScope scope) {
        if (scope != null) {
            scope.own(memory);
        }
        return new Buffer(type, memory.length(), scope, null, memory);
    }

    /** {@return memory that others may write} It is copied before they do. */
    static Buffer shared(ElementType type, GpuArray<?> memory) {
        Buffer made = new Buffer(type, memory.length(), ArrayScope.current(), null, memory);
        WriteWatch.watch(memory, made);
        return made;
    }

    static Buffer of(Expression pending) {
        return of(pending.type(), pending.size(), Fusion.computing(pending));
    }

    /** {@return memory that is filled when it is first needed} */
    static Buffer of(ElementType type, int size, Pending pending) {
        return new Buffer(type, size, ArrayScope.current(), pending, null);
    }

    ElementType type() {
        return type;
    }

    /** {@return number of elements} */
    int size() {
        return size;
    }

    /** {@return the memory, filled} Computing what failed is tried again. */
    synchronized GpuArray<?> memory() {
        GpuArray<?> filled = memory;
        if (filled == null) {
            Pending left = Objects.requireNonNull(pending, "neither computed nor to be");
            filled = ArrayScope.result(() -> left.compute(null));
            own(filled);
            memory = filled;
            pending = isKept ? null : left;
        }
        return filled;
    }

    /** {@return what computes the elements, null if they are there} */
    synchronized @Nullable Pending pending() {
        return memory == null ? pending : null;
    }

    /** {@return whether it may be freed, for it can be computed again} */
    synchronized boolean isTemporary() {
        return pending != null && !isKept;
    }

    /** Lets it stay: users may ask for it. */
    synchronized void keep() {
        isKept = true;
        if (memory != null) {
            pending = null;
        }
    }

    /** Fills it, and lets it stay until it is released. */
    synchronized void acquire() {
        memory();
        readers++;
    }

    /**
     * Ends what began with {@link #acquire}.
     *
     * @param isNeeded whether it stays as far as the reader knows
     */
    synchronized void release(boolean isNeeded) {
        readers--;
        if (isNeeded) {
            keep();
        } else {
            isUnneeded = true;
        }
        GpuArray<?> left = memory;
        if (readers == 0 && isUnneeded && isTemporary() && left != null) {
            if (scope != null) {
                scope.release(left);
            }
            memory = null;
            isUnneeded = false;
            left.close();
        }
    }

    /** {@return the memory, filled, for others to write} These elements are copied before. */
    synchronized GpuArray<?> share() {
        GpuArray<?> filled = memory();
        WriteWatch.watch(filled, this);
        return filled;
    }

    @Override
    public synchronized void beforeWrite() {
        GpuArray<?> written = memory;
        if (written != null) {
            GpuArray<?> copy = WriteWatch.copy(written);
            own(copy);
            memory = copy;
        }
    }

    private void own(GpuArray<?> made) {
        if (scope != null) {
            scope.own(made);
        }
    }

    /** Lets its memory outlive a scope, if that owns it. */
    synchronized void keep(ArrayScope ending) {
        GpuArray<?> kept = memory();
        ArrayScope owner = scope;
        if (owner != null && owner.isWithin(ending)) {
            owner.release(kept);
            scope = ending.outer();
            own(kept);
        }
    }
}
