package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Drops the check of an index that a branch before it has made already: the index is known not to be negative, and control only
 * gets there where it is less than the length.
 */
public final class RangeCheckElimination implements Pass {
    @Override
    public boolean run(Function function) {
        Dominators dominators = Dominators.of(function);
        boolean changed = false;
        for (Block block : dominators.order()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op() instanceof Op.IndexCheck
                        && isNotNegative(instr.operand(0))
                        && isBelow(dominators, block, instr.operand(0), instr.operand(1))) {
                    instr.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }

    /** {@return whether an I32 is never negative: a position in the grid, or an iteration of a loop that starts at 0} */
    private static boolean isNotNegative(Value value) {
        if (!(value instanceof Instr instr)) {
            return false;
        }
        return switch (instr.op()) {
            case Op.Constant constant -> constant.bits() >= 0;
            case Op.Call call -> call.intrinsic().isNotNegative();
            case Op.Convert convert -> isIteration(convert, instr.operand(0));
            default -> false;
        };
    }

    /** Its low half is the whole of it: {@link ParallelLoop} lets no thread into the body whose iteration is not below an int. */
    private static boolean isIteration(Op.Convert convert, Value from) {
        return convert.to() == ScalarType.I32 && from instanceof Instr instr && instr.op() instanceof Op.Iteration;
    }

    private static boolean isBelow(Dominators dominators, Block block, Value index, Value length) {
        Block inner = block;
        for (Block outer = dominators.immediate(inner); outer != null; outer = dominators.immediate(outer)) {
            if (inner.incoming().size() == 1
                    && inner.incoming().getFirst().source().block() == outer
                    && implies(inner.incoming().getFirst(), index, length)) {
                return true;
            }
            inner = outer;
        }
        return false;
    }

    /** {@return whether taking an edge means that the index is less than the length} */
    private static boolean implies(Edge edge, Value index, Value length) {
        Instr branch = edge.source();
        if (!(branch.op() instanceof Op.Branch)
                || !(branch.operand(0) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(Predicate tested, ScalarType type))
                || type.isFloating()) {
            return false;
        }
        Predicate holds =
                branch.edges().get(0) == edge ? tested : tested.negated().ordered();
        Value left = compare.operand(0);
        Value right = compare.operand(1);
        return (holds == Predicate.LT && isSame(type, left, index) && isSame(type, right, length))
                || (holds == Predicate.GT && isSame(type, right, index) && isSame(type, left, length));
    }

    /** {@return whether a number of some type is the given I32, or that I32 is its low half or it the I32 widened} */
    private static boolean isSame(ScalarType type, Value compared, Value narrow) {
        if (type == ScalarType.I32) {
            return compared == narrow;
        }
        return operandOfConvert(narrow, ScalarType.I64) == compared
                || operandOfConvert(compared, ScalarType.I32) == narrow;
    }

    private static @Nullable Value operandOfConvert(Value value, ScalarType from) {
        return value instanceof Instr instr && instr.op() instanceof Op.Convert convert && convert.from() == from
                ? instr.operand(0)
                : null;
    }
}
