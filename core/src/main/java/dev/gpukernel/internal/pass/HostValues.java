package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values that a loop computes anew in each iteration though they do not change, computed before it. */
final class HostValues {
    private HostValues() {}

    /**
     * Computes a value that does not change in a loop.
     *
     * @param builder stands before the loop
     * @param loop the loop
     * @param value a value with {@link Loop#isInvariant}
     * @return a value that can be used before the loop
     */
    static Value before(Builder builder, Loop loop, Value value) {
        return before(builder, loop, value, new HashMap<>());
    }

    private static Value before(Builder builder, Loop loop, Value value, Map<Value, Value> made) {
        if (!(value instanceof Instr instr) || !loop.contains(value.block())) {
            return value;
        }
        Value known = made.get(value);
        if (known == null) {
            List<Value> operands = instr.operands().stream()
                    .map(operand -> before(builder, loop, operand, made))
                    .toList();
            known = builder.emit(instr.op(), operands);
            made.put(value, known);
        }
        return known;
    }
}
