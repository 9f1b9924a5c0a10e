package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Interval;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
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
    private final Counters.Counter counter;
    private final long sign;

    /** How far each state is from where the iteration found the counter. */
    private final Map<Value, Interval> since = new HashMap<>();

    private final boolean ends;

    /**
     * Looks at a counter.
     *
     * @param loop the loop that moves it
     * @param counter what it moves in one direction; all distances are in its unit
     */
    CounterSpan(Loop loop, Counters.Counter counter) {
        this.loop = loop;
        this.counter = counter;
        this.sign = counter.values().values().stream().anyMatch(value -> value instanceof Instr step && move(step) < 0)
                ? -1
                : 1;
        this.ends = measure();
    }

    private long move(Instr step) {
        Long moved = counter.moved(step);
        return moved == null ? 0 : moved;
    }

    /** Either from where the iteration finds the counter to before where it leaves it, or from after that to where it leaves it. */
    boolean areIn(List<Access> accesses) {
        return areIn(accesses, 0) || areIn(accesses, 1);
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

    private boolean isIn(Instr access, Value index, int shift) {
        long offset = 0;
        Value base = index;
        while (!counter.values().values().contains(base)) {
            if (!(base instanceof Instr instr)) {
                return false;
            }
            // Of a long, the lower half is an index, in which sums are those of ints.
            boolean isHalf = instr.op() instanceof Op.Convert(ScalarType wide, ScalarType narrow)
                    && Counters.isInteger(wide)
                    && Counters.isInteger(narrow);
            Value from = instr.operands().isEmpty() ? instr : counter.movedFrom(instr);
            Long added = isHalf
                    ? Long.valueOf(0)
                    : from == instr
                            ? null
                            : counter.unit() == null ? Induction.difference(instr, from) : counter.units(instr, from);
            if (added == null || !Counters.isSmall(added) || !Counters.isSmall(offset)) {
                return false;
            }
            offset += added;
            base = from;
        }
        long moved = offset * sign;
        Interval found = since.get(base);
        return found != null
                && found.low() + moved >= shift
                && new Rest().left(access.block(), base) - moved >= 1 - shift;
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
                long move = move(step) * sign;
                yield found == null ? null : new Interval(found.low() + move, found.high() + move);
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

    /** {@return how far one state is from another that the same steps lead from} */
    private long distance(Value later, Value state) {
        Chain one = chain(later);
        Chain other = chain(state);
        return one.root == other.root ? one.steps - other.steps : -FAR;
    }

    /** What steps lead to a state from, and how far. */
    private record Chain(Value root, long steps) {}

    private Chain chain(Value state) {
        long steps = 0;
        Value at = state;
        while (at instanceof Instr step && counter.values().values().contains(step)) {
            steps += move(step) * sign;
            at = before(step);
        }
        return new Chain(at, steps);
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
                least = ++looked > MOST_LOOKED ? -FAR : Math.min(least, left(edge, state));
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
