package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an operation gives for known operands. Exact, floats included. */
public final class Evaluation {
    private Evaluation() {}

    /**
     * Evaluates an operation.
     *
     * @param op any operation
     * @param operands its operands, as many as it has
     * @return its result, or {@code null} if it cannot be told
     */
    public static @Nullable Constant of(Op op, List<Constant> operands) {
        if (operands.isEmpty()) {
            return null;
        }
        boolean keepsBits = op instanceof Op.Call call && call.intrinsic().keepsBits();
        return isComputed(op) || keepsBits
                ? new Constant(
                        (ScalarType) op.result(), bits(op, bits(operands, 0), bits(operands, 1), bits(operands, 2)))
                : null;
    }

    /** {@return whether an operation only computes, calls apart} */
    public static boolean isComputed(Op op) {
        return switch (op) {
            case Op.Binary _, Op.Negate _, Op.Convert _, Op.Compare _, Op.ThreeWay _ -> true;
            case Op.InBounds _, Op.Select _, Op.Narrow _, Op.RowElement _ -> true;
            default -> false;
        };
    }

    /**
     * Evaluates an operation on numbers, without allocating anything.
     *
     * @param op an operation that only computes
     * @param first bits of its first operand
     * @param second bits of its second operand, anything if it has none
     * @param third likewise
     * @return bits of its result
     */
    public static long bits(Op op, long first, long second, long third) {
        return switch (op) {
            case Op.Binary binary -> Arithmetic.binary(binary.kind(), binary.type(), first, second);
            case Op.Negate negate -> Arithmetic.negate(negate.type(), first);
            case Op.Convert convert -> Arithmetic.convert(convert.from(), convert.to(), first);
            case Op.Compare compare -> holds(compare, first, second) ? 1 : 0;
            case Op.ThreeWay threeWay -> threeWay(threeWay, first, second);
            case Op.InBounds _ -> first >= 0 && first < second ? 1 : 0;
            case Op.RowElement _ -> (int) (first + second);
            case Op.Select _ -> first != 0 ? second : third;
            // Floating numbers are kept as their bits.
            case Op.Call _ -> first;
            case Op.Narrow narrow -> narrow(narrow, (int) first);
            default -> throw new IllegalArgumentException(op.text() + " is not computed");
        };
    }

    private static long bits(List<Constant> operands, int index) {
        return index < operands.size() ? operands.get(index).bits() : 0;
    }

    private static int narrow(Op.Narrow narrow, int value) {
        return switch (narrow.to()) {
            case BOOLEAN -> value & 1;
            case BYTE -> (byte) value;
            case CHAR -> (char) value;
            case SHORT -> (short) value;
            case INT, LONG, FLOAT, DOUBLE -> value;
        };
    }

    private static boolean holds(Op.Compare compare, long left, long right) {
        ScalarType type = compare.type();
        return compare.predicate().holds(Arithmetic.compare(type, left, right), isUnordered(type, left, right));
    }

    private static int threeWay(Op.ThreeWay op, long left, long right) {
        if (isUnordered(op.type(), left, right)) {
            return op.kind() == Op.ThreeWayKind.CMPG ? 1 : -1;
        }
        return Arithmetic.compare(op.type(), left, right);
    }

    private static boolean isUnordered(ScalarType type, long left, long right) {
        return Arithmetic.isNan(type, left) || Arithmetic.isNan(type, right);
    }
}
