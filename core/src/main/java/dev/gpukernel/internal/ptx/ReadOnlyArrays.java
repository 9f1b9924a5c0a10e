package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which array parameters, of a kernel and of the functions it calls, stand for memory that nobody writes while the kernel runs. */
final class ReadOnlyArrays {
    private final Set<BlockParam> written = new HashSet<>();

    /**
     * Finds them.
     *
     * @param kernel the kernel
     * @param distinct whether no two of its array arguments are the same array
     */
    ReadOnlyArrays(Function kernel, boolean distinct) {
        List<Access.Use> uses = Access.uses(kernel);
        for (BlockParam param : kernel.params()) {
            if (!distinct || uses.get(param.index()).written()) {
                written.add(param);
            }
        }
        List<Function> callersFirst = new ArrayList<>(kernel.calledFunctions());
        callersFirst.add(kernel);
        for (Function caller : callersFirst.reversed()) {
            for (Block block : caller.blocks()) {
                block.instrs().forEach(this::passOn);
            }
        }
    }

    /** A function's parameter is written if any call passes an array that is. */
    private void passOn(Instr instr) {
        if (instr.op() instanceof Op.Invoke(Function callee)) {
            for (BlockParam param : callee.params()) {
                if (instr.operand(param.index()) instanceof BlockParam passed && written.contains(passed)) {
                    written.add(param);
                }
            }
        }
    }

    boolean contains(BlockParam array) {
        return !written.contains(array);
    }
}
