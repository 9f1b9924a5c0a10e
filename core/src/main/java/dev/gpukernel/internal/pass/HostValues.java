package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;

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
        if (!(value instanceof Instr instr) || !loop.contains(value.block())) {
            return value;
        }
        return builder.emit(
                instr.op(),
                instr.operands().stream()
                        .map(operand -> before(builder, loop, operand))
                        .toList());
    }
}
