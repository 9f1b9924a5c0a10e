package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
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

/**
 * What is known of integers at a place: the interval of each, by what it is computed of and cut by the branches and checks on the way
 * there, and that one int is at most another plus a constant.
 *
 * <p>The latter is after R. Bodík, R. Gupta, V. Sarkar, "ABCD: Eliminating Array Bounds Checks on Demand", 2000, with facts kept in
 * scopes of the dominator tree.
 */
public final class Facts {
    /** How far back an operation is computed anew of operands that became known better. */
    private static final int DEPTH = 6;

    /** That the first is at most the second plus a constant, as numbers without wrap-around. */
    record AtMost(Value less, Value greater, long plus) {}

    /** What a value's interval was before it was cut. */
    private record Cut(Value value, @Nullable Interval before) {}

    /**
     * How much was known at a place.
     *
     * @param cuts intervals that were cut
     * @param relations pairs that were found to be in order
     */
    public record Mark(int cuts, int relations) {}

    private final Function function;
    private final Dominators dominators;
    private final @Nullable Interval[] intervals;
    private final Deque<Cut> cuts = new ArrayDeque<>();
    private final Map<Value, List<AtMost>> above = new HashMap<>();
    private final Deque<AtMost> relations = new ArrayDeque<>();
    private final Map<Value, Progression> progressions = new HashMap<>();

    /**
     * Starts with what types say.
     *
     * @param function a function to which no values are added meanwhile
     * @param dominators of the function
     */
    public Facts(Function function, Dominators dominators) {
        this.function = function;
        this.dominators = dominators;
        this.intervals = new Interval[function.valueCount()];
    }

    /**
     * Goes down the dominator tree, to the blocks that control can get to.
     *
     * @param visitor called with each block, while the facts are those of its start, which it may tell the instructions as it passes
     *     them; whether to go on to the blocks that it dominates
     */
    public void walk(java.util.function.Predicate<Block> visitor) {
        record Visit(Block block, @Nullable Mark after) {}
        List<List<Block>> children = dominators.children();
        Deque<Visit> work = new ArrayDeque<>(List.of(new Visit(function.entry(), null)));
        while (!work.isEmpty()) {
            Visit visit = work.pop();
            if (visit.after != null) {
                back(visit.after);
                continue;
            }
            work.push(new Visit(visit.block, mark()));
            if (enter(visit.block) && visitor.test(visit.block)) {
                children.get(visit.block.id()).reversed().forEach(child -> work.push(new Visit(child, null)));
            }
        }
    }

    private boolean enter(Block block) {
        Edge edge = block.incoming().size() == 1 ? block.incoming().getFirst() : null;
        return edge == null
                || !(edge.source().op() instanceof Op.Branch)
                || assume(edge.source().operand(0), edge.source().edges().getFirst() == edge);
    }

    /** {@return a mark to go {@link #back} to} */
    public Mark mark() {
        return new Mark(cuts.size(), relations.size());
    }

    /** Forgets all that was found since a mark. */
    public void back(Mark mark) {
        while (cuts.size() > mark.cuts) {
            Cut cut = cuts.pop();
            intervals[cut.value.id()] = cut.before;
        }
        while (relations.size() > mark.relations) {
            above(relations.pop().less).removeLast();
        }
    }

    /** Says what a value is among where it is computed. */
    public void set(Value value, Interval interval) {
        intervals[value.id()] = interval;
    }

    /** Says that a value is one of a progression, whenever it is computed. */
    void areOf(Value value, Progression progression) {
        progressions.put(value, progression);
    }

    /** {@return numbers that a value is among} */
    public Interval interval(Value value) {
        return interval(value, DEPTH);
    }

    /** {@return numbers that a value is among, found by so many operations that it is computed of} */
    Interval interval(Value value, int depth) {
        Interval known = intervals[value.id()];
        if (known != null && (depth == 0 || known.isPoint() || value instanceof BlockParam)) {
            return known;
        }
        if (depth == 0) {
            return Interval.of(value.type());
        }
        Interval computed = switch (value) {
            case Instr instr ->
                IntervalArithmetic.of(instr.op(), operand -> interval(instr.operand(operand), depth - 1));
            case BlockParam param -> counted(param, depth - 1);
        };
        return known == null ? computed : computed.intersection(known);
    }

    /** A loop variable that only counts up stays above its start, one that only counts down below, as it does not wrap around. */
    private Interval counted(BlockParam param, int depth) {
        Interval all = Interval.of(param.type());
        GuardedCounter counter = counter(param);
        if (counter == null) {
            return all;
        }
        Interval start = interval(counter.start(), depth);
        return counter.isUp() ? new Interval(start.low(), all.high()) : new Interval(all.low(), start.high());
    }

    /** {@return the counter that a value is, or null} */
    @Nullable GuardedCounter counter(Value value) {
        return value instanceof BlockParam param ? GuardedCounter.of(param, dominators) : null;
    }

    /** {@return what an int was found to be at most} */
    List<AtMost> above(Value value) {
        return above.getOrDefault(value, List.of());
    }

    /** {@return whether an index is proven to be in range} */
    public boolean isInBounds(Value index, Value length) {
        return interval(index).low() >= 0 && new Proof(this).isAtMost(index, length, -1);
    }

