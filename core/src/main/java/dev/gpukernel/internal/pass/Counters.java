package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counters that a loop moves in one direction only, by constants. The numbers that one passes in an iteration are that iteration's
 * alone: so are the elements of an array that is only accessed there.
 */
final class Counters {
    /** More than a counter can be moved in an iteration, and what stands for any number. */
    private static final long FAR = 1L << 40;

    /** Ways that are looked at. */
    private static final int MOST_LOOKED = 5_000;

    private final Function code;
    private final CountedLoop counted;
    private final Loop loop;
    private final List<Accumulation> counters;

    /**
     * Finds them.
     *
     * @param code where the loop is
     * @param counted the loop
     * @param accumulations its running values
     */
    Counters(Function code, CountedLoop counted, List<Accumulation> accumulations) {
        this.code = code;
        this.counted = counted;
        this.loop = counted.loop();
        this.counters = accumulations.stream().filter(Counters::counts).toList();
    }

    private static boolean counts(Accumulation one) {
        boolean up = true;
        boolean down = true;
        for (Value value : one.values()) {
            if (value instanceof Instr step) {
                Long moved = moved(step, one);
                if (moved == null) {
                    return false;
                }
                up &= moved >= 0;
                down &= moved <= 0;
            }
        }
        return one.param().type() == ScalarType.I32 && up != down;
    }

    /** {@return by how much a step moves a counter, null if that is no small constant} */
    private static @Nullable Long moved(Instr step, Accumulation one) {
        for (Value before : step.operands()) {
            Long moved = one.values().contains(before) ? Induction.difference(step, before) : null;
            if (moved != null && Math.abs(moved) <= Short.MAX_VALUE) {
                return moved;
            }
        }
        return null;
    }

    /**
     * Tells whether no element is accessed by two iterations.
     *
     * @param accesses all accesses to an array, or to two that may be the same
     * @return what must be true of a launch if all of them are at indices that one counter passes in the iteration, null if they are not
     */
    @Nullable List<Condition> apart(List<Access> accesses) {
        for (Accumulation counter : counters) {
            Passed passed = new Passed(counter);
            long most = passed.most();
            List<Condition> conditions = most == 0 ? null : fits(most);
            if (conditions != null && passed.areIn(accesses)) {
                return conditions;
            }
        }
        return null;
    }

    /** {@return what keeps a counter from coming round to where it has been, null if that cannot be asked} */
    private @Nullable List<Condition> fits(long most) {
        boolean isInt = counted.variable().type() == ScalarType.I32;
        if (isInt && most <= Math.abs(counted.step())) {
            return List.of();
        }
        HostExpression first = HostExpression.of(code, counted.start());
        HostExpression last = HostExpression.of(code, counted.bound());
        if (first == null || last == null) {
            return null;
        }
        long iterations = ((1L << Integer.SIZE) - 1) / most;
        return List.of(new Condition(
                counted.iterations(first, last),
                Long.MIN_VALUE,
                iterations,
                "the loop has at most " + iterations + " iterations"));
    }

    /** The numbers that a counter passes; if it counts down, all signs are changed. */
    private final class Passed {
        private final Accumulation counter;
        private final long sign;
        private final Map<Value, Long> since = new HashMap<>();

        Passed(Accumulation counter) {
            this.counter = counter;
            this.sign =
                    counter.values().stream().anyMatch(value -> value instanceof Instr step && move(step) < 0) ? -1 : 1;
        }

        private long move(Instr step) {
            Long moved = moved(step, counter);
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
            while (!counter.values().contains(base)) {
                Long more = base instanceof Instr sum
                                && sum.type() == ScalarType.I32
                                && !sum.operands().isEmpty()
                        ? Induction.difference(sum, sum.operand(0))
                        : null;
                if (more == null || Math.abs(offset) > Short.MAX_VALUE || Math.abs(more) > Short.MAX_VALUE) {
                    return false;
                }
                offset += more;
                base = ((Instr) base).operand(0);
            }
            long moved = offset * sign;
            return since(base) + moved >= shift && new Rest().left(access.block(), base) - moved >= 1 - shift;
        }

        /** {@return how far a state is from where the iteration found the counter, at least} */
        private long since(Value state) {
            if (since.isEmpty()) {
                since.put(counter.param(), 0L);
                boolean changed = true;
                while (changed) {
                    changed = false;
                    for (Value value : counter.values()) {
                        long least = value == counter.param() ? 0 : sinceOperands(value);
                        changed |= !Long.valueOf(least).equals(since.put(value, least));
                    }
                }
            }
            return since.getOrDefault(state, -FAR);
        }

        private long sinceOperands(Value value) {
            return switch (value) {
                case Instr step -> Math.min(FAR, since.getOrDefault(before(step), FAR) + move(step) * sign);
                case BlockParam join -> {
                    long least = FAR;
                    for (Edge edge : join.block().incoming()) {
                        least = Math.min(
                                least, since.getOrDefault(edge.arguments().get(join.index()), FAR));
                    }
                    yield least;
                }
            };
        }

        private Value before(Instr step) {
            return step.operand(counter.values().contains(step.operand(0)) ? 0 : 1);
        }

        /** {@return how far one state is from another that the same steps lead from} */
        private long distance(Value later, Value state) {
            return root(later) == root(state) ? steps(later) - steps(state) : -FAR;
        }

        private Value root(Value state) {
            Value at = state;
            while (at instanceof Instr step && counter.values().contains(step)) {
                at = before(step);
            }
            return at;
        }

        private long steps(Value state) {
            long steps = 0;
            Value at = state;
            while (at instanceof Instr step && counter.values().contains(step)) {
                steps += move(step) * sign;
                at = before(step);
            }
            return steps;
        }

        /** {@return how far the counter is moved in an iteration, at most; 0 if it is moved in an inner loop} */
        long most() {
            long most = 0;
            for (Edge edge : loop.backEdges()) {
                long own = farthest(edge.arguments().get(counter.param().index()), new HashMap<>());
                if (own < 0) {
                    return 0;
                }
                most = Math.max(most, own);
            }
            return most;
        }

        private long farthest(Value state, Map<Value, Long> seen) {
            if (state == counter.param()) {
                return 0;
            }
            Long known = seen.get(state);
            if (known != null) {
                return known;
            }
            // What goes round has no end.
            seen.put(state, -1L);
            long most = 0;
            switch (state) {
                case Instr step -> {
                    long own = farthest(before(step), seen);
                    most = own < 0 ? -1 : own + Math.abs(move(step));
                }
                case BlockParam join -> {
                    for (Edge edge : join.block().incoming()) {
                        long own = farthest(edge.arguments().get(join.index()), seen);
                        most = own < 0 || most < 0 ? -1 : Math.max(most, own);
                    }
                }
            }
            seen.put(state, most);
            return most;
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
                    return distance(edge.arguments().get(counter.param().index()), state);
                }
                List<BlockParam> joins = target.params().stream()
                        .filter(counter.values()::contains)
                        .toList();
                if (joins.isEmpty()) {
                    return left(target, state);
                }
                long distance = distance(edge.arguments().get(joins.getFirst().index()), state);
                return distance == -FAR || joins.size() > 1 ? -FAR : distance + left(target, joins.getFirst());
            }
        }
    }

    /** Where control is, and which state of a counter it has there. */
    private record State(Block block, Value state) {}
}
