package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.jit.LoopCut.Piece;
import dev.gpukernel.internal.pass.ReductionKernel;
import java.util.BitSet;

/** Launches the pieces of a loop. */
final class PieceLauncher implements PieceRun.Launcher {
    private final PiecePlan pieces;
    private final long[] counts;
    private final Plan plan;
    private final Invocation invocation;

    /** The parameter that says which iteration or chunk is the first of a piece. */
    private final int first;

    /**
     * Makes it, once the loop was cut.
     *
     * @param pieces the loop
     * @param isArray which of its parameters are arrays
     * @param params how many it has
     * @param operands its arguments
     * @param counts numbers of its iterations along x, y and z, each at least 1
     * @param reduced of a reduction, the arrays behind its parameters
     */
    PieceLauncher(PiecePlan pieces, BitSet isArray, int params, long[] operands, long[] counts, Memory... reduced) {
        this.pieces = pieces;
        this.counts = counts.clone();
        this.plan = pieces.plans().getFirst();
        this.invocation = plan.executable().newInvocation();
        for (int i = 0; i < params; i++) {
            if (!isArray.get(i)) {
                invocation.setScalar(i, operands[i]);
            }
        }
        for (int i = 0; i < reduced.length; i++) {
            invocation.setArray(params + i, reduced[i]);
        }
        this.first = params + reduced.length;
    }

    @Override
    public void set(int parameter, Memory memory) {
        invocation.setArray(parameter, memory);
    }

    @Override
    public void launch(Piece piece, Stream stream) throws KernelFault {
        invocation.setScalar(first, piece.first());
        if (pieces.isReduction()) {
            invocation.launch(plan.forBlocks(piece.count(), ReductionKernel.LANES), stream);
            return;
        }
        invocation.setScalar(first + 1, piece.count());
        counts[pieces.outermost()] = piece.count();
        invocation.launch(plan.forNest(counts, pieces.axes()), stream);
    }
}
