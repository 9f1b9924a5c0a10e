package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ranges of a function's values at a place: what they are computed to be, cut by the branches on the way there. */
final class RangeFacts {
    /** How far back an operation is computed anew of operands that became known better. */
    private static final int DEPTH = 4;

    private final @Nullable Interval[] ranges;
    private final Deque<Cut> cuts = new ArrayDeque<>();
    private final Map<Value, Progression> progressions = new HashMap<>();

    /** What a value's range was before it was cut. */
    private record Cut(Value value, @Nullable Interval before) {}

    RangeFacts(int values) {
        ranges = new Interval[values];
    }

    void set(Value value, Interval range) {
        ranges[value.id()] = range;
    }

    /** Says that a value is one of a progression, whenever it is computed. */
    void areOf(Value value, Progression progression) {
        progressions.put(value, progression);
    }

    /** {@return the range of a value} */
    Interval of(Value value) {
        Interval known = ranges[value.id()];
        return known == null ? LaunchRanges.ofType(value) : known;
    }

    /** {@return the range of a value, computed anew of what it is computed of} */
    Interval now(Value value) {
        return now(value, DEPTH);
    }

    private Interval now(Value value, int depth) {
        Interval known = of(value);
        if (depth == 0
                || known.isPoint()
                || !(value instanceof Instr instr)
                || !(instr.op() instanceof Op.Binary
                        || instr.op() instanceof Op.Convert
                        || instr.op() instanceof Op.Call)) {
            return known;
        }
        List<Interval> operands = new ArrayList<>(2);
        for (Value operand : instr.operands()) {
            operands.add(now(operand, depth - 1));
        }
        return RangeArithmetic.of(instr.op(), operands).intersection(known);
    }

    /** {@return a mark to go {@link #back} to} */
    int mark() {
        return cuts.size();
    }

    /** Forgets all cuts since a mark. */
    void back(int mark) {
        while (cuts.size() > mark) {
            Cut cut = cuts.pop();
            ranges[cut.value.id()] = cut.before;
        }
    }

    /**
     * Cuts ranges by a condition.
     *
     * @return false if it cannot be so
     */
    boolean assume(Value condition, boolean holds) {
        Interval known = of(condition);
        if (known.isPoint() && (known.low() != 0) != holds) {
            return false;
        }
        if (!(condition instanceof Instr instr)) {
            return true;
        }
        return switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType _)
            when kind == (holds ? BinaryKind.AND : BinaryKind.OR) ->
                assume(instr.operand(0), holds) && assume(instr.operand(1), holds);
            case Op.InBounds _ when holds -> assumeInBounds(instr.operand(0), instr.operand(1));
            case Op.Compare(Predicate is, ScalarType type)
            when !type.isFloating() ->
                compare(instr.operand(0), holds ? is : is.negated().ordered(), instr.operand(1));
            default -> true;
        };
    }

    /** Cuts an index to what is in range; {@return false if it cannot be so}. */
    boolean assumeInBounds(Value index, Value length) {
        return cut(index, new Interval(0, now(length).high() - 1));
    }

    private boolean compare(Value left, Predicate is, Value right) {
        Interval a = now(left);
        Interval b = now(right);
        return switch (is) {
            case LT -> atMost(left, b.high(), 1) && atLeast(right, a.low(), 1);
            case LE -> atMost(left, b.high(), 0) && atLeast(right, a.low(), 0);
            case GT -> atMost(right, a.high(), 1) && atLeast(left, b.low(), 1);
            case GE -> atMost(right, a.high(), 0) && atLeast(left, b.low(), 0);
            case EQ -> cut(left, b) && cut(right, a);
            case NE -> without(left, b) && without(right, a);
            case LTU, LEU, GTU, GEU -> true;
        };
    }

    private boolean atMost(Value value, long most, int less) {
        return most >= Long.MIN_VALUE + less && cut(value, new Interval(Long.MIN_VALUE, most - less));
    }

    private boolean atLeast(Value value, long least, int more) {
        return least <= Long.MAX_VALUE - more && cut(value, new Interval(least + more, Long.MAX_VALUE));
    }

    /** Only an end of a range can go. */
    private boolean without(Value value, Interval other) {
        Interval known = now(value);
        if (!other.isPoint()) {
            return true;
        }
        if (known.isPoint()) {
            return known.low() != other.low();
        }
        if (known.low() == other.low()) {
            return cut(value, new Interval(known.low() + 1, known.high()));
        }
        return known.high() != other.low() || cut(value, new Interval(known.low(), known.high() - 1));
    }

    /** {@return false if nothing is left} */
    private boolean cut(Value value, Interval range) {
        Interval known = now(value);
        if (known.low() > range.high() || range.low() > known.high()) {
            return false;
        }
        Progression progression = progressions.get(value);
        Interval cut = known.intersection(range);
        Interval both = progression == null ? cut : progression.within(cut);
        if (!both.equals(ranges[value.id()])) {
            cuts.push(new Cut(value, ranges[value.id()]));
            ranges[value.id()] = both;
        }
        return cutOperand(value, both);
    }

    /** What is found of an int that was widened, or of a sum with a constant, is found of the int. */
    private boolean cutOperand(Value value, Interval range) {
        if (!(value instanceof Instr instr)) {
            return true;
        }
        if (instr.op().equals(new Op.Convert(ScalarType.I32, ScalarType.I64))) {
            return cut(instr.operand(0), range);
        }
        if (instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)
                && (kind == BinaryKind.ADD || kind == BinaryKind.SUB)
                && of(instr.operand(1)).isPoint()) {
            Interval operand = now(instr.operand(0));
            long added = of(instr.operand(1)).low();
            long offset = kind == BinaryKind.ADD ? added : -added;
            boolean exact = operand.areInts()
                    && Math.abs(added) <= Integer.MAX_VALUE
                    && (type == ScalarType.I64
                            || new Interval(operand.low() + offset, operand.high() + offset).areInts())
                    && range.areInts();
            return !exact || cut(instr.operand(0), new Interval(range.low() - offset, range.high() - offset));
        }
        return true;
    }
}
