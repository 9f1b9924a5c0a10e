package dev.gpukernel.internal.ir;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes block parameters that receive the same value over every edge (or themselves, around a loop), and those that nothing
 * uses. The second half of SSA construction.
 */
public final class RedundantParams {
    private RedundantParams() {}

    /**
     * Removes them, until none is left.
     *
     * @param function what to change
     * @return whether there were any
     */
    public static boolean removeFrom(Function function) {
        boolean any = false;
        for (boolean changed = true; changed; any |= changed) {
            changed = false;
            for (Block block : function.blocks()) {
                if (block != function.entry()) {
                    changed |= removeFrom(block);
                }
            }
        }
        return any;
    }

    /**
     * Removes also those that hand one value to each other, around loops with several heads.
     *
     * @param function what to change, as it was first made
     */
    public static void removeAll(Function function) {
        removeFrom(function);
        Map<BlockParam, Value> known = values(function);
        known.forEach((param, value) -> {
            if (value != param) {
                param.replaceAllUsesWith(value);
            }
        });
        removeFrom(function);
    }

    /** {@return what parameters always are, themselves if they are something else on different ways} All are taken to be one thing until that shows. */
    private static Map<BlockParam, Value> values(Function function) {
        Map<BlockParam, Value> known = new HashMap<>();
        for (boolean changed = true; changed; ) {
            changed = false;
            for (Block block : function.blocks()) {
                for (BlockParam param : block == function.entry() ? List.<BlockParam>of() : block.params()) {
                    Value value = known.get(param) == param ? param : value(param, known);
                    changed |= value != null && known.put(param, value) != value;
                }
            }
        }
        return known;
    }

    private static @Nullable Value value(BlockParam param, Map<BlockParam, Value> known) {
        Value only = null;
        for (Edge edge : param.block().incoming()) {
            Value argument = edge.arguments().get(param.index());
            boolean isPassed = argument instanceof BlockParam other
                    && !other.block().incoming().isEmpty();
            Value value = isPassed ? known.get(argument) : argument;
            if (value != null && only != null && value != only) {
                return param;
            }
            only = value == null ? only : value;
        }
        return only;
    }

    private static boolean removeFrom(Block block) {
        boolean changed = false;
        for (BlockParam param : List.copyOf(block.params())) {
            Value only = onlyArgument(block, param);
            if (only != null) {
                if (only.name() == null) {
                    only.setName(param.name());
                }
                param.replaceAllUsesWith(only);
            }
            if (isUnused(block, param)) {
                block.removeParam(param);
                changed = true;
            }
        }
        return changed;
    }

    /** {@return whether nothing uses it but the block's own edges that hand it back to itself} */
    private static boolean isUnused(Block block, BlockParam param) {
        int index = param.index();
        int handedBack = 0;
        for (Edge edge : block.incoming()) {
            handedBack += edge.arguments().get(index) == param ? 1 : 0;
        }
        return param.users().size() == handedBack;
    }

    private static @Nullable Value onlyArgument(Block block, BlockParam param) {
        int index = param.index();
        Value only = null;
        for (Edge edge : block.incoming()) {
            Value argument = edge.arguments().get(index);
            if (argument == param) {
                continue;
            }
            if (only != null && only != argument) {
                return null;
            }
            only = argument;
        }
        return only;
    }
}
