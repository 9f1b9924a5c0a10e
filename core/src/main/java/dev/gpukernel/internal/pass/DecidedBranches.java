package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * Decides branches whose condition was decided on the way to them. Where code is copied for each array that a variable may be, two
 * variables that are chosen by one condition leave copies for choices that are never made.
 */
final class DecidedBranches implements Pass {
    @Override
    public boolean run(Function function) {
        Dominators dominators = Dominators.of(function);
        boolean changed = false;
        for (Block block : dominators.order()) {
            Instr end = block.terminator();
            Boolean decided = end.op() instanceof Op.Branch ? decided(end.operand(0), block, dominators) : null;
            changed |= decided != null && ControlFlowSimplification.decide(function, end, decided);
        }
        return changed;
    }

    private static @Nullable Boolean decided(Value condition, Block block, Dominators dominators) {
        for (Block at = block; at != null; at = dominators.immediate(at)) {
            Edge edge = at.incoming().size() == 1 ? at.incoming().getFirst() : null;
            if (edge != null && edge.source().op() instanceof Op.Branch) {
                boolean holds = edge.equals(edge.source().edges().getFirst());
                Value before = edge.source().operand(0);
                if (before == condition) {
                    return holds;
                }
                if (areOpposite(before, condition)) {
                    return !holds;
                }
            }
        }
        return null;
    }

    /** {@return whether one of two comparisons of whole numbers holds exactly where the other does not} */
    private static boolean areOpposite(Value one, Value other) {
        return one instanceof Instr first
                && other instanceof Instr second
                && first.op() instanceof Op.Compare(var predicate, ScalarType type)
                && second.op() instanceof Op.Compare(var opposite, ScalarType same)
                && type == same
                && !type.isFloating()
                && predicate.negated().ordered() == opposite
                && first.operands().equals(second.operands());
    }
}
