package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.ThreeWayKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * What operations on integers give for operands that are in certain intervals. What it does not know is all of the type. The results of
 * sums, products, quotients and shifts are found at the corners, as those are monotonic in each operand until they wrap around.
 */
final class IntervalArithmetic {
    private static final Interval FALSE = Interval.point(0);
    private static final Interval TRUE = Interval.point(1);

    private IntervalArithmetic() {}

    /** {@return numbers that a value is among, by so many operations that it is computed of and by types} */
    static Interval of(Value value, int depth) {
        return depth > 0 && value instanceof Instr instr
                ? of(instr.op(), operand -> of(instr.operand(operand), depth - 1))
                : Interval.of(value.type());
    }

    /**
     * Numbers that a value is among, by what it is computed of, where control joins too, and by types.
     *
     * @param value the value
     * @param depth how many operations and joins are looked through
     * @param known for some values, what they are
     * @return the interval
     */
    static Interval of(Value value, int depth, Map<Value, Interval> known) {
        Interval given = known.get(value);
        if (given != null) {
            return given;
        }
        if (depth == 0) {
            return Interval.of(value.type());
        }
        return switch (value) {
            case Instr instr -> of(instr.op(), operand -> of(instr.operand(operand), depth - 1, known));
            case BlockParam join ->
                join.block().incoming().stream()
                        .map((Edge edge) -> of(edge.arguments().get(join.index()), depth - 1, known))
                        .reduce(Interval::union)
                        .orElseGet(() -> Interval.of(join.type()));
        };
    }

    /**
     * The interval of an operation's result.
     *
     * @param op an operation
     * @param operands the interval of the operand at a position, asked for if it is needed; of an array, that of its length
     * @return the interval
     */
    static Interval of(Op op, IntFunction<Interval> operands) {
        return switch (op) {
            case Op.Constant(ScalarType type, long bits) when !type.isFloating() -> Interval.point(bits);
            case Op.Binary(BinaryKind kind, ScalarType type)
            when !type.isFloating() -> binary(kind, type, operands.apply(0), operands.apply(1));
            case Op.Negate(ScalarType type)
            when !type.isFloating() -> binary(BinaryKind.SUB, type, FALSE, operands.apply(0));
            case Op.Compare(Predicate is, ScalarType type)
            when !type.isFloating() -> compare(is, operands.apply(0), operands.apply(1));
            case Op.ThreeWay(ThreeWayKind kind, ScalarType _)
            when kind == ThreeWayKind.LCMP -> threeWay(operands.apply(0), operands.apply(1));
            case Op.ThreeWay _ -> new Interval(-1, 1);
            case Op.InBounds _ -> inBounds(operands.apply(0), operands.apply(1));
            case Op.Convert(ScalarType from, ScalarType to)
            when !from.isFloating() && !to.isFloating() -> operands.apply(0).within(Interval.of(to));
            case Op.Narrow narrow -> operands.apply(0).within(Interval.of(narrow.to()));
            case Op.RowElement _ -> binary(BinaryKind.ADD, ScalarType.I32, operands.apply(0), operands.apply(1));
            case Op.Select _ -> select(operands);
            case Op.Length _ -> operands.apply(0);
            case Op.Load load -> Interval.of(load.element());
            case Op.LocalArray array -> Interval.point(array.length());
            case Op.DynamicLocal _ -> operands.apply(0);
            case Op.SharedArray array -> Interval.point(array.length());
            case Op.ConstantArray array -> Interval.point(array.elements().size());
            // No machine gets further, and the sum with an int is a long.
            case Op.Iteration _ -> new Interval(0, Long.MAX_VALUE - (1L << 32));
            case Op.Call call -> call(call, operands);
            case Op.Constant _, Op.Binary _, Op.Negate _, Op.Compare _, Op.Convert _ -> Interval.of(op.result());
            case Op.DynamicShared _,
                    Op.DynamicSize _,
                    Op.LoadVector _,
                    Op.Atomic _,
                    Op.Invoke _,
                    Op.Launch _,
                    Op.SplitInner _,
                    Op.MayLaunch _,
                    Op.MakeArray _,
                    Op.Part _ -> Interval.of(op.result());
            case Op.Store _, Op.StoreVector _, Op.Print _, Op.FaultRank _, Op.IndexCheck _, Op.DivisorCheck _ ->
                Interval.of(op.result());
            case Op.SetRow _, Op.RowStart _, Op.RowLength _ -> Interval.of(op.result());
            case Op.Jump _, Op.Branch _, Op.Throw _, Op.Return _ -> Interval.of(op.result());
        };
    }

