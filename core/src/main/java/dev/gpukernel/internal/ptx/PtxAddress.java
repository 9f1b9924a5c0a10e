package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * The address of an element.
 *
 * @param code what computes it, lines with line ends
 * @param operand what stands between the brackets of an access
 */
record PtxAddress(String code, String operand) {
    /** {@return the address of an element in memory of 64-bit addresses} */
    static PtxAddress of(Registers registers, Value array, Value index, ElementType element) {
        String address = registers.temporary(ScalarType.I64);
        return new PtxAddress(
                "mad.wide.s32 " + address + ", " + registers.operand(index) + ", " + element.bytes() + ", "
                        + registers.of(array) + ";\n",
                address);
    }

    /**
     * The address of an element of a block's array. A constant part of the index goes into the access, which adds it modulo 2^32
     * as the index does: what the rest alone would be does not matter.
     */
    static PtxAddress inShared(Registers registers, Value array, Value index, ElementType element) {
        Split split = Split.of(index);
        String base = registers.of(array);
        String offset = offset(split.constant * element.bytes());
        if (split.rest == null) {
            return new PtxAddress("", base + offset);
        }
        String address = registers.temporary(ScalarType.I32);
        String code = "mad.lo.s32 " + address + ", " + registers.operand(split.rest) + ", " + element.bytes() + ", "
                + base + ";\n";
        return new PtxAddress(code, address + offset);
    }

    private static String offset(int bytes) {
        return bytes == 0 ? "" : "+" + bytes;
    }

    /** An index as a sum of something and a constant; the something may be nothing. */
    private record Split(@Nullable Value rest, int constant) {
        static Split of(Value index) {
            if (!(index instanceof Instr instr)) {
                return new Split(index, 0);
            }
            if (instr.op() instanceof Op.Constant constant) {
                return new Split(null, (int) constant.bits());
            }
            if (instr.op() instanceof Op.Binary(Op.BinaryKind kind, var _) && kind == Op.BinaryKind.ADD) {
                for (int i = 0; i < 2; i++) {
                    if (instr.operand(i) instanceof Instr term && term.op() instanceof Op.Constant constant) {
                        Split other = of(instr.operand(1 - i));
                        return new Split(other.rest, other.constant + (int) constant.bits());
                    }
                }
            }
            return new Split(index, 0);
        }
    }
}
