package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.OffsetIndex;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.List;

/**
 * Adds constants last: {@code a + (b + 1)} becomes {@code (a + b) + 1}. Indices of neighbouring elements, and those of several
 * iterations of a loop, then are one sum and constants, which an access takes as its offset. Exact, as ints wrap around.
 */
public final class OffsetExtraction implements Pass {
    private static final Op ADD = new Op.Binary(BinaryKind.ADD, ScalarType.I32);

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : ReversePostorder.of(function)) {
            for (Instr instr : List.copyOf(block.instrs())) {
                changed |= instr.op().equals(ADD) && extract(instr);
            }
        }
        return changed;
    }

    private static boolean extract(Instr instr) {
        OffsetIndex left = OffsetIndex.of(instr.operand(0));
        OffsetIndex right = OffsetIndex.of(instr.operand(1));
        boolean isExtracted = instr.operand(0).constant() != null
                || instr.operand(1).constant() != null
                || (left.offset() == 0 && right.offset() == 0);
        if (isExtracted) {
            return false;
        }
        Builder builder = new Builder(instr.block().function()).before(instr).at(instr.position());
        Instr bases = builder.emit(ADD, left.base(), right.base());
        Instr sum = builder.emit(ADD, bases, builder.constant(left.offset() + right.offset()));
        sum.setName(instr.name());
        instr.replaceAllUsesWith(sum);
        instr.remove();
        return true;
    }
}
