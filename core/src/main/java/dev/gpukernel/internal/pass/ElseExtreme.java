package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Drops the {@code else} of {@code if (v < low) low = v; else if (v > high) high = v}, where both variables begin with the same: low
 * is never above high then, so a value that is below low is not above high, and the second test may be made in any case.
 */
final class ElseExtreme {
    private final Function kernel;
    private final Loop loop;

    private ElseExtreme(Function kernel, Loop loop) {
        this.kernel = kernel;
        this.loop = loop;
    }

    /** A branch on whether a value is to take the place of a variable. */
    private record Test(BlockParam variable, Value value, boolean isLess, boolean isStrict, Edge held, Edge failed) {}

    /**
     * Rewrites a loop.
     *
     * @param kernel the function
     * @param loop a loop
     * @return whether there was such an {@code else}
     */
    static boolean drop(Function kernel, Loop loop) {
        ElseExtreme extreme = new ElseExtreme(kernel, loop);
        return loop.entryEdges().size() == 1
                && List.copyOf(loop.blocks()).stream().anyMatch(extreme::drop);
    }

    private boolean drop(Block block) {
        Test first = test(block.terminator());
        Test second = first == null ? null : test(first.failed.target().terminator());
        if (first == null
                || second == null
                || first.variable == second.variable
                || first.value != second.value
                || first.isLess == second.isLess
                || !((first.isStrict && second.isStrict) || first.value.type() == ScalarType.I32)
                || loop.first(first.variable) != loop.first(second.variable)
                || !isAssignedOnly(first)
                || !isAssignedOnly(second)
                || !isNothingElse(first, second)) {
            return false;
        }
        Block between = kernel.addBlock();
        Block rest = first.failed.target();
        BlockParam best = between.addParam(first.variable.type());
        best.setName(first.variable.name());
        new Builder(kernel).atEnd(between).at(block.terminator().position()).jump(rest, List.of());
        for (Edge edge : List.of(second.held, second.failed)) {
            Edge last = last(edge);
            last.source().replaceUses(first.variable, best);
        }
        first.held.retarget(between, List.of(first.value));
        first.failed.retarget(between, List.of(first.variable));
        return true;
    }

    private @Nullable Test test(Instr branch) {
        if (!(branch.op() instanceof Op.Branch)
                || !(branch.operand(0) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(Predicate predicate, ScalarType type))) {
            return null;
        }
        boolean isRight = isVariable(compare.operand(1));
        if (!isRight && !isVariable(compare.operand(0))) {
            return null;
        }
        BlockParam variable = (BlockParam) compare.operand(isRight ? 1 : 0);
        Value value = compare.operand(isRight ? 0 : 1);
        Predicate asWritten = isRight ? predicate : predicate.swapped();
        for (Edge held : branch.edges()) {
            Predicate holds = held == branch.edges().getFirst()
                    ? asWritten
                    : type.isFloating()
                            ? asWritten.negated()
                            : asWritten.negated().ordered();
            Edge failed = held == branch.edges().getFirst()
                    ? branch.edges().getLast()
                    : branch.edges().getFirst();
            if (holds.isOrder() && assigns(held, variable, value)) {
                return new Test(variable, value, holds.isLess(), !holds.isInclusive(), held, failed);
            }
        }
        return null;
    }

    private boolean isAssignedOnly(Test test) {
        Carried carried = Carried.of(loop, test.variable);
        return carried != null && carried.assignments().equals(Set.of(last(test.held)));
    }

    private boolean isVariable(Value value) {
        return value instanceof BlockParam param && param.block() == loop.header();
    }

    /** {@return whether a variable is a value where an edge leads to, and nothing else is done on the way} */
    private static boolean assigns(Edge held, BlockParam variable, Value value) {
        Edge last = last(held);
        return last.arguments().contains(value) && !last.arguments().contains(variable);
    }

    /** {@return the edge on which control goes on once it has done what is on one side only, which is nothing} */
    private static Edge last(Edge edge) {
        Block side = edge.target();
        return side.incoming().size() == 1
                        && side.instrs().size() == 1
                        && side.terminator().op() instanceof Op.Jump
                ? side.terminator().edges().getFirst()
                : edge;
    }

    /** {@return whether both sides of the first test come to the same but for the two variables} */
    private static boolean isNothingElse(Test first, Test second) {
        Edge held = last(first.held);
        Edge better = last(second.held);
        Edge none = last(second.failed);
        Block rest = first.failed.target();
        if (held.target() != better.target()
                || held.target() != none.target()
                || rest.incoming().size() != 1
                || !rest.params().isEmpty()
                || !LoopTest.isPure(rest)) {
            return false;
        }
        for (int i = 0; i < none.arguments().size(); i++) {
            Value kept = none.arguments().get(i);
            boolean isKept = held.arguments().get(i) == (kept == first.variable ? first.value : kept)
                    && better.arguments().get(i) == (kept == second.variable ? second.value : kept);
            if (!isKept) {
                return false;
            }
        }
        return none.arguments().contains(first.variable) && none.arguments().contains(second.variable);
    }
}
