package dev.gpukernel.internal.frontend;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The least and the greatest that an int may be, computed at a place before: of what is known there, of ranges of loops' variables, and of both ways
 * of a choice. All are numbers of 64 bits.
 */
final class RowBounds {
    /** How deep a number is looked into. */
    private static final int MOST_DEEP = 20;

    private final Dominators dominators;
    private final List<Loop> loops;
    private final Builder builder;
    private final Instr place;
    private final Map<Value, @Nullable Bounds> known = new HashMap<>();
    private final Set<Value> open = new HashSet<>();
    private final Set<Value> sizes;
    private @Nullable Block user;
    private @Nullable Value mostOfRows;

    /**
     * Bounds of a number.
     *
     * @param low it is not less
     * @param high nor greater
     */
    record Bounds(Value low, Value high) {}

    /**
     * Computes nothing yet.
     *
     * @param builder computes before an instruction
     * @param place that instruction
     * @param sizes arrays of lengths of rows, plus one
     */
    RowBounds(Dominators dominators, List<Loop> loops, Builder builder, Instr place, Set<Value> sizes) {
        this.sizes = sizes;
        this.dominators = dominators;
        this.loops = loops;
        this.builder = builder;
        this.place = place;
    }

    /** Says where numbers are used that are asked for next: behind a loop, its variable is more than in it. */
    void at(Block block) {
        user = block;
        known.clear();
    }

    /** Says how long rows are at most. */
    void areAtMost(Value most) {
        mostOfRows = most;
    }

    /** {@return the greater of two numbers} */
    Value greater(Value one, Value other) {
        return greatest(one, other);
    }

    /** {@return the greatest that a length may be, 0 if that is negative; null if it cannot be told} */
    @Nullable Value most(Value length) {
        Bounds bounds = of(length);
        if (bounds == null || bounds.high == mostOfRows) {
            return bounds == null ? null : bounds.high;
        }
        return greatest(bounds.high, constant(0));
    }

    /** {@return what the variable of a loop may be where the loop goes on, null if that cannot be told} */
    @Nullable Bounds ofVariable(CountedLoop loop) {
        if (loop.variable().type() != ScalarType.I32
                || loop.bound().type() != ScalarType.I32
                || loop.predicate() == Predicate.NE) {
            return null;
        }
        Bounds start = of(loop.start());
        Bounds end = of(loop.bound());
        if (start == null || end == null) {
            return null;
        }
        Value inside = constant(loop.isInclusive() ? 0 : 1);
        return loop.step() > 0
                ? new Bounds(start.low, difference(end.high, inside))
                : new Bounds(sum(end.low, inside), start.high);
    }

    /** {@return how many numbers there are between bounds} */
    Value count(Bounds bounds) {
        return atMostInt(greatest(sum(difference(bounds.high, bounds.low), constant(1)), constant(0)));
    }

    private @Nullable Bounds of(Value value) {
        if (known.containsKey(value)) {
            return known.get(value);
        }
        if (open.size() > MOST_DEEP || !open.add(value)) {
            return null;
        }
        Bounds bounds = isThere(value) && loops.stream().noneMatch(loop -> loop.contains(value.block()))
                ? itself(value)
                : computed(value);
        // A number of an iteration around may be one that the host knows.
        Bounds found = bounds == null && isThere(value) ? itself(value) : bounds;
        open.remove(value);
        known.put(value, found);
        return found;
    }

    private boolean isThere(Value value) {
        return value.block() == place.block()
                ? value instanceof BlockParam
                        || place.block().instrs().indexOf(value)
                                < place.block().instrs().indexOf(place)
                : dominators.dominates(value.block(), place.block());
    }

    private Bounds itself(Value value) {
        Constant constant = value.constant();
        Value wide = constant == null ? builder.emit(Op.Convert.WIDEN, value) : constant((int) constant.bits());
        return new Bounds(wide, wide);
    }

