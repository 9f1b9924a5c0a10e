package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * A branch that leaves a loop or lets it go on, by comparing two integers.
 *
 * @param left one of them
 * @param goesOn what holds between both as long as the loop goes on
 * @param right the other
 * @param type their type, that of the comparison
 * @param exit the edge by which the loop is left
 */
public record LoopTest(Value left, Predicate goesOn, Value right, ScalarType type, Edge exit) {
    /**
     * Looks at a branch.
     *
     * @param loop the loop
     * @param branch the last instruction of a block of it
     * @return the test, {@code null} if it does not decide whether the loop is left or does not compare integers
     */
    public static @Nullable LoopTest of(Loop loop, Instr branch) {
        Edge exit = exit(loop, branch);
        Predicate goesOn = exit == null ? null : over(inside(exit));
        if (exit == null
                || goesOn == null
                || !(branch.operand(0) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(Predicate _, ScalarType type))) {
            return null;
        }
        return new LoopTest(compare.operand(0), goesOn, compare.operand(1), type, exit);
    }

    /** {@return what holds between two integers that a branch compares where it takes an edge, null if it compares none} */
    static @Nullable Predicate over(Edge edge) {
        return edge.source().op() instanceof Op.Branch
                        && edge.source().operand(0) instanceof Instr compare
                        && compare.op() instanceof Op.Compare(Predicate predicate, ScalarType type)
                        && !type.isFloating()
                ? edge.source().edges().getFirst() == edge
                        ? predicate
                        : predicate.negated().ordered()
                : null;
    }

    /** {@return the one edge of a branch by which a loop is left, {@code null} if it has none or both are} */
    public static @Nullable Edge exit(Loop loop, Instr branch) {
        if (!(branch.op() instanceof Op.Branch)) {
            return null;
        }
        Edge first = branch.edges().getFirst();
        Edge second = branch.edges().getLast();
        if (loop.contains(first.target()) == loop.contains(second.target())) {
            return null;
        }
        return loop.contains(first.target()) ? second : first;
    }

    /** {@return the other edge of a branch that leaves a loop, by which it goes on} */
    public static Edge inside(Edge exit) {
        Edge first = exit.source().edges().getFirst();
        return first == exit ? exit.source().edges().getLast() : first;
    }

    /** {@return whether a block does nothing that has an effect, before control leaves it} */
    public static boolean isPure(Block block) {
        return block.instrs().stream()
                .allMatch(instr -> instr.isTerminator() || instr.op().effect() == Effect.NONE);
    }

    /** {@return whether a step leads to where the loop does not go on} */
    public static boolean leads(Predicate goesOn, long step) {
        return switch (goesOn) {
            case LT, LE -> step > 0;
            case GT, GE -> step < 0;
            case NE -> Math.abs(step) == 1;
            case EQ, LTU, LEU, GTU, GEU -> false;
        };
    }

    /** {@return the same test, asked the other way round} */
    public LoopTest swapped() {
        return new LoopTest(right, goesOn.swapped(), left, type, exit);
    }
}
