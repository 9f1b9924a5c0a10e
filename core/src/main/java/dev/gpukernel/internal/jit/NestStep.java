package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.HostTraffic;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A parallel loop nest as a step of a script: one launch, or those that a reduction or running values take. */
abstract sealed class NestStep permits PlainStep, NestStep.OfResults {
    final NestProgram program;
    final Plan plan;
    final Invocation invocation;

    /** How many parameters the nest has. */
    final int params;

    /** Whether nothing is done with arrays any more once it was launched. */
    final boolean isLast;

    private final BitSet isArray;
    private final @Nullable PiecePlan pieces;

    /** What an iteration moves if arrays stay in the host's memory. */
    private final long hostTraffic;

    NestStep(KernelPlan.NestPlan nest, boolean isLast) {
        this.isLast = isLast;
        this.pieces = nest.pieces();
        this.program = nest.program();
        this.plan = nest.plan();
        this.invocation = plan.executable().newInvocation();
        Function launched = program.launched();
        this.params = launched.params().size();
        this.isArray = arrays(launched);
        this.hostTraffic = HostTraffic.ofThread(launched);
    }

    /**
     * Prepares a step.
     *
     * @param nest the nest
     * @param isAsked whether the host asks for what it comes to
     * @param isLast whether nothing is done with arrays any more once it was launched
     */
    static NestStep of(KernelPlan.NestPlan nest, boolean isAsked, boolean isLast) {
        KernelPlan.ScanPlan scan = nest.scan();
        if (scan != null) {
            return new ScanStep(nest, scan, isAsked, isLast);
        }
        return nest.program().combine() == null ? new PlainStep(nest, isLast) : new ReductionStep(nest, isLast);
    }

    /** {@return which parameters are arrays} */
    static BitSet arrays(Function function) {
        List<BlockParam> params = function.params();
        BitSet isArray = new BitSet();
        for (int i = 0; i < params.size(); i++) {
            isArray.set(i, params.get(i).type() instanceof ArrayType);
        }
        return isArray;
    }

    /** {@return how many bytes so many iterations move at most if arrays stay in the host's memory} */
    long hostTraffic(long iterations) {
        return Extent.product(hostTraffic, iterations);
    }

    /** {@return whether it writes an array of the kernel} */
    boolean isWriting() {
        return program.isWriting();
    }

    /** One that comes to numbers, so that its launches cannot just be noted. */
    abstract static sealed class OfResults extends NestStep permits ReductionStep, ScanStep {
        OfResults(KernelPlan.NestPlan nest, boolean isLast) {
            super(nest, isLast);
        }

        /**
         * Launches it.
         *
         * @param operands its numbers, the iterations counted, at least 1
         * @param arrays where its arrays are, claimed; a step that waits gives the claim up before
         * @param results where its results go
         */
        abstract void launch(Operands operands, LaunchArrays arrays, long[] results) throws KernelFault;
    }

    /**
     * Launches it in pieces, where that is better than to bring whole arrays.
     *
     * @param operands its numbers, the iterations counted, at least 1
     * @param arrays where its arrays are, which nothing was done with yet
     * @param results where its results go
     * @return whether it ran
     */
    boolean runInPieces(Operands operands, LaunchArrays arrays, long[] results) throws KernelFault {
        LoopCut cut = pieces == null ? null : arrays.cut(pieces, operands, operands.counts());
        if (pieces != null && cut != null) {
            run(pieces, cut, operands, arrays, results);
        }
        return cut != null;
    }

    /** Runs it in pieces, of which it was cut. */
    abstract void run(PiecePlan nest, LoopCut cut, Operands operands, LaunchArrays arrays, long[] results)
            throws KernelFault;

    final boolean isArray(int parameter) {
        return isArray.get(parameter);
    }

    final PieceLauncher launcher(PiecePlan nest, Operands operands, Memory... reduced) {
        return new PieceLauncher(nest, isArray, params, operands.numbers(), operands.counts(), reduced);
    }

    /** Passes the nest's arguments. */
    final void pass(Invocation to, Operands operands, LaunchArrays arrays) {
        for (int i = 0; i < params; i++) {
            if (isArray.get(i)) {
                to.setArray(i, arrays.memory(i));
            } else {
                to.setScalar(i, operands.scalarBits(i));
            }
        }
        operands.kernel().passRecords(to);
    }
}
