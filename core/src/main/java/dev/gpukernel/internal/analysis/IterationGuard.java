package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * The question at the beginning of a loop's iteration whether there is such an iteration: {@code start + iteration < bound}, in
 * 64 bits, of numbers that follow from the arguments. Who runs no other iterations need not ask it.
 *
 * @param branch the branch; its first edge leads to the iteration's code
 * @param count number of iterations, negative or 0 for none
 */
public record IterationGuard(Instr branch, HostExpression count) {
    /**
     * Finds the question.
     *
     * @param function what one thread does for one iteration
     * @return the guard, or {@code null} if there is none of that form
     */
    public static @Nullable IterationGuard of(Function function) {
        Instr branch = function.entry().terminator();
        if (!(branch.op() instanceof Op.Branch)
                || !(branch.operand(0) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(Predicate predicate, ScalarType type))
                || type != ScalarType.I64
                || (predicate != Predicate.LT && predicate != Predicate.LE)
                || !endsWithoutEffect(branch.edges().get(1))) {
            return null;
        }
        WideIndex position = WideIndex.of(compare.operand(0));
        Value limit = compare.operand(1);
        // Where nothing is added to the iteration itself, nothing wraps around.
        boolean isKnown =
                position != null && ((predicate == Predicate.LT && position.start() == null) || WideIndex.isInt(limit));
        HostExpression bound = isKnown ? HostExpression.of(function, limit) : null;
        HostExpression start = position == null
                ? null
                : position.start() == null
                        ? new HostExpression.Known(0)
                        : HostExpression.of(function, position.start());
        if (start == null || bound == null) {
            return null;
        }
        HostExpression difference = new HostExpression.Binary(BinaryKind.SUB, ScalarType.I64, bound, start);
        return new IterationGuard(
                branch,
                predicate == Predicate.LT
                        ? difference
                        : new HostExpression.Binary(
                                BinaryKind.ADD, ScalarType.I64, difference, new HostExpression.Known(1)));
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
