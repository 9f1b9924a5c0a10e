package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds before an innermost loop what is the same in every iteration: {@code row + (column + k)} becomes {@code (row + column) + k},
 * which is how an index into rows differs from one that was written for a flat array. Exact, as integers wrap around.
 */
final class InvariantSums implements Pass {
    @Override
    public boolean run(Function function) {
        List<Loop> loops = Loop.of(function);
        boolean changed = false;
        for (Loop loop : loops) {
            if (loop.inside(loops).isEmpty() && loop.entryEdges().size() == 1) {
                changed |= regroup(function, loop);
            }
        }
        return changed;
    }

    private static boolean regroup(Function function, Loop loop) {
        Builder before =
                new Builder(function).before(loop.entryEdges().getFirst().source());
        // Later sums first: those that they are of are then part of them already.
        List<Instr> sums = loop.instrs().filter(InvariantSums::isSum).toList().reversed();
        Set<Instr> merged = new HashSet<>();
        for (Instr instr : sums) {
            Instr sum = merged.contains(instr) ? null : instr;
            while (sum != null) {
                sum = regroup(before, loop, sum, merged);
            }
        }
        return !merged.isEmpty();
    }

    /** {@return the sum that takes a sum's place, null if it stays} */
    private static @Nullable Instr regroup(Builder before, Loop loop, Instr sum, Set<Instr> merged) {
        Value unchanging = sum.operand(loop.contains(sum.operand(0).block()) ? 1 : 0);
        Value other = sum.operand(unchanging == sum.operand(0) ? 1 : 0);
        if (loop.contains(unchanging.block()) || !(other instanceof Instr inner) || !isInner(loop, inner)) {
            return null;
        }
        Value known = inner.operand(loop.contains(inner.operand(0).block()) ? 1 : 0);
        Value changing = inner.operand(known == inner.operand(0) ? 1 : 0);
        if (loop.contains(known.block())) {
            return null;
        }
        Value added = before.at(inner.position()).emit(sum.op(), unchanging, known);
        Instr regrouped = new Builder(sum.block().function())
                .before(sum)
                .at(sum.position())
                .emit(sum.op(), added, changing);
        sum.replaceAllUsesWith(regrouped);
        sum.remove();
        inner.remove();
        merged.add(inner);
        return regrouped;
    }

    /** {@return whether a sum is computed in a loop for one other sum} */
    private static boolean isInner(Loop loop, Instr inner) {
        return isSum(inner)
                && loop.contains(inner.block())
                && inner.users().size() == 1
                && inner.users().getFirst().operands().stream()
                                .filter(operand -> operand == inner)
                                .count()
                        == 1;
    }

    private static boolean isSum(Instr instr) {
        return instr.op() instanceof Op.Binary(BinaryKind kind, var type)
                && kind == BinaryKind.ADD
                && !type.isFloating();
    }
}
