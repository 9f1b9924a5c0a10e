package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.util.Arrays;
import java.util.Objects;

/** Runs a reduction on a device: chunks of the iterations, and then what they came to, until there is one left. */
final class ReductionRun {
    private final Plan plan;
    private final Invocation invocation;
    private final ChunkReduction chunks;
    private final int params;

    /**
     * Prepares it.
     *
     * @param nest the reduction
     * @param invocation launches its first step, the arguments of the loop set
     */
    ReductionRun(LoopPlan.NestPlan nest, Invocation invocation) {
        this.plan = nest.plan();
        this.invocation = invocation;
        this.chunks = new ChunkReduction(
                Objects.requireNonNull(nest.program().reduction(), "a reduction"),
                Objects.requireNonNull(nest.chunks(), "a reduction"));
        this.params = nest.program().launched().params().size();
    }

    /**
     * Runs it.
     *
     * @param arrays where; the claim on them is given up once everything is enqueued
     * @param operands the loop's arguments, the last of its parameters the accumulators
     * @param iterations how many, at least 1
     * @param results where the results go
     */
    void run(LaunchArrays arrays, long[] operands, long iterations, long[] results) throws KernelFault {
        Stream stream = arrays.stream();
        long count = Math.ceilDiv(iterations, ReductionKernel.CHUNK);
        Memory[] partial = chunks.allocate(count, stream);
        try {
            for (int i = 0; i < partial.length; i++) {
                invocation.setArray(params + i, partial[i]);
            }
            invocation.launch(plan.forBlocks(count, ReductionKernel.LANES), stream);
            if (count > 1) {
                long[] starts = Arrays.copyOfRange(operands, params - partial.length, params);
                partial = chunks.reduce(partial, count, starts, stream);
            }
            arrays.giveUpClaim();
            ChunkReduction.settle(partial, stream);
            for (int i = 0; i < partial.length; i++) {
                results[i] = ChunkReduction.read(partial[i], 0, stream);
            }
        } finally {
            ChunkReduction.free(partial, stream);
        }
    }
}
