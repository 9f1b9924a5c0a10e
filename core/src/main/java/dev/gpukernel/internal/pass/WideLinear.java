package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;

/**
 * Int expressions that are linear in a loop's variable, computed in 64 bits for one of its values. They have so few factors that
 * nothing overflows there; the low half is what int arithmetic gives.
 */
final class WideLinear {
    /** A little less than the greatest long. */
    private static final double MOST = 0x1p62 * 1.9;

    /** The greatest magnitude of an int. */
    private static final double INT = 0x1p31;

    private final Builder builder;
    private final Loop loop;
    private final Value variable;

    WideLinear(Builder builder, Loop loop, Value variable) {
        this.builder = builder;
        this.loop = loop;
        this.variable = variable;
    }

    static boolean isLinear(Value index, Value variable, Loop loop) {
        Shape shape = Shape.of(index, variable, loop, 8);
        return shape.degree <= 1 && shape.magnitude <= MOST;
    }

    /** {@return whether a linear expression is known not to fall as the variable grows} */
    static boolean grows(Value index, Value variable, Loop loop) {
        return Shape.of(index, variable, loop, 8).grows;
    }

    /**
     * What is known of an expression.
     *
     * @param degree as a polynomial of the variable
     * @param magnitude the most that its absolute value can be, computed without overflow
     * @param grows whether it is known not to fall as the variable grows
     */
    private record Shape(int degree, double magnitude, boolean grows) {
        static final Shape UNKNOWN = new Shape(2, Double.MAX_VALUE, false);

        static Shape of(Value value, Value variable, Loop loop, int depth) {
            if (value == variable) {
                return new Shape(1, INT, true);
            }
            if (!loop.contains(value.block())) {
                return new Shape(0, INT, true);
            }
            if (!(value instanceof Instr instr) || depth == 0) {
                return UNKNOWN;
            }
            if (instr.op() instanceof Constant) {
                return new Shape(0, INT, true);
            }
            if (!(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)) || type != ScalarType.I32) {
                return UNKNOWN;
            }
            Shape left = of(instr.operand(0), variable, loop, depth - 1);
            Shape right = of(instr.operand(1), variable, loop, depth - 1);
            return left.with(kind, right, instr);
        }

        private Shape with(BinaryKind kind, Shape right, Instr instr) {
            int most = Math.max(degree, right.degree);
            return switch (kind) {
                case ADD -> new Shape(most, magnitude + right.magnitude, grows && right.grows);
                case SUB -> new Shape(most, magnitude + right.magnitude, grows && right.degree == 0);
                case MUL ->
                    new Shape(
                            degree + right.degree,
                            magnitude * right.magnitude,
                            (degree == 0 && right.degree == 0)
                                    || (grows && isPositive(instr.operand(1)))
                                    || (right.grows && isPositive(instr.operand(0))));
                case SHL -> {
                    Constant distance = ConstantFolding.constant(instr.operand(1));
                    yield distance == null || distance.bits() < 0 || distance.bits() >= Integer.SIZE
                            ? UNKNOWN
                            : new Shape(degree, magnitude * (1L << distance.bits()), grows);
                }
                case DIV, REM, AND, OR, XOR, SHR, USHR -> UNKNOWN;
            };
        }

        private static boolean isPositive(Value value) {
            Constant constant = ConstantFolding.constant(value);
            return constant != null && constant.bits() > 0;
        }
    }

    /** {@return a linear expression for a value of the variable} */
    Value at(Value index, Value variableNow) {
        if (index == variable) {
            return variableNow;
        }
        if (!loop.contains(index.block()) || ConstantFolding.constant(index) != null) {
            return widen(index);
        }
        Instr instr = (Instr) index;
        BinaryKind kind = ((Op.Binary) instr.op()).kind();
        Value left = at(instr.operand(0), variableNow);
        Value right = kind == BinaryKind.SHL ? copy(instr.operand(1)) : at(instr.operand(1), variableNow);
        return builder.emit(new Op.Binary(kind, ScalarType.I64), left, right);
    }

    private Value copy(Value constant) {
        Constant known = ConstantFolding.constant(constant);
        return known == null ? constant : builder.emit(known);
    }

    Value widen(Value narrow) {
        Constant known = ConstantFolding.constant(narrow);
        return known != null
                ? builder.constant(known.bits())
                : builder.emit(new Op.Convert(ScalarType.I32, ScalarType.I64), narrow);
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
