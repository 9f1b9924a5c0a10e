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
    static PtxAddress of(Registers registers, Value array, AddressOffsets.Split split, ElementType element) {
        String address = registers.temporary(ScalarType.I64);
        String index = registers.operand(split.base());
        ScalarType type = (ScalarType) split.base().type();
        String sum = "";
        if (split.least() != 0) {
            String least = registers.temporary(type);
            sum = "add." + OpTemplates.signed(type) + " " + least + ", " + index + ", " + split.least() + ";\n";
            index = least;
        }
        return new PtxAddress(
                sum + (type == ScalarType.I64 ? "mad.lo.s64 " : "mad.wide.s32 ") + address + ", " + index + ", "
                        + element.bytes() + ", " + registers.of(array) + ";\n",
                split.elements() == 0 ? address : address + "+" + split.elements() * element.bytes());
    }
}
