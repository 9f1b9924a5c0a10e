package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reduction: one launch whose last block reduces what chunks of the iterations came to. A device that runs iterations in turn, or gets
 * plain code, does that in launches of its own, until there is one value left.
 */
final class ReductionStep extends NestStep.OfResults {
    private final ChunkReduction chunks;
    private final Allocator allocator;
    private final boolean isRounded;
    private final boolean isWhole;
    private final int multiprocessors;

    /**
     * Prepares it.
     *
     * @param nest the reduction
     * @param isLast as {@link NestStep#isLast}
     */
    ReductionStep(KernelPlan.NestPlan nest, boolean isLast) {
        super(nest, isLast);
        Function combine = Objects.requireNonNull(nest.program().combine(), "a reduction");
        this.allocator = nest.plan().gpu().allocator();
        this.chunks = new ChunkReduction(allocator, combine, nest.chunks());
        this.isWhole = nest.chunks() == null;
        this.isRounded = ReductionKernel.isRounded(combine);
        this.multiprocessors = nest.plan().gpu().raw().info().limits().multiprocessors();
    }

    @Override
    void launch(Operands operands, LaunchArrays arrays, long[] results) throws KernelFault {
        pass(invocation, operands, arrays);
        Stream stream = arrays.stream();
        int steps = isRounded ? ReductionKernel.STEPS : ReductionKernel.steps(operands.counts()[0], multiprocessors);
        long count = Math.ceilDiv(operands.counts()[0], (long) ReductionKernel.LANES * steps);
        if (isWhole) {
            run(count, arrays, results, reduced -> {
                pass(reduced, steps);
                invocation.launch(plan.forBlocks(count, ReductionKernel.LANES), stream);
            });
            return;
        }
        Memory[] partial = chunks.allocate(count, stream);
        try {
            pass(partial, steps);
            invocation.launch(plan.forBlocks(count, ReductionKernel.LANES), stream);
            if (count > 1) {
                // The accumulators are the last of the parameters.
                long[] starts = Arrays.copyOfRange(operands.numbers(), params - partial.length, params);
                partial = chunks.reduce(partial, count, starts, stream);
            }
            read(partial, arrays, results);
        } finally {
            ChunkReduction.free(List.of(partial), stream);
        }
    }

    /** Passes arrays behind the nest's own parameters, and behind these how many iterations each lane does, where that is chosen. */
    private void pass(Memory[] reduced, int steps) {
        for (int i = 0; i < reduced.length; i++) {
            invocation.setArray(params + i, reduced[i]);
        }
        if (!isRounded) {
            invocation.setScalar(params + reduced.length, steps);
        }
    }

    /** Waits for the results. */
    private static void read(Memory[] from, LaunchArrays arrays, long[] results) throws KernelFault {
        arrays.giveUpClaim();
        ChunkReduction.settle(List.of(from), arrays.stream());
        for (int i = 0; i < from.length; i++) {
            results[i] = ChunkReduction.read(from[i], arrays.stream());
        }
    }

    /** Does the launches whose last block reduces all. */
    private interface Launches {
        /**
         * Does them.
         *
         * @param reduced arrays for what chunks come to, for the results, and the counter
         */
        void run(Memory[] reduced) throws KernelFault;
    }

    private void run(long count, LaunchArrays arrays, long[] results, Launches launches) throws KernelFault {
        Stream stream = arrays.stream();
        Memory[] ends = chunks.allocate(1, stream);
        // A single chunk comes to the result.
        Memory[] partial = ends;
        @Nullable Memory counter = null;
        boolean isDone = false;
        try {
            partial = count == 1 ? ends : chunks.allocate(count, stream);
            counter = allocator.counter(stream);
            Memory[] reduced = Arrays.copyOf(partial, 2 * ends.length + 1);
            System.arraycopy(ends, 0, reduced, ends.length, ends.length);
            reduced[2 * ends.length] = counter;
            launches.run(reduced);
            read(ends, arrays, results);
            isDone = true;
        } finally {
            end(counter, isDone);
            if (count > 1) {
                ChunkReduction.free(List.of(partial), stream);
            }
            ChunkReduction.free(List.of(ends), stream);
        }
    }

    /** Launches that faulted, or that were not all done, may leave any number in the counter. */
    private void end(@Nullable Memory counter, boolean isZero) {
        if (counter != null && isZero) {
            allocator.giveBackCounter(counter);
        } else if (counter != null) {
            counter.close();
        }
    }

    @Override
    void run(PiecePlan nest, LoopCut cut, Operands operands, LaunchArrays arrays, long[] results) throws KernelFault {
        long count = Math.ceilDiv(operands.counts()[0], ReductionKernel.CHUNK);
        run(count, arrays, results, reduced -> arrays.run(cut, launcher(nest, operands, reduced)));
    }
}
