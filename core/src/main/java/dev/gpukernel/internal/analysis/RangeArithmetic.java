package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** What operations on integers give for operands that are in certain ranges. What it does not know is all of the type. */
final class RangeArithmetic {
    private static final Interval FALSE = Interval.point(0);
    private static final Interval TRUE = Interval.point(1);
    private static final Interval EITHER = new Interval(0, 1);

    private RangeArithmetic() {}

    /**
     * The range of an operation's result.
     *
     * @param op an operation that has a result
     * @param operands ranges of its operands; of an array, that of its length
     * @return the range
     */
    static Interval of(Op op, List<Interval> operands) {
        return switch (op) {
            case Op.Constant constant ->
                constant.type().isFloating() ? Interval.LONGS : Interval.point(constant.bits());
            case Op.Binary(BinaryKind kind, ScalarType type) -> binary(kind, type, operands.get(0), operands.get(1));
            case Op.Negate(ScalarType type)
            when !type.isFloating() -> binary(BinaryKind.SUB, type, FALSE, operands.getFirst());
            case Op.Compare(Predicate is, ScalarType type)
            when !type.isFloating() -> compare(is, operands.get(0), operands.get(1));
            case Op.InBounds _ -> inBounds(operands.get(0), operands.get(1));
            case Op.Convert(ScalarType from, ScalarType to)
            when !from.isFloating() && !to.isFloating() ->
                to == ScalarType.I32 && !operands.getFirst().areInts() ? Interval.INTS : operands.getFirst();
            case Op.Narrow narrow -> narrow(narrow, operands.getFirst());
            case Op.Load load ->
                load.element().register() == ScalarType.I32 ? Interval.of(load.element()) : Interval.LONGS;
            case Op.Length _ -> operands.getFirst();
            case Op.LocalArray array -> Interval.point(array.length());
            case Op.ConstantArray array -> Interval.point(array.elements().size());
            case Op.Call call -> call(call, operands);
            case Op.ThreeWay _ -> new Interval(-1, 1);
            default -> op.result() instanceof ScalarType type ? Interval.of(type) : Interval.LONGS;
        };
    }

    /**
     * Whether the sum, difference or product of integers may be none that their type has.
     *
     * @param op an operation
     * @param operands ranges of its operands
     * @return whether it is one, and its result may be another than the exact one
     */
    static boolean mayOverflow(Op op, List<Interval> operands) {
        return switch (op) {
            case Op.Binary(BinaryKind kind, ScalarType type)
            when !type.isFloating() && type != ScalarType.I1 ->
                mayOverflow(kind, type, operands.get(0), operands.get(1));
            case Op.Negate(ScalarType type)
            when !type.isFloating() -> mayOverflow(BinaryKind.SUB, type, FALSE, operands.getFirst());
            default -> false;
        };
    }

    private static boolean mayOverflow(BinaryKind kind, ScalarType type, Interval a, Interval b) {
        Interval all = Interval.of(type);
        BigInteger[] results = switch (kind) {
            case ADD ->
                new BigInteger[] {
                    exact(a.low()).add(exact(b.low())), exact(a.high()).add(exact(b.high()))
                };
            case SUB ->
                new BigInteger[] {
                    exact(a.low()).subtract(exact(b.high())), exact(a.high()).subtract(exact(b.low()))
                };
            case MUL ->
                new BigInteger[] {
                    exact(a.low()).multiply(exact(b.low())), exact(a.low()).multiply(exact(b.high())),
                    exact(a.high()).multiply(exact(b.low())), exact(a.high()).multiply(exact(b.high()))
                };
            default -> new BigInteger[0];
        };
        return Arrays.stream(results)
                .anyMatch(result -> result.compareTo(exact(all.low())) < 0 || result.compareTo(exact(all.high())) > 0);
    }

    private static BigInteger exact(long number) {
        return BigInteger.valueOf(number);
    }

    static Interval binary(BinaryKind kind, ScalarType type, Interval a, Interval b) {
        if (type.isFloating()) {
            return Interval.LONGS;
        }
        if (a.isPoint() && b.isPoint()) {
            return Interval.point(Arithmetic.binary(kind, type, a.low(), b.low()));
        }
        return switch (type) {
            case I1 -> condition(kind, a, b);
            case I32 -> Interval.binary(kind, a, b);
            default -> wide(kind, a, b);
        };
    }

