package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of an iteration along the axes of a nest, as the digits of its number in all of them.
 *
 * @param builder emits the arithmetic
 * @param axes along which the loops of the nest lie, that of the outermost first
 * @param counts how many iterations there are along each axis, in the order of axes
 */
record IterationDigits(Builder builder, List<Axis> axes, List<? extends Value> counts) {
    /** {@return the number of an iteration along each axis, from that in all of them; none if there is one axis} */
    List<Value> of(Value number) {
        List<Value> digits = new ArrayList<>();
        Value rest = number;
        for (int i = 0; i < counts.size() && counts.size() > 1; i++) {
            boolean isLast = i == counts.size() - 1;
            digits.add(isLast ? rest : i64(BinaryKind.REM, rest, counts.get(i)));
            rest = isLast ? rest : i64(BinaryKind.DIV, rest, counts.get(i));
        }
        return digits;
    }

    /** {@return the digits of a sum, without dividing again} */
    List<Value> sum(List<Value> digits, List<Value> steps) {
        List<Value> sum = new ArrayList<>();
        Value carry = builder.constant(0L);
        for (int i = 0; i < digits.size(); i++) {
            Value digit = i64(BinaryKind.ADD, i64(BinaryKind.ADD, digits.get(i), steps.get(i)), carry);
            Value isOver = builder.emit(new Op.Compare(Predicate.GE, ScalarType.I64), digit, counts.get(i));
            Value less = i64(BinaryKind.SUB, digit, counts.get(i));
            boolean isLast = i == digits.size() - 1;
            sum.add(isLast ? digit : builder.emit(new Op.Select(ScalarType.I64), isOver, less, digit));
            carry = builder.emit(new Op.Select(ScalarType.I64), isOver, builder.constant(1L), builder.constant(0L));
        }
        return sum;
    }

    /** {@return the number of an iteration in the order of the nest} */
    Value rank(Value number, List<Value> digits) {
        if (axes.size() == 1) {
            return number;
        }
        Value rank = builder.constant(0L);
        for (Axis axis : axes) {
            rank = i64(BinaryKind.ADD, i64(BinaryKind.MUL, rank, counts.get(axis.index())), digits.get(axis.index()));
        }
        return rank;
    }

    private Value i64(BinaryKind kind, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I64), left, right);
    }
}
