package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;

/**
 * An index as the sum of another one and a constant, modulo 2^32.
 *
 * @param base the other one
 * @param offset the constant, 0 if the index is no such sum
 */
public record OffsetIndex(Value base, int offset) {
    /** {@return an index taken apart} */
    public static OffsetIndex of(Value index) {
        return index instanceof Instr sum
                        && sum.op().equals(new Op.Binary(BinaryKind.ADD, ScalarType.I32))
                        && sum.operand(1) instanceof Instr instr
                        && instr.op() instanceof Constant constant
                ? new OffsetIndex(sum.operand(0), (int) constant.bits())
                : new OffsetIndex(index, 0);
    }
}
