package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * The question at the beginning of a loop's iteration whether there is such an iteration: {@code start + iteration < bound}, in
 * 64 bits, of numbers that follow from the arguments. Who runs no other iterations need not ask it.
 *
 * @param branch the branch; its first edge leads to the iteration's code
 * @param count number of iterations, negative or 0 for none
 */
public record IterationGuard(Instr branch, HostExpression count) {
    private static final Op LESS = new Op.Compare(Predicate.LT, ScalarType.I64);
    private static final Op AT_MOST = new Op.Compare(Predicate.LE, ScalarType.I64);

    /**
     * Finds the question.
     *
     * @param function what one thread does for one iteration
     * @return the guard, or {@code null} if there is none of that form
     */
    public static @Nullable IterationGuard of(Function function) {
        Instr branch = function.entry().terminator();
        WideIndex position = position(branch);
        if (position == null || !endsWithoutEffect(branch.edges().get(1))) {
            return null;
        }
        Instr compare = (Instr) branch.operand(0);
        HostExpression bound = HostExpression.of(function, compare.operand(1));
        HostExpression start =
                position.start() == null ? new HostExpression.Known(0) : HostExpression.of(function, position.start());
        if (start == null || bound == null) {
            return null;
        }
        HostExpression difference = new HostExpression.Binary(BinaryKind.SUB, ScalarType.I64, bound, start);
        return new IterationGuard(
                branch,
                compare.op().equals(LESS)
                        ? difference
                        : new HostExpression.Binary(
                                BinaryKind.ADD, ScalarType.I64, difference, new HostExpression.Known(1)));
    }

    /**
     * {@return whether a branch asks for {@code start + iteration < bound}, or {@code <=}, and the difference of both sides is how many
     * iterations there are from one that exists}
     */
    public static boolean isCounted(Instr branch) {
        return position(branch) != null;
    }

    /** {@return whether a branch asks for {@code iteration < bound} with an int for a bound, so that numbers of iterations are ints} */
    public static boolean hasIntBound(Instr branch) {
        WideIndex position = position(branch);
        return position != null
                && position.start() == null
                && branch.operand(0) instanceof Instr compare
                && compare.op().equals(LESS)
                && WideIndex.isInt(compare.operand(1));
    }

    private static @Nullable WideIndex position(Instr branch) {
        if (!(branch.op() instanceof Op.Branch)
                || !(branch.operand(0) instanceof Instr compare)
                || !(compare.op().equals(LESS) || compare.op().equals(AT_MOST))) {
            return null;
        }
        WideIndex position = WideIndex.of(compare.operand(0));
        // Where nothing is added to the iteration itself, nothing wraps around.
        boolean isKnown = position != null
                && ((compare.op().equals(LESS) && position.start() == null) || WideIndex.isInt(compare.operand(1)));
        return isKnown ? position : null;
    }

    /** A thread without an iteration ends there, and what it returns is what it was given. */
    private static boolean endsWithoutEffect(Edge edge) {
        Block end = edge.target();
        Instr last = end.terminator();
        int given = last.op() instanceof Op.Return ? last.operands().size() : 0;
        int parameters = end.function().params().size();
        return last.op() instanceof Op.Return
                && end.instrs().size() == 1
                && end.params().isEmpty()
                && last.operands().equals(end.function().params().subList(parameters - given, parameters));
    }
}
