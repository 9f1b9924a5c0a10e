package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;

/** Takes the index of an element in a row apart, see {@link Op.RowElement}. */
final class RowIndex {
    private RowIndex() {}

    /** {@return whether an index is that of an element in a row} */
    static boolean isOfRow(Value index) {
        return index instanceof Instr instr && instr.op() instanceof Op.RowElement;
    }

    /** {@return whether two indices are, so that they are the same only if rows and columns are} */
    static boolean areOfRows(Value one, Value other) {
        return isOfRow(one) && isOfRow(other);
    }

    static Value row(Value index) {
        return ((Instr) index).operand(2);
    }

    static Value column(Value index) {
        return ((Instr) index).operand(1);
    }
}
