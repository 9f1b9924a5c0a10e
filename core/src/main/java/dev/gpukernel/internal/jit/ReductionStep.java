package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A reduction: launches of chunks of the iterations, and then of what they came to, until there is one left. */
final class ReductionStep extends NestStep.OfResults {
    private final ChunkReduction chunks;
    private final boolean isRounded;
    private final int multiprocessors;

    /**
     * Prepares it.
     *
     * @param nest the reduction
     * @param plan launches what reduces chunks
     * @param isLast as {@link NestStep#isLast}
     */
    ReductionStep(KernelPlan.NestPlan nest, Plan plan, boolean isLast) {
        super(nest, isLast);
        Function combine = Objects.requireNonNull(nest.program().combine(), "a reduction");
        this.chunks = new ChunkReduction(combine, plan);
        this.isRounded = ReductionKernel.isRounded(combine);
        this.multiprocessors = nest.plan().gpu().raw().info().limits().multiprocessors();
    }

    @Override
    void launch(Operands operands, LaunchArrays arrays, long[] results) throws KernelFault {
        pass(invocation, operands, arrays);
        Stream stream = arrays.stream();
        int steps = isRounded ? ReductionKernel.STEPS : ReductionKernel.steps(operands.counts()[0], multiprocessors);
        long count = Math.ceilDiv(operands.counts()[0], (long) ReductionKernel.LANES * steps);
        Memory[] partial = chunks.allocate(count, stream);
        try {
            if (!isRounded) {
                invocation.setScalar(params + partial.length, steps);
            }
            for (int i = 0; i < partial.length; i++) {
                invocation.setArray(params + i, partial[i]);
            }
            invocation.launch(plan.forBlocks(count, ReductionKernel.LANES), stream);
            partial = finish(partial, operands, count, arrays, results);
        } finally {
            ChunkReduction.free(List.of(partial), stream);
        }
    }

    /** Does the launches after the first. {@return what is left of what chunks came to, to be freed} */
    private Memory[] finish(Memory[] chunkwise, Operands operands, long count, LaunchArrays arrays, long[] results)
            throws KernelFault {
        Memory[] partial = chunkwise;
        Stream stream = arrays.stream();
        if (count > 1) {
            // The accumulators are the last of the parameters.
            long[] starts = Arrays.copyOfRange(operands.numbers(), params - partial.length, params);
            partial = chunks.reduce(partial, count, starts, stream);
        }
        arrays.giveUpClaim();
        ChunkReduction.settle(List.of(partial), stream);
        for (int i = 0; i < partial.length; i++) {
            results[i] = ChunkReduction.read(partial[i], stream);
        }
        return partial;
    }

    @Override
    void run(PiecePlan nest, LoopCut cut, Operands operands, LaunchArrays arrays, long[] results) throws KernelFault {
        Stream stream = arrays.stream();
        long count = Math.ceilDiv(operands.counts()[0], ReductionKernel.CHUNK);
        Memory[] partial = chunks.allocate(count, stream);
        try {
            arrays.run(cut, launcher(nest, operands, partial));
            partial = finish(partial, operands, count, arrays, results);
        } finally {
            ChunkReduction.free(List.of(partial), stream);
        }
    }
}