    /**
     * Whether the sum, difference or product of integers may be none that their type has.
     *
     * @param op an operation
     * @param operands the interval of the operand at a position
     * @return whether it is one, and its result may be another than the exact one
     */
    static boolean mayOverflow(Op op, IntFunction<Interval> operands) {
        return switch (op) {
            case Op.Binary(BinaryKind kind, ScalarType type)
            when !type.isFloating() && type != ScalarType.I1 ->
                switch (kind) {
                    case ADD, SUB, MUL -> !isExact(kind, type, operands.apply(0), operands.apply(1));
                    case DIV, REM, AND, OR, XOR, SHL, SHR, USHR -> false;
                };
            case Op.RowElement _ -> !isExact(BinaryKind.ADD, ScalarType.I32, operands.apply(0), operands.apply(1));
            case Op.Negate(ScalarType type)
            when !type.isFloating() -> !isExact(BinaryKind.SUB, type, FALSE, operands.apply(0));
            default -> false;
        };
    }

    /** {@return what a binary operation gives, for a shift by a distance that is masked as in Java} */
    static Interval binary(BinaryKind kind, ScalarType type, Interval a, Interval b) {
        if (a.isPoint() && b.isPoint()) {
            return Interval.point(Arithmetic.binary(kind, type, a.low(), b.low()));
        }
        return switch (kind) {
            case ADD, SUB, MUL -> corners(kind, type, a, b);
            case DIV -> quotient(type, a, b);
            case REM -> remainder(a, b);
            case AND -> and(a, b);
            case OR -> not(and(not(a), not(b)));
            case XOR -> xor(a, b);
            case SHL, SHR -> corners(kind, type, a, distance(type, b));
            case USHR -> unsigned(type, a, distance(type, b));
        };
    }

    /** {@return whether no result of a sum, difference, product or shift to the left wraps around} */
    private static boolean isExact(BinaryKind kind, ScalarType type, Interval a, Interval b) {
        return isExact(kind, type, a.low(), b.low())
                && isExact(kind, type, a.low(), b.high())
                && isExact(kind, type, a.high(), b.low())
                && isExact(kind, type, a.high(), b.high());
    }

    private static boolean isExact(BinaryKind kind, ScalarType type, long x, long y) {
        long result = Arithmetic.binary(kind, ScalarType.I64, x, y);
        boolean isLong = switch (kind) {
            case ADD -> ((x ^ result) & (y ^ result)) >= 0;
            case SUB -> ((x ^ y) & (x ^ result)) >= 0;
            case MUL -> Math.multiplyHigh(x, y) == result >> 63;
            case DIV -> x != Long.MIN_VALUE || y != -1;
            case SHL -> result >> y == x;
            case REM, AND, OR, XOR, SHR, USHR -> true;
        };
        return isLong && Interval.of(type).contains(result);
    }

    private static Interval corners(BinaryKind kind, ScalarType type, Interval a, Interval b) {
        if (!isExact(kind, type, a, b)) {
            return Interval.of(type);
        }
        long p = Arithmetic.binary(kind, ScalarType.I64, a.low(), b.low());
        long q = Arithmetic.binary(kind, ScalarType.I64, a.low(), b.high());
        long r = Arithmetic.binary(kind, ScalarType.I64, a.high(), b.low());
        long s = Arithmetic.binary(kind, ScalarType.I64, a.high(), b.high());
        return new Interval(Math.min(Math.min(p, q), Math.min(r, s)), Math.max(Math.max(p, q), Math.max(r, s)));
    }

    /** By divisors of one sign at a time; by zero it is zero. */
    private static Interval quotient(ScalarType type, Interval a, Interval b) {
        Interval result = b.contains(0) ? FALSE : null;
        if (b.high() > 0) {
            Interval above = corners(BinaryKind.DIV, type, a, new Interval(Math.max(1, b.low()), b.high()));
            result = result == null ? above : above.union(result);
        }
        if (b.low() < 0) {
            Interval below = corners(BinaryKind.DIV, type, a, new Interval(b.low(), Math.min(-1, b.high())));
            result = result == null ? below : below.union(result);
        }
        return result == null ? Interval.of(type) : result;
    }

    /** It has the sign of the dividend, is no further from 0 than that, and closer than the divisor. */
    private static Interval remainder(Interval a, Interval b) {
        long most = b.low() == Long.MIN_VALUE
                ? Long.MAX_VALUE
                : Math.max(0, Math.max(Math.abs(b.low()), Math.abs(b.high())) - 1);
        return new Interval(a.low() >= 0 ? 0 : Math.max(a.low(), -most), a.high() <= 0 ? 0 : Math.min(a.high(), most));
    }

