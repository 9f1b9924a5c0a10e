package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;

/**
 * An index as the sum of another one and a constant, as its type computes it. Code that adds the constant to the other one needs it as a value,
 * which the symbols of an {@link Affine} form are not.
 *
 * @param base the other one
 * @param offset the constant, 0 if the index is no such sum
 */
public record OffsetIndex(Value base, int offset) {
    /** {@return it as a value, computed by a new instruction if need be} */
    public Value emit(Builder builder) {
        ScalarType type = (ScalarType) base.type();
        return offset == 0
                ? base
                : builder.emit(
                        new Op.Binary(Op.BinaryKind.ADD, type), base, builder.emit(new Op.Constant(type, offset)));
    }

    /** {@return an index taken apart as far as constants stand on the right, where all are by the time it matters} */
    public static OffsetIndex of(Value index) {
        Value base = index;
        int offset = 0;
        while (base instanceof Instr sum && !sum.operands().isEmpty()) {
            Long added = Induction.difference(sum, sum.operand(0));
            if (added == null || (sum.type() == ScalarType.I64 && offset + added != (int) (offset + added))) {
                break;
            }
            offset += added.intValue();
            base = sum.operand(0);
        }
        return new OffsetIndex(base, offset);
    }
}
