package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Whether what was loaded is still in its element later in an iteration. */
final class StraightWay {
    /** Most operations of an index that is compared with another. */
    private static final int MOST_COMPARED = 32;

    private StraightWay() {}

    /**
     * Tells whether a store comes after a load at most once, and no array with elements of its type is written in between.
     *
     * @param loop a loop that both are in
     * @param load the load, without which control does not get to the store
     */
    static boolean leads(Loop loop, Instr load, Instr store) {
        ElementType element = ((Op.Load) load.op()).element();
        List<Instr> first = load.block().instrs();
        List<Instr> last = store.block().instrs();
        int from = first.indexOf(load) + 1;
        int to = last.indexOf(store);
        if (load.block() == store.block()) {
            return from <= to && isUnwritten(first.subList(from, to), element);
        }
        Predicate<Block> around = block -> loop.contains(block) && block != load.block();
        if (Reach.from(store.block().successors(), around).contains(store.block())) {
            return false;
        }
        Predicate<Block> between = around.and(block -> block != store.block());
        Set<Block> after = Reach.from(load.block().successors(), between);
        Set<Block> before = Reach.before(store.block(), between);
        return isUnwritten(first.subList(from, first.size()), element)
                && isUnwritten(last.subList(0, to), element)
                && after.stream().filter(before::contains).allMatch(block -> isUnwritten(block.instrs(), element));
    }

    private static boolean isUnwritten(List<Instr> instrs, ElementType element) {
        return instrs.stream().allMatch(instr -> switch (instr.op()) {
            case Op.Store store -> store.space() == Space.LOCAL || store.element() != element;
            case Op.Atomic atomic -> atomic.element() != element;
            default -> !instr.op().effect().mayWrite();
        });
    }

    /** {@return whether two values are computed in the same way from the same, elements that were loaded twice included} */
    static boolean isSame(Value one, Value other) {
        return isSame(one, other, _ -> false);
    }

    /**
     * Tells whether two values are computed in the same way from the same.
     *
     * @param isUnwritten whether nothing writes an array, wherever it is loaded from
     */
    static boolean isSame(Value one, Value other, Predicate<Value> isUnwritten) {
        return isSame(one, other, isUnwritten, MOST_COMPARED);
    }

    private static boolean isSame(Value one, Value other, Predicate<Value> isUnwritten, int most) {
        if (one == other) {
            return true;
        }
        if (most == 0
                || !(one instanceof Instr left)
                || !(other instanceof Instr right)
                || !left.op().equals(right.op())
                || !isRepeatable(left, right, isUnwritten)) {
            return false;
        }
        for (int i = 0; i < left.operands().size(); i++) {
            if (!isSame(
                    left.operand(i),
                    right.operand(i),
                    isUnwritten,
                    most / left.operands().size())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRepeatable(Instr one, Instr other, Predicate<Value> isUnwritten) {
        if (!(one.op() instanceof Op.Load load)) {
            return one.op().effect() == Effect.NONE && !(one.op() instanceof Op.Part);
        }
        return load.space() == Space.CONSTANT
                || (load.space() == Space.GLOBAL
                        && (isUnwritten.test(one.operand(0))
                                || comesAfter(one, other, load.element())
                                || comesAfter(other, one, load.element())));
    }

    /** {@return whether control only gets to one instruction from another, by one way on which no such element is written} */
    private static boolean comesAfter(Instr first, Instr second, ElementType element) {
        Block block = second.block();
        int to = block.instrs().indexOf(second);
        while (block != first.block()) {
            boolean isOnlyWay =
                    block.incoming().size() == 1 && isUnwritten(block.instrs().subList(0, to), element);
            if (!isOnlyWay) {
                return false;
            }
            block = block.incoming().getFirst().source().block();
            to = block.instrs().size();
        }
        int from = block.instrs().indexOf(first) + 1;
        return from <= to && isUnwritten(block.instrs().subList(from, to), element);
    }
}
