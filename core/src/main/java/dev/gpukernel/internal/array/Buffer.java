package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.jit.WriteWatch;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Memory of a device with elements in it, or the expression that they will be computed from when they are first needed. */
final class Buffer implements WriteWatch.Onlooker {
    private final ElementType type;
    private final int size;
    private @Nullable ArrayScope scope;
    private @Nullable Pending pending;
    private @Nullable GpuArray<?> memory;

    /**
     * What elements will be computed from.
     *
     * @param expression what is computed
     * @param combination what becomes of all elements along the last axes, null if they stay
     * @param given what a function begins with that combines them, and what it captures
     * @param reduced how many axes
     */
    record Pending(Expression expression, @Nullable Combination combination, List<Expression> given, int reduced) {
        /**
         * Computes them.
         *
         * @param target where, null for new memory
         * @return where they are
         */
        GpuArray<?> compute(@Nullable GpuArray<?> target) {
            return combination instanceof Combination.Applied applied
                    ? Fusion.combine(expression, applied, given, reduced, target)
                    : new Fusion(expression, combination, given, reduced).run(target);
        }

        /** {@return the kernel that begins with it} */
        Kernel kernel() {
            return new Fusion(expression, combination, given, reduced).kernel();
        }

        private Buffer later() {
            int[] shape = expression.shape();
            int size = Shapes.size(Arrays.copyOf(shape, shape.length - reduced));
            return new Buffer(expression.type(), size, ArrayScope.current(), this, null);
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
        return new Pending(pending, null, List.of(), 0).later();
    }

    /** {@return what becomes of the elements of an expression along its last axes} */
    static Buffer of(Expression pending, Reduction reduction, int reduced) {
        return new Pending(pending, reduction, List.of(), reduced).later();
    }

    /** {@return what becomes of the elements of an expression along its last axes by a function} */
    static Buffer of(Expression pending, Combination.Applied combination, List<Expression> given, int reduced) {
        return new Pending(pending, combination, given, reduced).later();
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
            filled = Objects.requireNonNull(pending, "neither computed nor to be")
                    .compute(null);
            own(filled);
            memory = filled;
            pending = null;
        }
        return filled;
    }

    /** {@return what computes the elements, null if they are there} */
    synchronized @Nullable Pending pending() {
        return pending;
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
