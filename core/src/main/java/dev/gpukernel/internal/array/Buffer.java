package dev.gpukernel.internal.array;

import dev.gpukernel.GpuArray;
import dev.gpukernel.internal.ir.ElementType;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Memory of a device with elements in it, or the expression that they will be computed from when they are first needed. */
final class Buffer {
    private final ElementType type;
    private @Nullable Supplier<GpuArray<?>> pending;
    private @Nullable GpuArray<?> memory;

    private Buffer(ElementType type, @Nullable Supplier<GpuArray<?>> pending, @Nullable GpuArray<?> memory) {
        this.type = type;
        this.pending = pending;
        this.memory = memory;
    }

    static Buffer of(ElementType type, GpuArray<?> memory) {
        return new Buffer(type, null, memory);
    }

    static Buffer of(Expression pending) {
        return new Buffer(pending.type(), () -> Fusion.compute(pending), null);
    }

    /** {@return what becomes of the elements of an expression along its last axes} */
    static Buffer of(Expression pending, Reduction reduction, int reduced) {
        return new Buffer(pending.type(), () -> Fusion.reduce(pending, reduction, reduced), null);
    }

    /** {@return what something else than an expression's kernel makes} */
    static Buffer of(ElementType type, Supplier<GpuArray<?>> pending) {
        return new Buffer(type, pending, null);
    }

    ElementType type() {
        return type;
    }

    /** {@return the memory, filled} Computing what failed is tried again. */
    synchronized GpuArray<?> memory() {
        GpuArray<?> filled = memory;
        if (filled == null) {
            filled = Objects.requireNonNull(pending, "neither computed nor to be")
                    .get();
            memory = filled;
            pending = null;
        }
        return filled;
    }
}
