package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of a loop computed outside it, each once: before it those that it computes anew in each iteration though they do not change, or
 * what they will be after it; behind it what follows from the header's parameters.
 */
final class HostValues {
    private final Builder builder;
    private final Loop loop;
    private final Map<Value, Value> made = new HashMap<>();

    /**
     * Makes none yet.
     *
     * @param builder stands before the loop, or behind it
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
     * Computes a value where the builder stands.
     *
     * @param value a value with {@link Loop#isInvariant}, or one that {@link Loop#follows} from what was put; behind the loop also what
     *     follows from the header's parameters
     * @return a value that can be used there
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
