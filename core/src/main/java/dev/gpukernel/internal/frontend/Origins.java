package dev.gpukernel.internal.frontend;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Values that arrive at a block unchanged over all ways. While the ways that lead back are not read yet, that can only be assumed;
 * {@link #reject} says in the end where it was wrong.
 */
final class Origins {
    private final Map<BlockParam, Assumption> assumed = new LinkedHashMap<>();

    private record Assumption(Value origin, SourcePosition position) {}

    /** {@return what a value is before it is passed along, over the way that was read first} */
    Value of(Value value, SourcePosition position) {
        Value origin = value;
        while (origin instanceof BlockParam param && !param.block().incoming().isEmpty()) {
            origin = passed(param, param.block(), 0);
        }
        if (value instanceof BlockParam param && origin != value) {
            assumed.put(param, new Assumption(origin, position));
        }
        return origin;
    }

    /** Rejects what was taken for one value and is several. */
    void reject(Findings findings) {
        assumed.forEach((param, assumption) -> {
            if (!origins(param).equals(Set.of(assumption.origin))) {
                findings.add(Message.ALLOCATION, assumption.position, "an array with rows that differ from way to way");
            }
        });
    }

    private static Set<Value> origins(BlockParam value) {
        Set<Value> origins = new HashSet<>();
        Set<Value> seen = new HashSet<>();
        Deque<Value> waiting = new ArrayDeque<>(Set.of(value));
        while (!waiting.isEmpty()) {
            Value next = waiting.pop();
            if (!seen.add(next)) {
                continue;
            }
            if (next instanceof BlockParam param && !param.block().incoming().isEmpty()) {
                for (int i = 0; i < param.block().incoming().size(); i++) {
                    waiting.push(passed(param, param.block(), i));
                }
            } else {
                origins.add(next);
            }
        }
        return origins;
    }

    private static Value passed(BlockParam param, Block block, int edge) {
        return block.incoming().get(edge).arguments().get(param.index());
    }
}
