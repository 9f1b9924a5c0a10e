package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.LinkedHashMap;
import java.util.Map;

/** Rejects array variables that are not the same array on every way, which only the finished form shows. */
final class ArrayChoices {
    private final Map<BlockParam, SourcePosition> variables = new LinkedHashMap<>();

    /** Notes the arrays that arrive at a block over several ways. */
    void note(Block block, SourcePosition position) {
        block.params().stream()
                .filter(param -> param.type() instanceof ArrayType)
                .forEach(param -> variables.put(param, position));
    }

    /** Rejects those that are still parameters, once parameters that receive one value only are removed. */
    void reject(Findings findings) {
        variables.forEach((param, position) -> {
            if (param.block().params().contains(param)) {
                findings.add(Message.ARRAY_CHOICE, position);
            }
        });
    }
}
