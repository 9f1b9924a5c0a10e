package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memories that each block of a function may change.
 *
 * @param byBlock without blocks that change none
 */
record WrittenSpaces(Map<Block, Set<Space>> byBlock) {
    static WrittenSpaces of(Function function) {
        Map<Block, Set<Space>> byBlock = new HashMap<>();
        for (Block block : function.blocks()) {
            Set<Space> changed = EnumSet.noneOf(Space.class);
            block.instrs().forEach(instr -> changed.addAll(by(instr.op())));
            if (!changed.isEmpty()) {
                byBlock.put(block, changed);
            }
        }
        return new WrittenSpaces(byBlock);
    }

    /** {@return the memories that an operation may change} */
    static Set<Space> by(Op op) {
        return switch (op) {
            case Op.Store(var _, Space space, var _) -> EnumSet.of(space);
            case Op.Atomic(var _, var _, Space space, var _) -> EnumSet.of(space);
            default ->
                op.effect().mayWrite() ? EnumSet.complementOf(EnumSet.of(Space.CONSTANT)) : EnumSet.noneOf(Space.class);
        };
    }

    Set<Space> in(Block block) {
        return byBlock.getOrDefault(block, Set.of());
    }

    /**
     * Tells what may change after control leaves a block and before it enters another.
     *
     * @param dominator a block on all ways to the other, null for the function's start
     * @param block the other
     * @return the memories that the blocks between the two change, on any way
     */
    Set<Space> between(@Nullable Block dominator, Block block) {
        Set<Space> changed = EnumSet.noneOf(Space.class);
        if (byBlock.isEmpty()) {
            return changed;
        }
        Reach.before(block, before -> before != dominator).forEach(before -> changed.addAll(in(before)));
        return changed;
    }
}
