package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Alignment;
import dev.gpukernel.internal.analysis.OffsetIndex;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * An integer whose lowest bits are a known number: a multiple of a power of two, and less than that added. As no carry leaves those
 * bits, that holds of what it is widened to, too. Neighbouring iterations of a thread have such indices, and what they compute of
 * {@code i >> 2} is then one value.
 *
 * @param multiple the multiple
 * @param added what is added, positive
 */
record LowBits(Value multiple, int added) {

    /** {@return what a shift or a mask of such a number comes to, null if nothing simpler is known} */
    static @Nullable Value simplify(Instr instr, BinaryKind kind, ScalarType type) {
        return switch (kind) {
            case AND -> masked(instr, type);
            case SHR, USHR -> shifted(instr, kind, type);
            default -> null;
        };
    }

    private static @Nullable Value masked(Instr instr, ScalarType type) {
        Constant mask = instr.operand(1).constant();
        if (mask == null || mask.bits() <= 0 || mask.bits() != (int) mask.bits()) {
            return null;
        }
        LowBits number = of(Op.Convert.unwidened(instr.operand(0)), Integer.highestOneBit((int) mask.bits()));
        return number == null ? null : builder(instr).emit(new Constant(type, number.added & mask.bits()));
    }

    private static @Nullable Value shifted(Instr instr, BinaryKind kind, ScalarType type) {
        Constant distance = instr.operand(1).constant();
        Value operand = instr.operand(0);
        Value narrow = Op.Convert.unwidened(operand);
        LowBits number = of(narrow, 1);
        if (distance == null || number == null) {
            return null;
        }
        long places = distance.bits() & (type == ScalarType.I64 ? Long.SIZE - 1 : Integer.SIZE - 1);
        if ((long) number.added >> places != 0) {
            return null;
        }
        Builder builder = builder(instr);
        Value multiple = narrow == operand ? number.multiple : builder.emit(Op.Convert.WIDEN, number.multiple);
        return builder.emit(new Op.Binary(kind, type), multiple, instr.operand(1));
    }

    /** {@return a number taken apart, null if fewer bits of it are known than those up to a power of two} */
    private static @Nullable LowBits of(Value value, int highest) {
        OffsetIndex sum = OffsetIndex.of(value);
        int added = sum.offset();
        int most = Math.max(added, highest);
        return added > 0
                        && most < (1 << (Integer.SIZE - 2))
                        && Alignment.isMultiple(sum.base(), 2 * Integer.highestOneBit(most))
                ? new LowBits(sum.base(), added)
                : null;
    }

    private static Builder builder(Instr instr) {
        return new Builder(instr.block().function()).before(instr);
    }
}
