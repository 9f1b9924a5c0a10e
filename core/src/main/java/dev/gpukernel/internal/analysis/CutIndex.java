package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * An index of a memory segment without the bits that Java loses as it multiplies it by the size of an element: shifted to the left, and
 * back again. It is the index itself unless that is far from all that a segment has.
 *
 * @param index the long that was shifted
 * @param lost how many bits are lost
 */
public record CutIndex(Value index, int lost) {
    private static final Op LEFT = new Op.Binary(BinaryKind.SHL, ScalarType.I64);
    private static final Op BACK = new Op.Binary(BinaryKind.SHR, ScalarType.I64);

    /** {@return the index that a value is, null if it is none} */
    public static @Nullable CutIndex of(Value value) {
        if (!(value instanceof Instr back)
                || !back.op().equals(BACK)
                || !(back.operand(0) instanceof Instr left)
                || !left.op().equals(LEFT)) {
            return null;
        }
        Constant known = back.operand(1).constant();
        return known != null && known.equals(left.operand(1).constant()) && known.bits() > 0 && known.bits() < Long.SIZE
                ? new CutIndex(left.operand(0), (int) known.bits())
                : null;
    }

    /** {@return the greatest long of which nothing is lost} */
    long most() {
        return Long.MAX_VALUE >> lost;
    }
}
