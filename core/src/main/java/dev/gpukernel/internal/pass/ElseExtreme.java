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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Drops the {@code else} of {@code if (v < low) low = v; else if (v > high) high = v}, where both variables begin with the same: low
 * is never above high then, so a value that is below low is not above high, and the second test may be made in any case. Where numbers of
 * iterations or the like go with them, it must not hold of a value that is both.
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
        ask(first, second);
        return true;
    }

    /** Lets the second test come after the first in any case, with what that assigns. */
    private void ask(Test first, Test second) {
        Edge held = last(first.held);
        Edge better = last(second.held);
        Edge none = last(second.failed);
        List<Value> assigned = new ArrayList<>();
        List<Value> kept = new ArrayList<>();
        List<Value> withBetter = new ArrayList<>(better.arguments());
        List<Value> withNone = new ArrayList<>(none.arguments());
        Block between = kernel.addBlock();
        for (int i = 0; i < withNone.size(); i++) {
            Value before = none.arguments().get(i);
            if (held.arguments().get(i) != before) {
                BlockParam now = between.addParam(before.type());
                now.setName(held.target().params().get(i).name());
                assigned.add(held.arguments().get(i));
                kept.add(before);
                withNone.set(i, now);
                withBetter.set(i, withBetter.get(i) == before ? now : withBetter.get(i));
            }
        }
        Instr branch = first.held.source();
        new Builder(kernel).atEnd(between).at(branch.position()).jump(first.failed.target(), List.of());
        better.retarget(better.target(), withBetter);
        none.retarget(none.target(), withNone);
        first.held.retarget(between, assigned);
        first.failed.retarget(between, kept);
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

    /** {@return whether both tests assign and do nothing else, and what goes with a value only where just one of them can hold} */
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
        boolean areApart = first.isStrict || second.isStrict;
        for (int i = 0; i < none.arguments().size(); i++) {
            Value kept = none.arguments().get(i);
            Value of = held.arguments().get(i);
            boolean isOwn = kept == first.variable || kept == second.variable;
            boolean isKept = of == (kept == first.variable ? first.value : kept)
                    && better.arguments().get(i) == (kept == second.variable ? second.value : kept);
            boolean isKnown = of == kept
                    || (kept.block() != rest
                            && (held == first.held
                                    || of.block() != held.source().block()));
            if (!isKnown || (!isKept && (isOwn || !areApart))) {
                return false;
            }
        }
        return none.arguments().contains(first.variable) && none.arguments().contains(second.variable);
    }
}
