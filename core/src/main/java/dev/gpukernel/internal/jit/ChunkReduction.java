package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reduces on a device what chunks of iterations came to, until there is one value left. */
final class ChunkReduction {
    private final Allocator allocator;
    private final @Nullable Plan plan;
    private final @Nullable Invocation chunks;
    private final ElementType[] elements;

    /**
     * Prepares it.
     *
     * @param allocator allocates memory for what chunks come to
     * @param combine combines the accumulators of two parts
     * @param plan launches a step, null if there is none left
     */
    ChunkReduction(Allocator allocator, Function combine, @Nullable Plan plan) {
        this.plan = plan;
        this.allocator = allocator;
        this.chunks = plan == null ? null : plan.executable().newInvocation();
        List<BlockParam> values = combine.params().subList(0, combine.params().size() / 2);
        this.elements = values.stream()
                .map(param -> ReductionKernel.element(param.type()))
                .toArray(ElementType[]::new);
    }

    int accumulators() {
        return elements.length;
    }

    Memory[] allocate(long count, Stream stream) {
        Memory[] memories = new Memory[elements.length];
        for (int i = 0; i < memories.length; i++) {
            memories[i] =
                    count == 1 ? allocator.cell(elements[i], stream) : allocator.allocate(elements[i], count, stream);
        }
        return memories;
    }

    /** Waits for what is computed, and takes the faults of what it is computed from. */
    static void settle(List<Memory> memories, Stream stream) throws KernelFault {
        for (Memory memory : memories) {
            memory.settle(stream);
        }
    }

    static void free(List<Memory> memories, Stream stream) {
        memories.forEach(memory -> memory.free(stream));
    }

    /**
     * Does the steps that are left.
     *
     * @param from what chunks came to, which is freed if there is more than one of them
     * @param count how many there are
     * @param starts what accumulators begin with
     * @return what is left, one element each
     */
    Memory[] reduce(Memory[] from, long count, long[] starts, Stream stream) throws KernelFault {
        Memory[] partial = from;
        for (long left = count; left > 1; ) {
            left = Math.ceilDiv(left, ReductionKernel.CHUNK);
            partial = step(partial, starts, left, stream);
        }
        return partial;
    }

    private Memory[] step(Memory[] from, long[] starts, long count, Stream stream) throws KernelFault {
        int accumulators = from.length;
        Plan step = Objects.requireNonNull(plan, "a launch for what chunks come to");
        Invocation chunks = Objects.requireNonNull(this.chunks);
        Memory[] to = allocate(count, stream);
        for (int i = 0; i < accumulators; i++) {
            chunks.setArray(i, from[i]);
            chunks.setScalar(accumulators + i, starts[i]);
            chunks.setArray(2 * accumulators + i, to[i]);
        }
        chunks.launch(step.forBlocks(count, ReductionKernel.LANES), stream);
        free(List.of(from), stream);
        return to;
    }

    /** {@return the bits of the only element of what a value came to} */
    static long read(Memory memory, Stream stream) {
        Object one = Array.newInstance(memory.element().arrayClass().getComponentType(), 1);
        memory.copyTo(one, stream);
        return ElementBits.get(one, 0);
    }
}