    private @Nullable Bounds computed(Value value) {
        return switch (value) {
            case BlockParam param -> ofParam(param);
            case Instr instr when instr.type() != ScalarType.I32 -> null;
            case Instr instr ->
                switch (instr.op()) {
                    case Constant _ -> itself(value);
                    case Op.Length length
                    when isPassed(instr.operand(0)) -> itself(builder.emit(length, instr.operand(0)));
                    case Op.Binary _
                    when isLengthOfRow(instr) -> mostOfRows == null ? null : new Bounds(constant(0), mostOfRows);
                    case Op.Binary(BinaryKind kind, ScalarType _) -> ofBinary(kind, instr.operand(0), instr.operand(1));
                    case Op.Select _ -> either(of(instr.operand(1)), of(instr.operand(2)));
                    case Op.Call call when call.intrinsic() == Intrinsics.MIN_I32 -> ofExtremum(instr, false);
                    case Op.Call call when call.intrinsic() == Intrinsics.MAX_I32 -> ofExtremum(instr, true);
                    default -> null;
                };
        };
    }

    private static boolean isPassed(Value array) {
        return array instanceof BlockParam param && ThreadArrays.makers(param).isEmpty();
    }

    /** {@return whether a number is the length of a row that is not null} */
    private boolean isLengthOfRow(Instr instr) {
        return instr.op().equals(new Op.Binary(BinaryKind.SUB, ScalarType.I32))
                && instr.operand(1).isConstant(1)
                && instr.operand(0) instanceof Instr size
                && size.op() instanceof Op.Load
                && sizes.contains(size.operand(0));
    }

    private @Nullable Bounds ofParam(BlockParam param) {
        if (param.type() != ScalarType.I32) {
            return null;
        }
        Loop loop = Loop.at(loops, param.block());
        if (loop != null && user != null && !loop.contains(user)) {
            return null;
        }
        if (loop != null) {
            CountedLoop counted = CountedLoop.atMost(loop);
            return counted != null && counted.variable() == param ? ofVariable(counted) : null;
        }
        Bounds all = null;
        for (Edge edge : param.block().incoming()) {
            Bounds one = of(edge.arguments().get(param.index()));
            all = all == null ? one : either(all, one);
            if (all == null) {
                return null;
            }
        }
        return all;
    }

    private @Nullable Bounds either(@Nullable Bounds one, @Nullable Bounds other) {
        return one == null || other == null
                ? null
                : new Bounds(least(one.low, other.low), greatest(one.high, other.high));
    }

    private @Nullable Bounds ofExtremum(Instr extremum, boolean isGreatest) {
        Bounds one = of(extremum.operand(0));
        Bounds other = of(extremum.operand(1));
        if (one == null || other == null) {
            return null;
        }
        return isGreatest
                ? new Bounds(greatest(one.low, other.low), greatest(one.high, other.high))
                : new Bounds(least(one.low, other.low), least(one.high, other.high));
    }

    private @Nullable Bounds ofBinary(BinaryKind kind, Value left, Value right) {
        Constant constant = right.constant();
        if (kind == BinaryKind.AND && constant != null && constant.bits() >= 0) {
            return new Bounds(constant(0), constant((int) constant.bits()));
        }
        Bounds one = of(left);
        Bounds other = of(right);
        if (other != null && kind == BinaryKind.REM) {
            Value most = greatest(
                    difference(greatest(other.high, difference(constant(0), other.low)), constant(1)), constant(0));
            return remainder(one, most);
        }
        if (one == null || other == null) {
            return null;
        }
        return switch (kind) {
            case ADD -> inInt(sum(one.low, other.low), sum(one.high, other.high));
            case SUB -> inInt(difference(one.low, other.high), difference(one.high, other.low));
            case MUL -> {
                Value a = product(one.low, other.low);
                Value b = product(one.low, other.high);
                Value c = product(one.high, other.low);
                Value d = product(one.high, other.high);
                yield inInt(least(least(a, b), least(c, d)), greatest(greatest(a, b), greatest(c, d)));
            }
            case DIV, SHR ->
                constant != null && constant.bits() > 0 && (kind == BinaryKind.DIV || constant.bits() < 32)
                        ? new Bounds(
                                folded(kind, one.low, constant((int) constant.bits())),
                                folded(kind, one.high, constant((int) constant.bits())))
                        : null;
            default -> null;
        };
    }

