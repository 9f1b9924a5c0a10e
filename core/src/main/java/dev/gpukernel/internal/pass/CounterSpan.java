package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CutIndex;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Facts;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Interval;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The numbers that a counter passes in an iteration; if it counts down, all signs are changed. */
final class CounterSpan {
    /** More than a counter can be moved in an iteration, and what stands for any number. */
    private static final long FAR = 1L << 40;

    /** Ways that are looked at. */
    private static final int MOST_LOOKED = 5_000;

    private final Loop loop;
    private final List<Loop> inner;
    private final Counters.Counter counter;
    private final Dominators dominators;

    /** What is known on the way that is looked at. */
    private final Facts facts;

    /** Other conditions that ask the same as one. */
    private final Map<Value, List<Value>> repeated = new HashMap<>();

    private final boolean isDown;

    /** How far each state is from where the iteration found the counter. */
    private final Map<Value, Interval> since = new HashMap<>();

    private final boolean ends;

    /**
     * Looks at a counter.
     *
     * @param code the function
     * @param loop the loop that moves it
     * @param counter what it moves in one direction; all distances are in its unit
     */
    CounterSpan(Function code, Loop loop, Counters.Counter counter) {
        this.loop = loop;
        this.inner = loop.inside(Loop.of(code));
        this.counter = counter;
        this.dominators = Dominators.of(code);
        this.facts = new Facts(code, dominators);
        counter.amounts().forEach(facts::set);
        this.isDown = counter.values().values().stream()
                .anyMatch(value -> value instanceof Instr step
                        && Objects.requireNonNull(counter.moved(step), "it counts")
                                        .low()
                                < 0);
        this.ends = measure();
        findRepeated();
    }

    /** As running values are, elements of other arrays are read again as if the iteration had written none: launches see to that. */
    private void findRepeated() {
        Set<Value> written = new HashSet<>();
        Access.in(loop.blocks()).stream().filter(Access::isWrite).forEach(write -> written.add(write.array()));
        List<Value> conditions = loop.blocks().stream()
                .filter(block -> block.terminator().op() instanceof Op.Branch)
                .filter(block -> inner.stream().noneMatch(one -> one.contains(block)))
                .map(block -> block.terminator().operand(0))
                .distinct()
                .toList();
        for (Value one : conditions) {
            repeated.put(
                    one,
                    conditions.stream()
                            .filter(other ->
                                    other != one && StraightWay.isSame(one, other, array -> !written.contains(array)))
                            .toList());
        }
    }

    /** {@return how far a step moves the counter, by what is known so far} */
    private Interval move(Instr step) {
        Interval moved = Objects.requireNonNull(counter.moved(step), "it counts");
        Value amount = counter.amount(step);
        if (amount != null && counter.amounts().containsKey(amount)) {
            Interval known = facts.interval(amount);
            moved = Counters.Counter.isSum(step) ? known : known.negated();
        }
        return isDown ? moved.negated() : moved;
    }

    /**
     * {@return 0 if all accesses are from where the iteration finds the counter to before where it leaves it, 1 if they are from after
     * that to where it leaves it, -1 if neither is so}
     */
    int shift(List<Access> accesses) {
        return areIn(accesses, 0) ? 0 : areIn(accesses, 1) ? 1 : -1;
    }

    private boolean areIn(List<Access> accesses, int shift) {
        for (Access access : accesses) {
            Value index = access.index();
            if (index == null || !isIn(access.instr(), index, shift)) {
                return false;
            }
        }
        return true;
    }

    /** {@return whether an index is the counter, or follows from it} */
    boolean leadsTo(Value index) {
        return from(index) != null;
    }

    /** {@return whether indices that follow from the counter are longs throughout, so that they come round later than ints} */
    boolean areLongs(List<Access> accesses) {
        return accesses.stream().allMatch(access -> access.index() != null && isLong(access.index()));
    }

    private boolean isLong(Value index) {
        Value base = index;
        while (!counter.values().values().contains(base)) {
            if (!(base instanceof Instr instr) || instr.operands().isEmpty() || instr.op() instanceof Op.Convert) {
                return false;
            }
            CutIndex cut = CutIndex.of(instr);
            base = cut != null ? cut.index() : counter.movedFrom(instr);
        }
        return base.type() == ScalarType.I64;
    }

    /** A state of the counter, and how far an index is from it. */
    private record From(Value state, long offset) {}

