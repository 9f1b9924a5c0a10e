package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.Facts.AtMost;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Proves bounds of ints from {@link Facts} and from what operations imply. What it does not find, it does not know. */
final class Proof {
    /** How many steps may follow one another; few are needed. */
    private static final int DEPTH = 6;

    /** How many steps are tried for one question. */
    private static final int MOST_STEPS = 500;

    /** How many facts of a value are looked at, the latest first. */
    private static final int MOST_FACTS = 6;

    private final Facts facts;
    private final Dominators dominators;
    private int steps;

    Proof(Facts facts, Dominators dominators) {
        this.facts = facts;
        this.dominators = dominators;
    }

    /** {@return ints that an I32 is among} */
    Interval interval(Value value) {
        steps = 0;
        return interval(value, DEPTH);
    }

    private Interval interval(Value value, int depth) {
        if (depth == 0 || ++steps > MOST_STEPS || value.type() != ScalarType.I32) {
            return Interval.INTS;
        }
        Interval interval = implied(value, depth);
        for (AtMost fact : latest(facts.below(value))) {
            long least =
                    fact.less() == null ? 0 : interval(fact.less(), depth - 1).low();
            interval = interval.intersection(new Interval(least - fact.plus(), Integer.MAX_VALUE));
        }
        for (AtMost fact : latest(facts.above(value))) {
            long most = interval(fact.greater(), depth - 1).high() + fact.plus();
            interval = interval.intersection(new Interval(Integer.MIN_VALUE, most));
        }
        return interval;
    }

    private static List<AtMost> latest(List<AtMost> facts) {
        return facts.size() <= MOST_FACTS ? facts : facts.subList(facts.size() - MOST_FACTS, facts.size());
    }

    private Interval implied(Value value, int depth) {
        if (!(value instanceof Instr instr)) {
            return value instanceof BlockParam param ? counter(param, depth) : Interval.INTS;
        }
        return switch (instr.op()) {
            case Op.Constant constant -> new Interval(constant.bits(), constant.bits());
            case Op.Length _ -> Interval.NOT_NEGATIVE;
            case Op.Call call when call.intrinsic().isNotNegative() -> Interval.NOT_NEGATIVE;
            case Op.Convert(ScalarType from, ScalarType _) when from == ScalarType.I1 -> new Interval(0, 1);
            case Op.Convert _ when isIteration(instr.operand(0)) -> Interval.NOT_NEGATIVE;
            case Op.Narrow narrow -> Interval.of(narrow.to());
            case Op.Load load -> Interval.of(load.element());
            case Op.Select _ -> interval(instr.operand(1), depth - 1).union(interval(instr.operand(2), depth - 1));
            case Op.Binary(BinaryKind kind, ScalarType _) ->
                Interval.binary(kind, interval(instr.operand(0), depth - 1), interval(instr.operand(1), depth - 1));
            default -> Interval.INTS;
        };
    }

    /** The iterations of an outlined loop are ints: no thread gets past its test whose iteration is not below one. */
    private static boolean isIteration(Value value) {
        return value instanceof Instr instr && instr.op() instanceof Op.Iteration;
    }

    /** A loop variable that only counts up stays above its start, one that only counts down below, unless it wraps around. */
    private Interval counter(BlockParam param, int depth) {
        Counter counter = Counter.of(param, dominators);
        if (counter == null) {
            return Interval.INTS;
        }
        Interval start = interval(counter.start(), depth - 1);
        return counter.step() > 0
                ? new Interval(start.low(), Integer.MAX_VALUE)
                : new Interval(Integer.MIN_VALUE, start.high());
    }

    /** {@return whether one int is proven to be at most another plus a constant, as numbers without wrap-around} */
    boolean isAtMost(Value less, Value greater, long plus) {
        steps = 0;
        return isAtMost(less, greater, plus, DEPTH);
    }

    private boolean isAtMost(Value less, Value greater, long plus, int depth) {
        if (less == greater && plus >= 0) {
            return true;
        }
        if (interval(less, 2).high() <= interval(greater, 2).low() + plus) {
            return true;
        }
        if (depth == 0 || ++steps > MOST_STEPS) {
            return false;
        }
        for (AtMost fact : latest(facts.above(less))) {
            if (isAtMost(fact.greater(), greater, plus - fact.plus(), depth - 1)) {
                return true;
            }
        }
        return isImplied(less, greater, plus, depth - 1) || isBelowSum(less, greater, plus, depth - 1);
    }

