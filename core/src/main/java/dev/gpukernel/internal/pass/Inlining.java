package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts the code of a function without branches where it is used. */
final class Inlining {
    private Inlining() {}

    /**
     * Copies the function's instructions.
     *
     * @param builder where
     * @param function a function of one block
     * @param arguments one for each of its parameters
     * @return what it returns
     */
    static List<Value> inline(Builder builder, Function function, List<Value> arguments) {
        Map<Value, Value> values = new HashMap<>();
        function.params().forEach(param -> values.put(param, arguments.get(param.index())));
        Block only = function.entry();
        for (Instr instr : only.instrs()) {
            List<Value> operands = instr.operands().stream().map(values::get).toList();
            if (instr.op() instanceof Op.Return) {
                return operands;
            }
            values.put(instr, builder.emit(instr.op(), operands));
        }
        throw new IllegalArgumentException(function.name() + " does not return");
    }
}
