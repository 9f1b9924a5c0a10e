package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;

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
            partial = finish(arrays, partial, operands, count, results);
        } finally {
            ChunkReduction.free(partial, stream);
        }
    }

    /** Does the steps after the first. {@return what is left of what chunks came to, to be freed} */
    private Memory[] finish(LaunchArrays arrays, Memory[] chunkwise, long[] operands, long count, long[] results)
            throws KernelFault {
        Memory[] partial = chunkwise;
        Stream stream = arrays.stream();
        if (count > 1) {
            long[] starts = Arrays.copyOfRange(operands, params - partial.length, params);
            partial = chunks.reduce(partial, count, starts, stream);
        }
        arrays.giveUpClaim();
        ChunkReduction.settle(partial, stream);
        for (int i = 0; i < partial.length; i++) {
            results[i] = ChunkReduction.read(partial[i], 0, stream);
        }
        return partial;
    }

    /** Runs a first step. */
    interface FirstStep {
        /**
         * Runs it, or leaves all to be done otherwise.
         *
         * @param partial makes memory for what chunks come to
         * @return whether it ran
         */
        boolean run(Supplier<Memory[]> partial) throws KernelFault;
    }

    /**
     * Runs it, its first step in pieces.
     *
     * @param arrays where
     * @param operands as above
     * @param iterations as above
     * @param results as above
     * @param first the first step
     * @return whether it ran
     */
    boolean runInPieces(LaunchArrays arrays, long[] operands, long iterations, long[] results, FirstStep first)
            throws KernelFault {
        Stream stream = arrays.stream();
        long count = Math.ceilDiv(iterations, ReductionKernel.CHUNK);
        Memory[][] made = {{}};
        try {
            boolean isRun = first.run(() -> {
                made[0] = chunks.allocate(count, stream);
                return made[0];
            });
            if (isRun) {
                made[0] = finish(arrays, made[0], operands, count, results);
            }
            return isRun;
        } finally {
            ChunkReduction.free(made[0], stream);
        }
    }
}
