package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
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
        HostExpression start = start(function, compare.operand(0));
        // Nothing is added to the iteration itself, so nothing wraps around.
        HostExpression bound = predicate == Predicate.LT && isIteration(compare.operand(0))
                ? HostExpression.of(function, compare.operand(1))
                : ofInt(function, compare.operand(1));
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

    /** {@return what is added to the iteration, or {@code null} if the value is no such sum} */
    private static @Nullable HostExpression start(Function function, Value position) {
        if (isIteration(position)) {
            return new HostExpression.Known(0);
        }
        if (!(position instanceof Instr sum) || !sum.op().equals(new Op.Binary(BinaryKind.ADD, ScalarType.I64))) {
            return null;
        }
        Value left = sum.operand(0);
        Value right = sum.operand(1);
        return isIteration(right) ? ofInt(function, left) : isIteration(left) ? ofInt(function, right) : null;
    }

    private static boolean isIteration(Value value) {
        return value instanceof Instr instr && instr.op() instanceof Op.Iteration;
    }

    /** Only ints that were widened: of other longs the sum might wrap around. */
    private static @Nullable HostExpression ofInt(Function function, Value value) {
        boolean isInt = value instanceof Instr instr
                && instr.op().effect() == Effect.NONE
                && (instr.op().equals(new Op.Convert(ScalarType.I32, ScalarType.I64))
                        || (instr.op() instanceof Op.Constant constant && constant.bits() == (int) constant.bits()));
        return isInt ? HostExpression.of(function, value) : null;
    }
}
