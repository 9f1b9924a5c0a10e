package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;

/** Doubles that are floats: what was converted from one, and constants that are one. */
public final class WidenedFloats {
    /** From float to double. */
    public static final Op WIDENING = new Op.Convert(ScalarType.F32, ScalarType.F64);

    private WidenedFloats() {}

    /** {@return whether a value is a double that is known to be a float} */
    public static boolean isFloat(Value value) {
        if (!(value instanceof Instr instr)) {
            return false;
        }
        if (instr.op() instanceof Constant(ScalarType type, long bits) && type == ScalarType.F64) {
            double constant = Double.longBitsToDouble(bits);
            return (float) constant == constant;
        }
        return instr.op().equals(WIDENING);
    }

    /**
     * {@return the float}
     *
     * @param builder where a constant is put, if it is one
     * @param value a double of which {@link #isFloat} holds
     */
    public static Value narrowed(Builder builder, Value value) {
        Instr instr = (Instr) value;
        return instr.op() instanceof Constant constant
                ? builder.emit(Constant.of((float) Double.longBitsToDouble(constant.bits())))
                : instr.operand(0);
    }
}