    /** {@return bounds of a remainder, which is nearer to 0 than the divisor, and not farther than the dividend} */
    private Bounds remainder(@Nullable Bounds dividend, Value most) {
        Constant low = dividend == null ? null : dividend.low.constant();
        Value least = low != null && low.bits() >= 0 ? constant(0) : difference(constant(0), most);
        // What the host evaluates is not to be long.
        return dividend == null || most.constant() != null
                ? new Bounds(least, most)
                : new Bounds(least, least(most, greatest(dividend.high, constant(0))));
    }

    /** {@return bounds of what wraps around unless it fits} */
    private Bounds inInt(Value low, Value high) {
        Constant least = low.constant();
        Constant most = high.constant();
        Value min = constant(Integer.MIN_VALUE);
        Value max = constant(Integer.MAX_VALUE);
        if (least != null && most != null) {
            boolean fits = least.bits() >= Integer.MIN_VALUE && most.bits() <= Integer.MAX_VALUE;
            return fits ? new Bounds(low, high) : new Bounds(min, max);
        }
        Op.Compare isLess = new Op.Compare(Predicate.LT, ScalarType.I64);
        Value wraps = builder.emit(
                new Op.Binary(BinaryKind.OR, ScalarType.I1),
                builder.emit(isLess, low, min),
                builder.emit(isLess, max, high));
        Op.Select select = new Op.Select(ScalarType.I64);
        return new Bounds(builder.emit(select, wraps, min, low), builder.emit(select, wraps, max, high));
    }

    Value constant(int number) {
        return builder.constant((long) number);
    }

    Value sum(Value one, Value other) {
        return folded(BinaryKind.ADD, one, other);
    }

    private Value difference(Value one, Value other) {
        return folded(BinaryKind.SUB, one, other);
    }

    /** {@return a product of numbers that fit in 32 bits} */
    Value product(Value one, Value other) {
        return folded(BinaryKind.MUL, one, other);
    }

    private Value folded(BinaryKind kind, Value one, Value other) {
        Constant left = one.constant();
        Constant right = other.constant();
        if (left != null && right != null) {
            long a = left.bits();
            long b = right.bits();
            return builder.constant(
                    switch (kind) {
                        case ADD -> a + b;
                        case SUB -> a - b;
                        case MUL -> a * b;
                        case DIV -> a / b;
                        default -> a >> b;
                    });
        }
        return builder.emit(new Op.Binary(kind, ScalarType.I64), one, kind == BinaryKind.SHR ? narrowed(other) : other);
    }

    private Value least(Value one, Value other) {
        return extremum(one, other, false);
    }

    private Value greatest(Value one, Value other) {
        return extremum(one, other, true);
    }

    private Value extremum(Value one, Value other, boolean isGreatest) {
        Constant left = one.constant();
        Constant right = other.constant();
        if (one == other || (left != null && left.equals(right))) {
            return one;
        }
        if (left != null && right != null) {
            return isGreatest == left.bits() > right.bits() ? one : other;
        }
        return builder.emit(new Op.Call(isGreatest ? Intrinsics.MAX_I64 : Intrinsics.MIN_I64), one, other);
    }

    /** {@return a number, or the greatest int if it is greater}: so many elements no array has */
    Value atMostInt(Value number) {
        return least(number, constant(Integer.MAX_VALUE));
    }

    /** {@return a number as an int, which it fits in} */
    Value narrowed(Value number) {
        Constant constant = number.constant();
        return constant == null
                ? builder.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), number)
                : builder.constant((int) constant.bits());
    }
}
