package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * A loop variable, an int or a long, that counts by one and does not wrap around: wherever it is increased, it was found to be below
 * another, and wherever it is decreased, above one. It may stay as it is in an iteration, which that of an {@link Induction} may not, and nothing is
 * said of how the loop ends.
 *
 * @param start what it is at first
 * @param isUp whether it is increased
 */
record GuardedCounter(Value start, boolean isUp) {
    /** {@return the counter that a block's parameter is, or null} */
    static @Nullable GuardedCounter of(BlockParam param, Dominators dominators) {
        Block header = param.block();
        Value start = null;
        long step = 0;
        for (Edge edge : header.incoming()) {
            Value argument = edge.arguments().get(param.index());
            if (!dominators.dominates(header, edge.source().block())) {
                if (start != null && start != argument) {
                    return null;
                }
                start = argument;
            } else if (argument != param) {
                long own = step(argument, param);
                if (own == 0 || (step != 0 && own != step) || !isGuarded(argument, param, own, dominators)) {
                    return null;
                }
                step = own;
            }
        }
        return start == null || step == 0 ? null : new GuardedCounter(start, step > 0);
    }

    private static long step(Value next, BlockParam param) {
        Long step = Induction.difference(next, param);
        return step != null && Math.abs(step) == 1 ? step : 0;
    }

    private static boolean isGuarded(Value next, BlockParam param, long step, Dominators dominators) {
        Block inner = next.block();
        for (Block outer = inner; outer != null && outer != dominators.immediate(param.block()); ) {
            if (inner.incoming().size() == 1
                    && inner.incoming().getFirst().source().block() == outer
                    && excludesLast(inner.incoming().getFirst(), param, step)) {
                return true;
            }
            inner = outer;
            outer = dominators.immediate(outer);
        }
        return false;
    }

    private static boolean excludesLast(Edge edge, BlockParam param, long step) {
        Predicate holds = LoopTest.over(edge);
        if (holds == null
                || !(edge.source().operand(0) instanceof Instr compare)
                || !compare.operands().contains(param)) {
            return false;
        }
        Predicate is = compare.operand(0) == param ? holds : holds.swapped();
        return is == (step > 0 ? Predicate.LT : Predicate.GT);
    }
}
