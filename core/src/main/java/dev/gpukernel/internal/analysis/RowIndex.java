package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Takes the index of an element in a row apart, see {@link Op.RowElement}. */
public final class RowIndex {
    private RowIndex() {}

    /** {@return whether an index is that of an element in a row} */
    public static boolean isOfRow(Value index) {
        return index instanceof Instr instr && instr.op() instanceof Op.RowElement;
    }

    /** {@return whether two indices are, so that they are the same only if they are in each dimension} */
    static boolean areOfRows(Value one, Value other) {
        return isOfRow(one) && isOfRow(other);
    }

    /** {@return whether two indices are those of elements in rows, or planes, that are known to be different ones} */
    public static boolean areInDifferentRows(Value one, Value other) {
        List<Value> first = coordinates(one);
        List<Value> second = coordinates(other);
        return first.size() == second.size()
                && IntStream.range(0, first.size() - 1).anyMatch(i -> areDifferent(first.get(i), second.get(i)));
    }

    /** {@return whether two numbers are constants that differ, or chosen from such, by the same conditions, where the function begins} */
    private static boolean areDifferent(Value one, Value other) {
        if (!(one instanceof Instr first) || !(other instanceof Instr second)) {
            return false;
        }
        if (first.op() instanceof Op.Constant known && second.op() instanceof Op.Constant otherKnown) {
            return known.bits() != otherKnown.bits();
        }
        if (isChosen(first) && isChosen(second) && first.operand(0) == second.operand(0)) {
            return areDifferent(first.operand(1), second.operand(1))
                    && areDifferent(first.operand(2), second.operand(2));
        }
        return isChosen(first)
                ? areDifferent(first.operand(1), second) && areDifferent(first.operand(2), second)
                : isChosen(second) && areDifferent(first, second.operand(1)) && areDifferent(first, second.operand(2));
    }

    private static boolean isChosen(Instr number) {
        return number.op() instanceof Op.Select
                && number.block() == number.block().function().entry();
    }

    /** {@return the number of the row among all rows} */
    static Value row(Value index) {
        return ((Instr) index).operand(2);
    }

    static Value column(Value index) {
        return ((Instr) index).operand(1);
    }

    /** {@return the index in each dimension, the outermost first, or an index alone that is that of no row} */
    static List<Value> coordinates(Value index) {
        return coordinates(index, Integer.MAX_VALUE);
    }

    /** {@return the same for so many dimensions at most, of which the outermost counts the rows of those around it} */
    static List<Value> coordinates(Value index, int most) {
        List<Value> coordinates = new ArrayList<>();
        Value outer = index;
        while (isOfRow(outer) && coordinates.size() < most - 1) {
            coordinates.addFirst(column(outer));
            outer = row(outer);
        }
        coordinates.addFirst(outer);
        return coordinates;
    }
}
