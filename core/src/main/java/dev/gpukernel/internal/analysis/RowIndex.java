package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/** Takes the index of an element in a row apart, see {@link Op.RowElement}. */
public final class RowIndex {
    /** Most values that are looked at to know which row a variable may be. */
    private static final int MOST_ALTERNATIVES = 64;

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
        if (!areOfRows(one, other)) {
            return false;
        }
        List<List<OptionalLong>> second = rows(row(other));
        return rows(row(one)).stream()
                        .allMatch(number -> second.stream().allMatch(another -> areDifferentRows(number, another)))
                || areChosenApart(coordinates(row(one)), coordinates(row(other)));
    }

    private static boolean areChosenApart(List<Value> one, List<Value> other) {
        return one.size() == other.size()
                && IntStream.range(0, one.size()).anyMatch(i -> areChosenApart(one.get(i), other.get(i)));
    }

    /** {@return whether the numbers of two rows differ, or those of the rows, or planes, that they are in} */
    private static boolean areDifferentRows(List<OptionalLong> one, List<OptionalLong> other) {
        return one.size() == other.size()
                && IntStream.range(0, one.size())
                        .anyMatch(i -> one.get(i).isPresent()
                                && other.get(i).isPresent()
                                && !one.get(i).equals(other.get(i)));
    }

    /**
     * {@return which rows a number may stand for, at any time: that of a row in a local variable that takes turns with another, each of
     * both} Of each, the number in each dimension, as far as it is a constant.
     */
    public static List<List<OptionalLong>> rows(Value number) {
        Set<Value> seen = new LinkedHashSet<>(List.of(number));
        Deque<Value> waiting = new ArrayDeque<>(seen);
        List<List<OptionalLong>> rows = new ArrayList<>();
        while (!waiting.isEmpty()) {
            Value value = waiting.pop();
            List<Value> from = sources(value);
            if (!from.isEmpty()) {
                from.stream().filter(seen::add).forEach(waiting::add);
            } else if (value instanceof BlockParam param && !param.rows().isEmpty()) {
                rows.addAll(param.rows());
            } else {
                rows.add(coordinates(value).stream().map(RowIndex::constant).toList());
            }
            if (seen.size() > MOST_ALTERNATIVES) {
                return List.of(List.of(OptionalLong.empty()));
            }
        }
        return rows;
    }

    private static OptionalLong constant(Value value) {
        Op.Constant known = value.constant();
        return known == null ? OptionalLong.empty() : OptionalLong.of(known.bits());
    }

    /** {@return what a value is chosen from, by a condition or by the way that led to it; nothing if it is computed, or passed} */
    private static List<Value> sources(Value value) {
        return switch (value) {
            case BlockParam param ->
                param.block().incoming().stream()
                        .map(edge -> edge.arguments().get(param.index()))
                        .toList();
            case Instr instr when instr.op() instanceof Op.Select -> List.of(instr.operand(1), instr.operand(2));
            case Instr _ -> List.of();
        };
    }

    /** {@return whether two numbers are constants that differ, or chosen from such, by the same conditions, where the function begins} */
    private static boolean areChosenApart(Value one, Value other) {
        if (!(one instanceof Instr first) || !(other instanceof Instr second)) {
            return false;
        }
        if (first.op() instanceof Op.Constant known && second.op() instanceof Op.Constant otherKnown) {
            return known.bits() != otherKnown.bits();
        }
        if (isChosen(first) && isChosen(second) && first.operand(0) == second.operand(0)) {
            return areChosenApart(first.operand(1), second.operand(1))
                    && areChosenApart(first.operand(2), second.operand(2));
        }
        return isChosen(first)
                ? areChosenApart(first.operand(1), second) && areChosenApart(first.operand(2), second)
                : isChosen(second)
                        && areChosenApart(first, second.operand(1))
                        && areChosenApart(first, second.operand(2));
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
