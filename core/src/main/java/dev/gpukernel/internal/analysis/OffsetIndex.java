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
    private static final Op ADD = new Op.Binary(BinaryKind.ADD, ScalarType.I32);

    /** {@return an index taken apart as far as constants stand on the right, where all are by the time it matters} */
    public static OffsetIndex of(Value index) {
        Value base = index;
        int offset = 0;
        while (base instanceof Instr sum
                && sum.op().equals(ADD)
                && sum.operand(1) instanceof Instr right
                && right.op() instanceof Constant constant) {
            offset += (int) constant.bits();
            base = sum.operand(0);
        }
        return new OffsetIndex(base, offset);
    }
}