    private static Interval not(Interval a) {
        return new Interval(~a.high(), ~a.low());
    }

    /** {@code x & y <= x} but for a negative x and a y that is not. */
    private static Interval and(Interval a, Interval b) {
        boolean byFirst = a.low() >= 0 || b.high() < 0;
        boolean bySecond = b.low() >= 0 || a.high() < 0;
        long high = byFirst && bySecond
                ? Math.min(a.high(), b.high())
                : byFirst ? a.high() : bySecond ? b.high() : Math.max(a.high(), b.high());
        return new Interval(a.low() >= 0 || b.low() >= 0 ? 0 : ~ones(a, b), high);
    }

    private static Interval xor(Interval a, Interval b) {
        long ones = ones(a, b);
        boolean same = (a.low() >= 0 && b.low() >= 0) || (a.high() < 0 && b.high() < 0);
        boolean opposite = (a.low() >= 0 && b.high() < 0) || (a.high() < 0 && b.low() >= 0);
        return new Interval(same ? 0 : ~ones, opposite ? -1 : ones);
    }

    /** {@return all the bits in which some number is unlike its sign} */
    private static long ones(Interval a, Interval b) {
        long unlike = (a.low() ^ a.low() >> 63)
                | (a.high() ^ a.high() >> 63)
                | (b.low() ^ b.low() >> 63)
                | (b.high() ^ b.high() >> 63);
        return unlike == 0 ? 0 : -1L >>> Long.numberOfLeadingZeros(unlike);
    }

    private static Interval distance(ScalarType type, Interval b) {
        return b.within(new Interval(0, type == ScalarType.I64 ? 63 : 31));
    }

    private static Interval unsigned(ScalarType type, Interval a, Interval distance) {
        if (a.low() >= 0) {
            return corners(BinaryKind.SHR, type, a, distance);
        }
        return distance.low() == 0
                ? Interval.of(type)
                : new Interval(0, Arithmetic.binary(BinaryKind.USHR, type, -1, distance.low()));
    }

    /** {@return the signs that a comparison may give} */
    private static Interval threeWay(Interval a, Interval b) {
        return new Interval(Long.compare(a.low(), b.high()), Long.compare(a.high(), b.low()));
    }

    private static Interval compare(Predicate is, Interval a, Interval b) {
        boolean sometimes = false;
        boolean always = true;
        Interval signs = threeWay(a, b);
        for (int sign = (int) signs.low(); sign <= signs.high(); sign++) {
            sometimes |= is.holds(sign, false);
            always &= is.holds(sign, false);
        }
        return always ? TRUE : sometimes ? Interval.BITS : FALSE;
    }

    /** {@return whether an index is in range} */
    static Interval inBounds(Interval index, Interval length) {
        if (index.low() >= 0 && index.high() < length.low()) {
            return TRUE;
        }
        return index.high() < 0 || index.low() >= length.high() ? FALSE : Interval.BITS;
    }

    private static Interval select(IntFunction<Interval> operands) {
        Interval condition = operands.apply(0);
        return condition.isPoint()
                ? operands.apply(condition.low() != 0 ? 1 : 2)
                : operands.apply(1).union(operands.apply(2));
    }

    private static Interval call(Op.Call call, IntFunction<Interval> operands) {
        return switch (call.intrinsic().text()) {
            case "Math.min.i32", "Math.min.i64" -> min(operands.apply(0), operands.apply(1));
            case "Math.max.i32", "Math.max.i64" -> not(min(not(operands.apply(0)), not(operands.apply(1))));
            case "Math.abs.i32", "Math.abs.i64" -> absolute(operands.apply(0), Interval.of(call.result()));
            case "Integer.bitCount.i32" -> new Interval(0, Integer.SIZE);
            case "Long.bitCount.i64" -> new Interval(0, Long.SIZE);
            default -> call.intrinsic().isNotNegative() ? Interval.NOT_NEGATIVE : Interval.of(call.result());
        };
    }

    private static Interval min(Interval a, Interval b) {
        return new Interval(Math.min(a.low(), b.low()), Math.min(a.high(), b.high()));
    }

    /** Of the least number of a type, it is that number. */
    private static Interval absolute(Interval a, Interval all) {
        if (a.low() == all.low()) {
            return all;
        }
        long least = a.low() > 0 ? a.low() : a.high() < 0 ? -a.high() : 0;
        return new Interval(least, Math.max(Math.abs(a.low()), Math.abs(a.high())));
    }
}