    /** {@return whether an array is proven to have the element that a load loads, or a store stores} */
    public boolean hasElement(Value array, Value index) {
        return array.users().stream()
                .filter(user -> user.op() instanceof Op.Length)
                .anyMatch(length -> isInBounds(index, length));
    }

    /** {@return whether an integer is proven not to be zero} */
    public boolean isNotZero(Value value) {
        return !interval(value).contains(0);
    }

    /** Takes note of what is true after an instruction: a check that was passed. {@return false if none gets past it} */
    public boolean pass(Instr instr) {
        return switch (instr.op()) {
            case Op.IndexCheck _ -> assumeInBounds(instr.operand(0), instr.operand(1));
            case Op.DivisorCheck _ -> without(instr.operand(0), Interval.point(0));
            default -> true;
        };
    }

    /**
     * Takes note of an edge that control goes over: of what its branch asks, and of what the target's parameters are then.
     *
     * @param edge an edge from where the facts are
     * @return false if control cannot go over it
     */
    public boolean follow(Edge edge) {
        Instr end = edge.source();
        return (!(end.op() instanceof Op.Branch)
                        || assume(end.operand(0), end.edges().getFirst() == edge))
                && edge.target().params().stream()
                        .allMatch(param -> cut(param, interval(edge.arguments().get(param.index()))));
    }

    /**
     * Takes note of a condition.
     *
     * @param condition what was asked
     * @param holds the answer
     * @return false if it cannot be so
     */
    public boolean assume(Value condition, boolean holds) {
        if (!cut(condition, Interval.point(holds ? 1 : 0))) {
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

    private boolean assumeInBounds(Value index, Value length) {
        return atLeast(index, 0) && isAtMost(index, length, -1);
    }

    private boolean compare(Value left, Predicate is, Value right) {
        return switch (is) {
            case LT -> isAtMost(left, right, -1);
            case LE -> isAtMost(left, right, 0);
            case GT -> isAtMost(right, left, -1);
            case GE -> isAtMost(right, left, 0);
            case EQ -> isAtMost(left, right, 0) && isAtMost(right, left, 0);
            case NE -> without(left, interval(right)) && without(right, interval(left));
            case LTU, LEU, GTU, GEU -> true;
        };
    }

    /** Takes note that an integer is at most another of its type plus a constant, 0 or -1. {@return false if it cannot be so} */
    private boolean isAtMost(Value less, Value greater, int plus) {
        long most = interval(greater).high();
        long least = interval(less).low();
        return most >= Long.MIN_VALUE - plus
                && least <= Long.MAX_VALUE + plus
                && atMost(less, most + plus)
                && atLeast(greater, least - plus)
                && relate(less, greater, plus);
    }

    private boolean relate(Value less, Value greater, int plus) {
        if (less.type() == ScalarType.I32) {
            AtMost fact = new AtMost(less, greater, plus);
            relations.push(fact);
            above.computeIfAbsent(less, _ -> new ArrayList<>()).add(fact);
            return true;
        }
        // A number that starts at an int and is found to be below an int is one: its low half is the whole of it.
        Value high = Op.Convert.unwidened(greater);
        WideIndex.Narrow low = high == greater ? null : WideIndex.narrow(less);
        return low == null
                || (isAtMost(low.index(), high, plus)
                        && (low.start() == null || isAtMost(low.start(), low.index(), 0)));
    }

    private boolean atMost(Value value, long most) {
        return cut(value, new Interval(Long.MIN_VALUE, most));
    }

    private boolean atLeast(Value value, long least) {
        return cut(value, new Interval(least, Long.MAX_VALUE));
    }

    /** Only an end of an interval can go. */
    private boolean without(Value value, Interval other) {
        Interval known = interval(value);
        if (!other.isPoint() || !known.contains(other.low())) {
            return true;
        }
        if (known.isPoint()) {
            return false;
        }
        return known.low() == other.low()
                ? atLeast(value, known.low() + 1)
                : known.high() != other.low() || atMost(value, known.high() - 1);
    }

    /** {@return false if nothing is left} */
    private boolean cut(Value value, Interval range) {
        Interval known = interval(value);
        if (!known.meets(range)) {
            return false;
        }
        Progression progression = progressions.get(value);
        Interval both = known.intersection(range);
        Interval cut = progression == null ? both : progression.within(both);
        if (!cut.equals(intervals[value.id()])) {
            cuts.push(new Cut(value, intervals[value.id()]));
            intervals[value.id()] = cut;
        }
        return cut.equals(known) || !(value instanceof Instr instr) || cutOperand(instr, cut);
    }

    /** What is found of an int that was widened, or of a sum with a constant, is found of the int. */
    private boolean cutOperand(Instr instr, Interval range) {
        return switch (instr.op()) {
            case Op.Convert(ScalarType from, ScalarType to)
            when from == ScalarType.I32 && to == ScalarType.I64 -> cut(instr.operand(0), range);
            case Op.Binary(BinaryKind kind, ScalarType type)
            when (kind == BinaryKind.ADD || kind == BinaryKind.SUB) && !type.isFloating() -> {
                Interval added = interval(instr.operand(1), 1);
                BinaryKind back = kind == BinaryKind.ADD ? BinaryKind.SUB : BinaryKind.ADD;
                // Back the same way, whether the sum has wrapped around or not.
                yield !added.isPoint() || cut(instr.operand(0), IntervalArithmetic.binary(back, type, range, added));
            }
            default -> true;
        };
    }
}