    private @Nullable From from(Value index) {
        long offset = 0;
        Value base = index;
        while (!counter.values().values().contains(base)) {
            if (!(base instanceof Instr instr)) {
                return null;
            }
            // Of a long, the lower half is an index, in which sums are those of ints.
            boolean isHalf = instr.op() instanceof Op.Convert(ScalarType wide, ScalarType narrow)
                    && Counters.isInteger(wide)
                    && Counters.isInteger(narrow);
            CutIndex cut = CutIndex.of(instr);
            Value from = cut != null ? cut.index() : instr.operands().isEmpty() ? instr : counter.movedFrom(instr);
            Long added = isHalf || cut != null
                    ? Long.valueOf(0)
                    : from == instr
                            ? null
                            : counter.unit() == null ? Induction.difference(instr, from) : counter.units(instr, from);
            if (added == null || !Counters.isSmall(added) || !Counters.isSmall(offset)) {
                return null;
            }
            offset += added;
            base = from;
        }
        return new From(base, isDown ? -offset : offset);
    }

    private boolean isIn(Instr access, Value index, int shift) {
        From from = from(index);
        if (from == null) {
            return false;
        }
        Facts.Mark before = facts.mark();
        boolean isReached = assumeOnTheWayTo(access.block());
        boolean isPassed = !isReached
                || (least(from.state) + from.offset >= shift
                        && new Rest().left(access.block(), from.state) - from.offset >= 1 - shift);
        facts.back(before);
        return isPassed;
    }

    /** {@return how far a state is at least from where the iteration found the counter, by what is known so far} */
    private long least(Value state) {
        Deque<Instr> steps = new ArrayDeque<>();
        Interval found = since.get(root(state, steps));
        return found == null
                ? -FAR
                : found.low()
                        + steps.stream().mapToLong(step -> move(step).low()).sum();
    }

    /** Takes note of what branches say that lead to a block; {@return false if it is never reached} */
    private boolean assumeOnTheWayTo(Block block) {
        Deque<Edge> edges = new ArrayDeque<>();
        for (Block at = block; at != null && at != loop.header(); at = dominators.immediate(at)) {
            if (at.incoming().size() == 1 && isOnce(at.incoming().getFirst())) {
                edges.push(at.incoming().getFirst());
            }
        }
        return edges.stream().allMatch(this::follow);
    }

    /** Takes note of an edge; {@return whether control may go over it} */
    private boolean follow(Edge edge) {
        Instr end = edge.source();
        return facts.follow(edge)
                && (!(end.op() instanceof Op.Branch)
                        || repeated.getOrDefault(end.operand(0), List.of()).stream()
                                .allMatch(same -> facts.assume(same, end.edges().getFirst() == edge)));
    }

    /** {@return whether an iteration goes over an edge once at most, so that what is known there stays true} */
    private boolean isOnce(Edge edge) {
        return loop.contains(edge.target())
                && edge.target() != loop.header()
                && inner.stream().noneMatch(one -> one.contains(edge.source().block()) || one.contains(edge.target()));
    }

    /** Goes from state to state until nothing changes; {@return whether that ends, which an inner loop that moves the counter keeps it from} */
    private boolean measure() {
        since.put(counter.values().param(), Interval.point(0));
        boolean changed = true;
        for (int round = 0; changed && round <= counter.values().values().size(); round++) {
            changed = false;
            for (Value value : counter.values().values()) {
                Interval found = value == counter.values().param() ? null : measured(value);
                changed |= found != null && !found.equals(since.put(value, found));
            }
        }
        return !changed;
    }

    private @Nullable Interval measured(Value value) {
        return switch (value) {
            case Instr step -> {
                Interval found = since.get(before(step));
                yield found == null ? null : found.plus(move(step));
            }
            case BlockParam join ->
                join.block().incoming().stream()
                        .map(edge -> since.get(edge.arguments().get(join.index())))
                        .filter(Objects::nonNull)
                        .reduce(Interval::union)
                        .orElse(null);
        };
    }

    private Value before(Instr step) {
        return step.operand(counter.values().values().contains(step.operand(0)) ? 0 : 1);
    }

    /** {@return how far one state is at least from another that the same steps lead from, by what is known so far} */
    private long distance(Value later, Value state) {
        Interval found = between(state, later);
        return found == null ? -FAR : found.low();
    }

    /** {@return how far one state is from another that the same steps lead from, null if none lead from the same to both} */
    private @Nullable Interval between(Value state, Value later) {
        Deque<Instr> one = new ArrayDeque<>();
        Deque<Instr> other = new ArrayDeque<>();
        if (root(later, one) != root(state, other)) {
            return null;
        }
        while (!one.isEmpty() && one.peek() == other.peek()) {
            one.pop();
            other.pop();
        }
        Interval found = Interval.point(0);
        for (Instr step : one) {
            found = found.plus(move(step));
        }
        for (Instr step : other) {
            found = found.plus(move(step).negated());
        }
        return found;
    }

