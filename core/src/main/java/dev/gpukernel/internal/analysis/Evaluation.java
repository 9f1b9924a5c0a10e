package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
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
        long first = operands.getFirst().bits();
        return switch (op) {
            case Op.Binary(BinaryKind kind, ScalarType type) ->
                new Constant(type, Arithmetic.binary(kind, type, first, bits(operands, 1)));
            case Op.Negate(ScalarType type) -> new Constant(type, Arithmetic.negate(type, first));
            case Op.Convert(ScalarType from, ScalarType to) ->
                new Constant(to, Arithmetic.convert(from, to, first));
            case Op.Compare compare -> Constant.of(holds(compare, first, bits(operands, 1)));
            case Op.ThreeWay threeWay -> Constant.of(threeWay(threeWay, first, bits(operands, 1)));
            case Op.InBounds _ -> Constant.of(first >= 0 && first < bits(operands, 1));
            case Op.Select _ -> first != 0 ? operands.get(1) : operands.get(2);
            // Floating numbers are kept as their bits.
            case Op.Call call
            when call.intrinsic().keepsBits() && call.result() instanceof ScalarType type -> new Constant(type, first);
            case Op.Narrow narrow -> Constant.of(narrow(narrow, (int) first));
            default -> null;
        };
    }

    private static long bits(List<Constant> operands, int index) {
        return operands.get(index).bits();
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
