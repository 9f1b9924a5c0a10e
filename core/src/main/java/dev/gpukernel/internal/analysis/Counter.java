package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * What ends a loop for certain: an int that begins at some value, grows by a step with every iteration, and lets the loop go on
 * only while it is less than a bound that does not change. With a step above 1 the int may run past the largest int; it cannot
 * if the bound is at most that less the step, plus one.
 *
 * @param variable the header's parameter
 * @param start its first value
 * @param step what is added, at least 1
 * @param bound the first value with which the loop does not go on
 * @param exit the edge by which the loop is then left, from the header
 */
public record Counter(BlockParam variable, Value start, int step, Value bound, Edge exit) {
    /**
     * Finds the counter of a loop whose header tests it.
     *
     * @param loop a loop with one edge from outside
     * @return its counter, or {@code null}
     */
    public static @Nullable Counter of(Loop loop) {
        return of(loop, Predicate.LT, Predicate.GT);
    }

    /**
     * Finds what counts a loop that goes on while it is at most a bound. If that is the largest int, the loop does not end.
     *
     * @param loop a loop with one edge from outside
     * @return its counter, with the last value that goes on as the bound, or {@code null}
     */
    public static @Nullable Counter inclusive(Loop loop) {
        return of(loop, Predicate.LE, Predicate.GE);
    }

    private static @Nullable Counter of(Loop loop, Predicate below, Predicate above) {
        Instr test = loop.header().terminator();
        if (loop.entryEdges().size() != 1
                || !(test.op() instanceof Op.Branch)
                || !(test.operand(0) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(Predicate predicate, ScalarType type))
                || type != ScalarType.I32) {
            return null;
        }
        boolean leavesOnTrue = !loop.contains(test.edges().get(0).target());
        Edge exit = test.edges().get(leavesOnTrue ? 0 : 1);
        if (loop.contains(exit.target())) {
            return null;
        }
        Predicate goesOn = leavesOnTrue ? predicate.negated().ordered() : predicate;
        if (goesOn == below) {
            return of(loop, compare.operand(0), compare.operand(1), exit);
        }
        return goesOn == above ? of(loop, compare.operand(1), compare.operand(0), exit) : null;
    }

    private static @Nullable Counter of(Loop loop, Value value, Value bound, Edge exit) {
        if (!(value instanceof BlockParam variable) || variable.block() != loop.header() || !loop.isInvariant(bound)) {
            return null;
        }
        int step = 0;
        for (Edge edge : loop.backEdges()) {
            int own = step(edge.arguments().get(variable.index()), variable);
            if (own < 1 || (step != 0 && own != step)) {
                return null;
            }
            step = own;
        }
        Value start = loop.entryEdges().getFirst().arguments().get(variable.index());
        return new Counter(variable, start, step, bound, exit);
    }

    private static int step(Value next, BlockParam variable) {
        if (next instanceof Instr sum && sum.op().equals(new Op.Binary(BinaryKind.ADD, ScalarType.I32))) {
            Value other = sum.operand(0) == variable ? sum.operand(1) : sum.operand(0);
            if (sum.operands().contains(variable)
                    && other instanceof Instr instr
                    && instr.op() instanceof Constant constant) {
                return (int) constant.bits();
            }
        }
        return 0;
    }
}
