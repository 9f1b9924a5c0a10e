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

    /** Sets what takes the place of a value that the loop changes: what it is in the end. */
    void put(Value changing, Value inTheEnd) {
        made.put(changing, inTheEnd);
    }

    /**
     * Computes a value that does not change in the loop.
     *
     * @param value a value with {@link Loop#isInvariant}, or one that {@link Loop#follows} from what was put
     * @return a value that can be used before the loop
     */
    Value before(Value value) {
        Value known = made.get(value);
        if (known == null) {
            if (!(value instanceof Instr instr) || !loop.contains(value.block())) {
                return value;
            }
            List<Value> operands = instr.operands().stream().map(this::before).toList();
            known = builder.emit(instr.op(), operands);
            made.put(value, known);
        }
        return known;
    }
}