    private static Interval condition(BinaryKind kind, Interval a, Interval b) {
        return switch (kind) {
            case AND -> new Interval(a.low() & b.low(), a.high() & b.high());
            case OR -> new Interval(a.low() | b.low(), a.high() | b.high());
            default -> EITHER;
        };
    }

    private static Interval wide(BinaryKind kind, Interval a, Interval b) {
        if (!a.areInts() || !b.areInts()) {
            return kind == BinaryKind.ADD || kind == BinaryKind.SUB ? sum(kind, a, b) : Interval.LONGS;
        }
        return switch (kind) {
            // Of ints, no such result is beyond a long.
            case ADD, SUB -> sum(kind, a, b);
            case MUL -> {
                long p = a.low() * b.low();
                long q = a.low() * b.high();
                long r = a.high() * b.low();
                long s = a.high() * b.high();
                yield new Interval(Math.min(Math.min(p, q), Math.min(r, s)), Math.max(Math.max(p, q), Math.max(r, s)));
            }
            case DIV, REM, AND, OR, XOR -> {
                boolean divides = kind == BinaryKind.DIV || kind == BinaryKind.REM;
                boolean same = a.low() >= 0 && b.low() >= (divides ? 1 : 0);
                yield same ? Interval.binary(kind, a, b) : Interval.LONGS;
            }
            case SHL, SHR, USHR -> Interval.LONGS;
        };
    }

    private static Interval sum(BinaryKind kind, Interval a, Interval b) {
        try {
            return kind == BinaryKind.ADD
                    ? new Interval(Math.addExact(a.low(), b.low()), Math.addExact(a.high(), b.high()))
                    : new Interval(Math.subtractExact(a.low(), b.high()), Math.subtractExact(a.high(), b.low()));
        } catch (ArithmeticException _) {
            return Interval.LONGS;
        }
    }

    private static Interval compare(Predicate is, Interval a, Interval b) {
        return switch (is) {
            case LT -> below(a, b, 0);
            case LE -> below(a, b, 1);
            case GT -> below(b, a, 0);
            case GE -> below(b, a, 1);
            case EQ -> equal(a, b);
            case NE -> {
                Interval equal = equal(a, b);
                yield equal.isPoint() ? Interval.point(1 - equal.low()) : EITHER;
            }
            case LTU, LEU, GTU, GEU -> EITHER;
        };
    }

    /** {@return whether one is less than the other, or at most as great if {@code orEqual} is 1} */
    private static Interval below(Interval a, Interval b, int orEqual) {
        if (orEqual == 0 ? a.high() < b.low() : a.high() <= b.low()) {
            return TRUE;
        }
        return (orEqual == 0 ? a.low() >= b.high() : a.low() > b.high()) ? FALSE : EITHER;
    }

    private static Interval equal(Interval a, Interval b) {
        if (a.high() < b.low() || a.low() > b.high()) {
            return FALSE;
        }
        return a.isPoint() && b.isPoint() ? TRUE : EITHER;
    }

    /** {@return whether an index is in range} */
    static Interval inBounds(Interval index, Interval length) {
        if (index.low() >= 0 && index.high() < length.low()) {
            return TRUE;
        }
        return index.high() < 0 || index.low() >= length.high() ? FALSE : EITHER;
    }

    private static Interval narrow(Op.Narrow narrow, Interval operand) {
        Interval all = Interval.of(narrow.to());
        return operand.low() >= all.low() && operand.high() <= all.high() ? operand : all;
    }

    static Interval call(Op.Call call, List<Interval> operands) {
        return switch (call.intrinsic().text()) {
            case "Math.min.i32", "Math.min.i64" -> {
                Interval a = operands.get(0);
                Interval b = operands.get(1);
                yield new Interval(Math.min(a.low(), b.low()), Math.min(a.high(), b.high()));
            }
            case "Math.max.i32", "Math.max.i64" -> {
                Interval a = operands.get(0);
                Interval b = operands.get(1);
                yield new Interval(Math.max(a.low(), b.low()), Math.max(a.high(), b.high()));
            }
            case "Math.abs.i32" -> {
                Interval a = operands.getFirst();
                long most = Math.max(Math.abs(a.low()), Math.abs(a.high()));
                long least = a.low() > 0 ? a.low() : a.high() < 0 ? -a.high() : 0;
                yield a.low() == Integer.MIN_VALUE ? Interval.INTS : new Interval(least, most);
            }
            default ->
                call.intrinsic().isNotNegative()
                        ? Interval.NOT_NEGATIVE
                        : call.result() instanceof ScalarType type ? Interval.of(type) : Interval.LONGS;
        };
    }
}
