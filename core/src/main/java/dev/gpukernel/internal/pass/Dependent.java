package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether a value is computed from another. */
final class Dependent {
    private Dependent() {}

    /** {@return whether a value is computed from another one, by operations or by way of block parameters} */
    static boolean on(Value value, Value other) {
        Set<Value> seen = new HashSet<>();
        Deque<Value> work = new ArrayDeque<>(List.of(value));
        while (!work.isEmpty()) {
            Value at = work.pop();
            if (at == other) {
                return true;
            }
            if (!seen.add(at)) {
                continue;
            }
            switch (at) {
                case Instr instr -> work.addAll(instr.operands());
                case BlockParam param -> {
                    for (Edge edge : param.block().incoming()) {
                        work.add(edge.arguments().get(param.index()));
                    }
                }
            }
        }
        return false;
    }
}
