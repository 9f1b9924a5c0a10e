package dev.gpukernel.internal.analysis;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which arrays a kernel overwrites entirely, given enough threads, so that their old contents need not be moved to the device:
 * the code of one thread begins with {@code if (i < a.length)}, {@code i} being its index in the grid or its iteration, and every
 * way from there to the end stores to {@code a[i]}.
 */
public final class FullWrite {
    private static final Set<String> POSITIONS = Set.of("Grid.x", "Grid.xLong");

    private FullWrite() {}

    /**
     * Finds them.
     *
     * @param function what one thread does
     * @return positions of the array parameters that are overwritten if there are at least as many threads along x, or iterations,
     *     as the array has elements
     */
    public static BitSet of(Function function) {
        BitSet full = new BitSet();
        Block block = function.entry();
        while (block.terminator().op() instanceof Op.Jump) {
            block = block.successors().getFirst();
            if (block.incoming().size() > 1) {
                return full;
            }
        }
        if (!(block.terminator().op() instanceof Op.Branch)
                || !(block.terminator().operand(0) instanceof Instr guard)
                || !(guard.op() instanceof Op.Compare(Predicate predicate, ScalarType _))) {
            return full;
        }
        boolean swapped = predicate == Predicate.GT || predicate == Predicate.LE;
        boolean trueEdge = predicate == Predicate.LT || predicate == Predicate.GT;
        if (!trueEdge && predicate != Predicate.GE && predicate != Predicate.LE) {
            return full;
        }
        Value position = guard.operand(swapped ? 1 : 0);
        BlockParam array = lengthOf(guard.operand(swapped ? 0 : 1));
        Block inside = block.successors().get(trueEdge ? 0 : 1);
        if (array != null && isThreadPosition(position)) {
            Map<BlockParam, List<Instr>> stores = Access.in(function.blocks()).stream()
                    .filter(a -> !a.isRead() && a.array().isAsLongAs(array) && isSame(a.index(), position))
                    .collect(groupingBy(Access::array, mapping(Access::instr, toList())));
            stores.forEach((stored, all) -> {
                if (!reachesReturn(inside, all)) {
                    full.set(stored.index());
                }
            });
        }
        return full;
    }

    private static @Nullable BlockParam lengthOf(Value value) {
        Value narrow = value instanceof Instr instr && instr.op() instanceof Op.Convert ? instr.operand(0) : value;
        return narrow instanceof Instr length
                        && length.op() instanceof Op.Length
                        && length.operand(0) instanceof BlockParam array
                ? array
                : null;
    }

    private static boolean isThreadPosition(Value value) {
        return value instanceof Instr instr
                && (instr.op() instanceof Op.Iteration
                        || (instr.op() instanceof Op.Call call
                                && POSITIONS.contains(call.intrinsic().text())));
    }

    private static boolean isSame(@Nullable Value index, Value position) {
        return index == position
                || (index instanceof Instr instr && instr.op() instanceof Op.Convert && instr.operand(0) == position);
    }

    /** {@return whether a way leads from a block to a return without passing a block of the stores} */
    private static boolean reachesReturn(Block from, List<Instr> stores) {
        return Reach.from(List.of(from), block -> stores.stream().noneMatch(store -> store.block() == block)).stream()
                .anyMatch(block -> block.terminator().op() instanceof Op.Return);
    }
}
