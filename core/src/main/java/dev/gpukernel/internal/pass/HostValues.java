package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Values that a loop computes anew in each iteration though they do not change, computed before it, each once. */
final class HostValues {
    private final Builder builder;
    private final Loop loop;
    private final Map<Value, Value> made = new HashMap<>();

    /**
     * Makes none yet.
     *
     * @param builder stands before the loop
     * @param loop the loop
     */
    HostValues(Builder builder, Loop loop) {
        this.builder = builder;
        this.loop = loop;
    }

    /**
     * Computes a value that does not change in the loop.
     *
     * @param value a value with {@link Loop#isInvariant}
     * @return a value that can be used before the loop
     */
    Value before(Value value) {
        if (!(value instanceof Instr instr) || !loop.contains(value.block())) {
            return value;
        }
        Value known = made.get(value);
        if (known == null) {
            List<Value> operands = instr.operands().stream().map(this::before).toList();
            known = builder.emit(instr.op(), operands);
            made.put(value, known);
        }
        return known;
    }
}
