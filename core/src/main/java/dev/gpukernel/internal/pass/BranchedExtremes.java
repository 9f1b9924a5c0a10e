package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.intrinsic.Intrinsics;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes one operation of {@code if (v < m) { m = v; }} and {@code m = v < m ? v : m}, so that it can be seen to accumulate: of integers
 * the minimum or maximum, of floating numbers the choice that the comparison makes. That is not {@link Math#min}: it keeps {@code m}
 * where {@code v} is NaN, and of two zeros the one that came first.
 */
final class BranchedExtremes {
    private final Function code;
    private final Set<Value> written = new HashSet<>();

    private BranchedExtremes(Function code, Loop loop) {
        this.code = code;
        Access.in(loop.blocks()).stream()
                .filter(Access::isWrite)
                .forEach(write -> code.params().stream()
                        .filter(param -> param.type().equals(write.array().type()))
                        .forEach(written::add));
    }

    /**
     * Rewrites what is in a loop.
     *
     * @param code where the loop is
     * @param loop the loop
     */
    static void rewrite(Function code, Loop loop) {
        BranchedExtremes extremes = new BranchedExtremes(code, loop);
        for (Block block : LoopForm.order(loop)) {
            if (block != loop.header() && block.terminator().op() instanceof Op.Branch) {
                extremes.rewrite(block.terminator());
            }
        }
    }

    private void rewrite(Instr branch) {
        if (!(branch.operand(0) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(var predicate, var type))) {
            return;
        }
        Edge held = side(branch.edges().get(0));
        Edge failed = side(branch.edges().get(1));
        if (held.target() != failed.target() || held.target().incoming().size() != 2 || held == failed) {
            return;
        }
        for (BlockParam join : List.copyOf(held.target().params())) {
            Value one = held.arguments().get(join.index());
            Value other = failed.arguments().get(join.index());
            Value chosen = chosen(branch, compare, predicate, type, one, other);
            if (chosen == null) {
                // Numbers that cannot be compared are on the other side of the contrary.
                Predicate contrary = type.isFloating()
                        ? predicate.negated()
                        : predicate.negated().ordered();
                chosen = chosen(branch, compare, contrary, type, other, one);
            }
            if (chosen != null) {
                chosen.setName(join.name());
                join.replaceAllUsesWith(chosen);
            }
        }
    }

    /** {@return the edge on which control goes on from a branch once it has done what is on one side only} */
    private static Edge side(Edge edge) {
        Block side = edge.target();
        return side.incoming().size() == 1 && side.terminator().op() instanceof Op.Jump
                ? side.terminator().edges().getFirst()
                : edge;
    }

    /**
     * Computes the better of two numbers.
     *
     * @param taken what there is where the comparison holds
     * @param kept what there is where it does not
     * @return null if that is not what they are
     */
    private @Nullable Instr chosen(
            Instr branch, Instr compare, Predicate predicate, ScalarType type, Value taken, Value kept) {
        boolean keepsRight = kept == compare.operand(1) && isSame(taken, compare.operand(0));
        boolean keepsLeft = kept == compare.operand(0) && isSame(taken, compare.operand(1));
        Predicate better = keepsRight ? predicate : predicate.swapped();
        if (!better.isOrder() || keepsLeft == keepsRight) {
            return null;
        }
        Value value = compare.operand(keepsRight ? 0 : 1);
        Builder builder = new Builder(code).before(branch).at(compare.position());
        boolean isLess = better.isLess();
        return switch (type) {
            case I32 -> builder.emit(new Op.Call(isLess ? Intrinsics.MIN_I32 : Intrinsics.MAX_I32), kept, value);
            case I64 -> builder.emit(new Op.Call(isLess ? Intrinsics.MIN_I64 : Intrinsics.MAX_I64), kept, value);
            case F32, F64 ->
                builder.emit(new Op.Select(type), builder.emit(new Op.Compare(better, type), value, kept), value, kept);
            case I1 -> null;
        };
    }

    private boolean isSame(Value one, Value other) {
        return StraightWay.isSame(one, other, array -> !written.contains(array));
    }
}
