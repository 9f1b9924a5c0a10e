package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.SourcePosition;

/** Rejects array variables that are not the same array on every way, which only the finished form shows. */
final class ArrayChoices {
    private ArrayChoices() {}

    static void reject(Function function, Findings findings) {
        for (Block block : function.blocks()) {
            if (block == function.entry()) {
                continue;
            }
            for (BlockParam param : block.params()) {
                SourcePosition position = block.instrs().getFirst().position();
                if (param.type() instanceof ArrayType && position != null) {
                    findings.add(Message.ARRAY_CHOICE, position);
                }
            }
        }
    }
}
