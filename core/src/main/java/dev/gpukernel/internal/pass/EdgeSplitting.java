package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import java.util.List;

/** Puts a block of its own on every edge of a branch that passes arguments, so that a backend has a place for their copies. */
public final class EdgeSplitting implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : List.copyOf(function.blocks())) {
            if (block.terminator().op() instanceof Op.Jump) {
                continue;
            }
            for (Edge edge : block.terminator().edges()) {
                if (!edge.arguments().isEmpty()) {
                    Block between = function.addBlock();
                    new Builder(function)
                            .atEnd(between)
                            .at(block.terminator().position())
                            .jump(edge.target(), List.copyOf(edge.arguments()));
                    edge.retarget(between, List.of());
                    changed = true;
                }
            }
        }
        return changed;
    }
}
