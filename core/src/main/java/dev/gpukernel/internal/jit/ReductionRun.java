package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;

/** Runs a reduction on a device: chunks of the iterations, and then what they came to, until there is one left. */
final class ReductionRun {
    private final Device device;
    private final Plan plan;
    private final Plan chunkPlan;
    private final Invocation invocation;
    private final Invocation chunks;
    private final ElementType[] elements;
    private final int params;

    /**
     * Prepares it.
     *
     * @param nest the reduction
     * @param invocation launches its first step, the arguments of the loop set
     */
    ReductionRun(LoopPlan.NestPlan nest, Invocation invocation) {
        NestProgram.Reduction program = Objects.requireNonNull(nest.program().reduction(), "a reduction");
        this.plan = nest.plan();
        this.device = plan.gpu().raw();
        this.chunkPlan = Objects.requireNonNull(nest.chunks(), "a reduction");
        this.invocation = invocation;
        this.chunks = chunkPlan.executable().newInvocation();
        this.params = nest.program().launched().params().size();
        List<BlockParam> arrays = program.combine().params().subList(0, program.accumulators());
        this.elements = arrays.stream()
                .map(param -> ReductionKernel.element(param.type()))
                .toArray(ElementType[]::new);
    }

    /**
     * Runs it.
     *
     * @param stream where
     * @param operands the loop's arguments, the last of its parameters the accumulators
     * @param iterations how many, at least 1
     * @param results where the results go
     */
    void run(Stream stream, long[] operands, long iterations, long[] results) throws KernelFault {
        long count = Math.ceilDiv(iterations, ReductionKernel.CHUNK);
        Memory[] partial = allocate(count, stream);
        try {
            for (int i = 0; i < partial.length; i++) {
                invocation.setArray(params + i, partial[i]);
            }
            invocation.launch(plan.forBlocks(count, ReductionKernel.LANES), stream);
            while (count > 1) {
                count = Math.ceilDiv(count, ReductionKernel.CHUNK);
                partial = step(partial, operands, count, stream);
            }
            stream.synchronize();
            for (int i = 0; i < partial.length; i++) {
                Object one = Array.newInstance(elements[i].arrayClass().getComponentType(), 1);
                partial[i].copyTo(one, stream);
                results[i] = ElementBits.get(one, 0);
            }
        } finally {
            free(partial, stream);
        }
    }

    private Memory[] allocate(long count, Stream stream) {
        Memory[] memories = new Memory[elements.length];
        for (int i = 0; i < memories.length; i++) {
            Memory cell = count == 1 ? stream.cell(elements[i]) : null;
            memories[i] = cell == null ? device.allocate(elements[i], Math.toIntExact(count), stream) : cell;
        }
        return memories;
    }

    private static void free(Memory[] memories, Stream stream) {
        for (Memory memory : memories) {
            memory.free(stream);
        }
    }

    private Memory[] step(Memory[] from, long[] operands, long count, Stream stream) throws KernelFault {
        int accumulators = from.length;
        Memory[] to = allocate(count, stream);
        for (int i = 0; i < accumulators; i++) {
            chunks.setArray(i, from[i]);
            chunks.setScalar(accumulators + i, operands[params - accumulators + i]);
            chunks.setArray(2 * accumulators + i, to[i]);
        }
        chunks.launch(chunkPlan.forBlocks(count, ReductionKernel.LANES), stream);
        free(from, stream);
        return to;
    }
}
