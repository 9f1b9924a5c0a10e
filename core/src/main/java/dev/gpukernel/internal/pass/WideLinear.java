package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Int expressions that are {@linkplain dev.gpukernel.internal.analysis.Affine#unwrapped affine} in a loop's variable, computed in
 * 64 bits for one of its values. What comes out fits, so that it does not matter if something on the way does not; the low half is
 * what int arithmetic gives. It follows the operations, as the form says no more than what they come to, and code of its products would be
 * longer.
 */
final class WideLinear {
    private final Builder builder;
    private final Loop loop;
    private final Value variable;

    WideLinear(Builder builder, Loop loop, Value variable) {
        this.builder = builder;
        this.loop = loop;
        this.variable = variable;
    }

    /** {@return an affine expression for a value of the variable} */
    Value at(Value index, Value variableNow) {
        return at(index, new HashMap<>(Map.of(variable, variableNow)));
    }

    private Value at(Value index, Map<Value, Value> known) {
        Value value = known.get(index);
        if (value == null) {
            boolean isOutside = !loop.contains(index.block()) || index.constant() != null;
            value = isOutside ? widen(index) : operation((Instr) index, known);
            known.put(index, value);
        }
        return value;
    }

    private Value operation(Instr instr, Map<Value, Value> known) {
        Value left = at(instr.operand(0), known);
        return switch (instr.op()) {
            case Op.Negate _ -> builder.emit(new Op.Negate(ScalarType.I64), left);
            case Op.Binary(BinaryKind kind, var _) -> {
                Value right = kind == BinaryKind.SHL ? distance(instr.operand(1)) : at(instr.operand(1), known);
                yield builder.emit(new Op.Binary(kind, ScalarType.I64), left, right);
            }
            default -> throw new IllegalStateException(instr + " is not affine");
        };
    }

    /** Of a shift of ints, only the lower five bits count. */
    private Value distance(Value constant) {
        Constant known = Objects.requireNonNull(constant.constant());
        return builder.constant((int) known.bits() & (Integer.SIZE - 1));
    }

    Value widen(Value narrow) {
        Constant known = narrow.constant();
        return known != null ? builder.constant(known.bits()) : builder.emit(Op.Convert.WIDEN, narrow);
    }

    Value plus(Value wide, long constant) {
        return builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), wide, builder.constant(constant));
    }

    /** {@return the last number not above a limit that is reached from a first one by steps} */
    Value lastOf(Value first, Value limit, long step) {
        Value width = builder.constant(step);
        Value distance = builder.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I64), limit, first);
        Value steps = builder.emit(new Op.Binary(BinaryKind.DIV, ScalarType.I64), distance, width);
        Value whole = builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I64), steps, width);
        return builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), first, whole);
    }
}
