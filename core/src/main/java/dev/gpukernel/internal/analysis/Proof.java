package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.Facts.AtMost;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/** Proves that one int is at most another, from {@link Facts} and what operations imply. What it does not find, it does not know. */
final class Proof {
    /** How many steps may follow one another; few are needed. */
    private static final int DEPTH = 6;

    /** How many steps are tried for one question. */
    private static final int MOST_STEPS = 500;

    /** How many facts of a value are looked at, the latest first. */
    private static final int MOST_FACTS = 6;

    private final Facts facts;
    private int steps;

    Proof(Facts facts) {
        this.facts = facts;
    }

    /** {@return whether one int is proven to be at most another plus a constant, as numbers without wrap-around} */
    boolean isAtMost(Value less, Value greater, long plus) {
        return isAtMost(less, greater, plus, DEPTH);
    }

    private boolean isAtMost(Value less, Value greater, long plus, int depth) {
        if (less == greater && plus >= 0) {
            return true;
        }
        if (high(less, 2) <= low(greater, 2) + plus) {
            return true;
        }
        if (depth == 0 || ++steps > MOST_STEPS) {
            return false;
        }
        List<AtMost> known = facts.above(less);
        for (AtMost fact : known.subList(Math.max(0, known.size() - MOST_FACTS), known.size())) {
            if (isAtMost(fact.greater(), greater, plus - fact.plus(), depth - 1)) {
                return true;
            }
        }
        return isImplied(less, greater, plus, depth - 1) || isBelowSum(less, greater, plus, depth - 1);
    }

    private boolean isImplied(Value less, Value greater, long plus, int depth) {
        if (!(less instanceof Instr instr)) {
            GuardedCounter counter = facts.counter(less);
            return counter != null && !counter.isUp() && isAtMost(counter.start(), greater, plus, depth);
        }
        if (instr.op() instanceof Op.Select) {
            return isAtMost(instr.operand(1), greater, plus, depth) && isAtMost(instr.operand(2), greater, plus, depth);
        }
        if (!(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)) || type != ScalarType.I32) {
            return false;
        }
        Value left = instr.operand(0);
        Value right = instr.operand(1);
        return switch (kind) {
            case ADD ->
                isExact(instr, depth)
                        && (isAtMost(left, greater, plus - high(right, depth), depth)
                                || isAtMost(right, greater, plus - high(left, depth), depth));
            case SUB -> isExact(instr, depth) && isAtMost(left, greater, plus + low(right, depth), depth);
            case DIV, SHR, USHR ->
                low(left, depth) >= 0 && low(right, depth) >= 0 && isAtMost(left, greater, plus, depth);
            case REM ->
                low(right, depth) > 0
                        && (isAtMost(right, greater, plus + 1, depth)
                                || (low(left, depth) >= 0 && isAtMost(left, greater, plus, depth)));
            case AND ->
                (low(left, depth) >= 0 && isAtMost(left, greater, plus, depth))
                        || (low(right, depth) >= 0 && isAtMost(right, greater, plus, depth));
            case MUL, OR, XOR, SHL -> false;
        };
    }

    /** Whether {@code less <= x + c + plus} where {@code greater = x + c}. */
    private boolean isBelowSum(Value less, Value greater, long plus, int depth) {
        if (!(greater instanceof Instr sum)
                || !(sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))
                || type != ScalarType.I32
                || (kind != BinaryKind.ADD && kind != BinaryKind.SUB)
                || !isExact(sum, depth)) {
            return false;
        }
        Value right = sum.operand(1);
        return isAtMost(
                less, sum.operand(0), plus + (kind == BinaryKind.ADD ? low(right, depth) : -high(right, depth)), depth);
    }

    /** {@return whether a sum or difference of ints is proven not to wrap around} */
    private boolean isExact(Instr sum, int depth) {
        return !IntervalArithmetic.mayOverflow(
                sum.op(), operand -> facts.interval(sum.operand(operand), Math.max(depth, 1)));
    }

    private long low(Value value, int depth) {
        return facts.interval(value, depth).low();
    }

    private long high(Value value, int depth) {
        return facts.interval(value, depth).high();
    }
}
