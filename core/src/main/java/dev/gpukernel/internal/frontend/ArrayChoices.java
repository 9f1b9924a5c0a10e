package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Rejects array variables that are not the same array on every way, which only the finished form shows. */
final class ArrayChoices {
    private final Map<BlockParam, SourcePosition> variables = new LinkedHashMap<>();
    private final Set<Block> loopHeads = new HashSet<>();

    /** Notes the arrays that arrive at the head of a loop. */
    void noteLoop(Block head, SourcePosition position) {
        loopHeads.add(head);
        note(head, position);
    }

    /** Notes the arrays that arrive at a block over several ways. */
    void note(Block block, SourcePosition position) {
        for (BlockParam param : block.params()) {
            if (param.type() instanceof ArrayType) {
                variables.put(param, position);
            }
        }
    }

    /** Rejects those that are still parameters, once parameters that receive one value only are removed. */
    void reject(Findings findings) {
        for (Map.Entry<BlockParam, SourcePosition> variable : variables.entrySet()) {
            BlockParam param = variable.getKey();
            if (param.block().params().contains(param)) {
                findings.add(Message.ARRAY_CHOICE, variable.getValue());
            }
        }
    }

    /** {@return whether there is a variable that changes from iteration to iteration of a loop, as buffers do that swap} */
    boolean isOfLoop() {
        return variables.keySet().stream()
                .anyMatch(param -> loopHeads.contains(param.block())
                        && param.block().params().contains(param));
    }
}
