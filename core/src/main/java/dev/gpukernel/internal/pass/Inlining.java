package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts the code of a function where it is used. */
public final class Inlining {
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

    /**
     * Copies the blocks of a function that returns. The builder goes on where it does.
     *
     * @param caller where
     * @param builder at the end of a block of the caller's
     * @param function any function, which is left as it is
     * @param arguments one for each of its parameters
     * @param place where it is called
     * @param called what the copy calls in place of what it calls
     * @return what it returns
     */
    public static List<Value> inline(
            Function caller,
            Builder builder,
            Function function,
            List<Value> arguments,
            SourcePosition place,
            FunctionCopies called) {
        Block first = caller.addBlock();
        builder.jump(first, List.of());
        RegionCopy region = new RegionCopy(caller, ReversePostorder.of(function));
        region.keepAll();
        region.calledFrom(place);
        region.call(called);
        function.params().forEach(param -> region.map(param, arguments.get(param.index())));
        region.redirect(function.entry(), first);
        region.copyTo(first);
        Block after = caller.addBlock();
        List<Value> results = new ArrayList<>();
        function.results().forEach(type -> results.add(after.addParam(type)));
        for (Block copy : region.copies()) {
            Instr end = copy.terminator();
            if (end.op() instanceof Op.Return) {
                List<Value> returned = List.copyOf(end.operands());
                end.remove();
                builder.atEnd(copy).jump(after, returned);
            }
        }
        builder.atEnd(after);
        return results;
    }
}
