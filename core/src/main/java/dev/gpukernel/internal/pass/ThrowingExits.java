package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives each loop what it does before it throws as its own. A copy of a loop shares that with the loop, and uses values of the loop
 * there, which are gone once the loop is taken out.
 */
final class ThrowingExits {
    private final Function function;

    private ThrowingExits(Function function) {
        this.function = function;
    }

    /** Copies what a loop shares with code outside it, for each loop. */
    static void separate(Function function) {
        ThrowingExits exits = new ThrowingExits(function);
        // From the innermost, as loops around them keep the copies.
        for (Loop loop : Loop.of(function).reversed()) {
            exits.separate(loop);
        }
        // What only loops led to, from several places, is left without a way to it.
        ControlFlowSimplification.removeUnreachable(function);
    }

    private void separate(Loop loop) {
        if (LoopExits.of(loop).isEmpty()) {
            return;
        }
        for (Block target : LoopExits.throwing(loop)) {
            List<Block> region = ReversePostorder.of(target);
            Set<Block> own = new HashSet<>(region);
            own.addAll(loop.blocks());
            boolean isShared = region.stream()
                    .flatMap(block -> block.incoming().stream())
                    .anyMatch(edge -> !own.contains(edge.source().block()));
            if (isShared) {
                copy(loop, region);
            }
        }
    }

    private void copy(Loop loop, List<Block> region) {
        Block target = region.getFirst();
        Block own = new RegionCopy(function, region).copy();
        for (Edge edge : List.copyOf(target.incoming())) {
            if (loop.contains(edge.source().block())) {
                edge.retarget(own, List.copyOf(edge.arguments()));
            }
        }
    }
}
