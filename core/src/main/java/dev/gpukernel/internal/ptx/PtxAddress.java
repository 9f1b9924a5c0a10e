package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;

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
}
