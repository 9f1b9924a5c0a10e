package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.List;

/** Makes sums of the indices of elements in rows, once it is known which iterations may run at once. */
public final class RowLowering implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : function.blocks()) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (instr.op() instanceof Op.RowElement) {
                    Op add = new Op.Binary(Op.BinaryKind.ADD, ScalarType.I32);
                    instr.replaceAllUsesWith(
                            new Builder(function).before(instr).emit(add, instr.operand(0), instr.operand(1)));
                    instr.remove();
                    changed = true;
                }
            }
        }
        return changed;
    }
}
