package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import java.util.List;

/** Arrays of a thread's own need memory that is there before the launch. */
public final class ThreadArrayLengths {
    private ThreadArrayLengths() {}

    /** {@return findings for arrays whose length does not follow from a function's arguments} */
    public static List<Diagnostic> findings(Function function) {
        return function.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr ->
                        instr.op() instanceof Op.DynamicLocal && HostExpression.of(function, instr.operand(0)) == null)
                .map(array -> LoopTexts.finding(
                        Message.ALLOCATION,
                        array.position(),
                        "an array " + ((Op.DynamicLocal) array.op()).element().text()
                                + "[] of a length that is not known before the launch"))
                .toList();
    }
}