    /** {@return what steps lead to a state from; the first comes first} */
    private Value root(Value state, Deque<Instr> steps) {
        Value at = state;
        while (at instanceof Instr step && counter.values().values().contains(step)) {
            steps.push(step);
            at = before(step);
        }
        return at;
    }

    /** {@return how far the counter is moved in an iteration, at most; 0 if it is moved in an inner loop} */
    long most() {
        return ends
                ? loop.backEdges().stream()
                        .map(edge -> since.get(
                                edge.arguments().get(counter.values().param().index())))
                        .filter(Objects::nonNull)
                        .mapToLong(Interval::high)
                        .max()
                        .orElse(0)
                : 0;
    }

    boolean isDown() {
        return isDown;
    }

    BlockParam param() {
        return counter.values().param();
    }

    /** {@return how far this and another counter are moved in an iteration, at most, the ways of both taken together} */
    long mostWith(CounterSpan other) {
        return ends && other.ends
                ? new Together(other)
                        .most(
                                loop.header(),
                                counter.values().param(),
                                other.counter.values().param())
                : FAR;
    }

    /** Looks for the way through the iteration on which two counters are moved most. */
    private final class Together {
        private final CounterSpan other;
        private final Set<Block> on = new HashSet<>();
        private int looked;

        Together(CounterSpan other) {
            this.other = other;
        }

        long most(Block block, Value own, Value theirs) {
            if (!on.add(block)) {
                // An inner loop moves neither.
                return 0;
            }
            long most = 0;
            for (Edge edge : block.terminator().edges()) {
                Facts.Mark before = facts.mark();
                Facts.Mark theirsBefore = other.facts.mark();
                boolean isTaken =
                        loop.contains(edge.target()) && (!isOnce(edge) || (follow(edge) && other.follow(edge)));
                if (isTaken) {
                    most = Math.max(most, ++looked > MOST_LOOKED ? FAR : over(edge, own, theirs));
                }
                facts.back(before);
                other.facts.back(theirsBefore);
            }
            on.remove(block);
            return most;
        }

        private long over(Edge edge, Value own, Value theirs) {
            Value next = next(edge, own);
            Value theirNext = other.next(edge, theirs);
            long moved = moved(edge, own, next) + other.moved(edge, theirs, theirNext);
            return edge.target() == loop.header() || moved >= FAR
                    ? moved
                    : moved + most(edge.target(), next, theirNext);
        }
    }

    /** {@return the state that a counter is in behind an edge} */
    private Value next(Edge edge, Value state) {
        return edge.target() == loop.header()
                ? counter.values().param()
                : edge.target().params().stream()
                        .filter(counter.values().values()::contains)
                        .map(Value.class::cast)
                        .findFirst()
                        .orElse(state);
    }

    /** {@return how far it is moved at most until it is in the state behind an edge} */
    private long moved(Edge edge, Value state, Value next) {
        if (next == state) {
            return 0;
        }
        Interval found = between(state, edge.arguments().get(((BlockParam) next).index()));
        return found == null ? FAR : found.high();
    }

    /** Looks for the way to the end of the iteration on which the counter is moved least. */
    private final class Rest {
        private final Set<State> on = new HashSet<>();
        private int looked;

        /** {@return how far it is moved at least, on any way from a block; negative if that cannot be told} */
        long left(Block block, Value state) {
            State at = new State(block, state);
            if (!on.add(at)) {
                // Going round an inner loop only adds to it.
                return FAR;
            }
            long least = FAR;
            for (Edge edge : block.terminator().edges()) {
                Facts.Mark before = facts.mark();
                if (!isOnce(edge) || follow(edge)) {
                    least = ++looked > MOST_LOOKED ? -FAR : Math.min(least, left(edge, state));
                }
                facts.back(before);
            }
            on.remove(at);
            return least;
        }

        private long left(Edge edge, Value state) {
            Block target = edge.target();
            if (!loop.contains(target)) {
                return FAR;
            }
            if (target == loop.header()) {
                return distance(edge.arguments().get(counter.values().param().index()), state);
            }
            List<BlockParam> joins = target.params().stream()
                    .filter(counter.values().values()::contains)
                    .toList();
            if (joins.isEmpty()) {
                return left(target, state);
            }
            long distance = distance(edge.arguments().get(joins.getFirst().index()), state);
            return distance == -FAR || joins.size() > 1 ? -FAR : distance + left(target, joins.getFirst());
        }
    }

    /** Where control is, and which state of a counter it has there. */
    private record State(Block block, Value state) {}
}