    private boolean isImplied(Value less, Value greater, long plus, int depth) {
        if (!(less instanceof Instr instr)) {
            Counter counter = less instanceof BlockParam param ? Counter.of(param, dominators) : null;
            return counter != null && counter.step() < 0 && isAtMost(counter.start(), greater, plus, depth);
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
                        && (isAtMost(
                                        left,
                                        greater,
                                        plus - interval(right, depth).high(),
                                        depth)
                                || isAtMost(
                                        right,
                                        greater,
                                        plus - interval(left, depth).high(),
                                        depth));
            case SUB ->
                isExact(instr, depth)
                        && isAtMost(left, greater, plus + interval(right, depth).low(), depth);
            case DIV, SHR, USHR ->
                interval(left, depth).low() >= 0
                        && interval(right, depth).low() >= 0
                        && isAtMost(left, greater, plus, depth);
            case REM ->
                interval(right, depth).low() > 0
                        && (isAtMost(right, greater, plus + 1, depth)
                                || (interval(left, depth).low() >= 0 && isAtMost(left, greater, plus, depth)));
            case AND ->
                (interval(left, depth).low() >= 0 && isAtMost(left, greater, plus, depth))
                        || (interval(right, depth).low() >= 0 && isAtMost(right, greater, plus, depth));
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
        Interval right = interval(sum.operand(1), depth);
        return isAtMost(less, sum.operand(0), plus + (kind == BinaryKind.ADD ? right.low() : -right.high()), depth);
    }

    /** {@return whether a sum or difference of ints is proven not to wrap around} */
    private boolean isExact(Instr sum, int depth) {
        Interval left = interval(sum.operand(0), Math.max(depth, 1));
        Interval right = interval(sum.operand(1), Math.max(depth, 1));
        boolean plus = sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType _) && kind == BinaryKind.ADD;
        long low = plus ? left.low() + right.low() : left.low() - right.high();
        long high = plus ? left.high() + right.high() : left.high() - right.low();
        return low >= Integer.MIN_VALUE && high <= Integer.MAX_VALUE;
    }

    /**
     * A loop variable.
     *
     * @param start what it is at first
     * @param step what is added in each iteration, 1 or -1
     */
    private record Counter(Value start, long step) {
        static @Nullable Counter of(BlockParam param, Dominators dominators) {
            Block header = param.block();
            Value start = null;
            long step = 0;
            for (Edge edge : header.incoming()) {
                Value argument = edge.arguments().get(param.index());
                if (!dominators.dominates(header, edge.source().block())) {
                    if (start != null && start != argument) {
                        return null;
                    }
                    start = argument;
                } else if (argument != param) {
                    long own = step(argument, param);
                    if (own == 0 || (step != 0 && own != step) || !isGuarded(argument, param, own, dominators)) {
                        return null;
                    }
                    step = own;
                }
            }
            return start == null || step == 0 ? null : new Counter(start, step);
        }

        private static long step(Value next, BlockParam param) {
            Long step = param.type() == ScalarType.I32 ? LoopCounter.difference(next, param) : null;
            return step != null && Math.abs(step) == 1 ? step : 0;
        }

        /** A variable that was found to be below an int can be increased by 1; one above an int, decreased. */
        private static boolean isGuarded(Value next, BlockParam param, long step, Dominators dominators) {
            Block inner = next.block();
            for (Block outer = inner; outer != null && outer != dominators.immediate(param.block()); ) {
                if (inner.incoming().size() == 1
                        && inner.incoming().getFirst().source().block() == outer
                        && excludesLast(inner.incoming().getFirst(), param, step)) {
                    return true;
                }
                inner = outer;
                outer = dominators.immediate(outer);
            }
            return false;
        }

        private static boolean excludesLast(Edge edge, BlockParam param, long step) {
            Instr branch = edge.source();
            if (!(branch.op() instanceof Op.Branch)
                    || !(branch.operand(0) instanceof Instr compare)
                    || !(compare.op() instanceof Op.Compare(Predicate tested, ScalarType type))
                    || type != ScalarType.I32) {
                return false;
            }
            Predicate holds = branch.edges().getFirst() == edge
                    ? tested
                    : tested.negated().ordered();
            Predicate is = compare.operand(0) == param ? holds : holds.swapped();
            return compare.operands().contains(param) && is == (step > 0 ? Predicate.LT : Predicate.GT);
        }
    }
}
