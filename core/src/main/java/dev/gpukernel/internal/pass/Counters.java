package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Interval;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.RowIndex;
import dev.gpukernel.internal.analysis.ValueText;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Type;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counters that a loop moves in one direction only, by small numbers, or by a number that is the same in all iterations. The numbers
 * that one passes in an iteration are that iteration's alone: so are the elements of an array that is only accessed there.
 */
final class Counters {
    /** As many numbers as there are indices, less 1. */
    private static final long MOST_APART = (1L << Integer.SIZE) - 1;

    /** The same of longs, without the bits that an index does not show. */
    private static final long MOST_LONGS_APART = 1L << 60;

    private static final int MOST_WORDS = 4;

    private final Function code;
    private final CountedLoop counted;
    private final Loop loop;
    private final List<Counter> counters;
    private final java.util.function.Function<BlockParam, @Nullable HostExpression> starts;

    /**
     * A counter.
     *
     * @param values how it is accumulated
     * @param unit what it is moved by, not always in the same direction; null if small numbers move it
     * @param amounts what steps add or subtract that is no constant, and what it is among
     */
    record Counter(Accumulation values, @Nullable Value unit, Map<Value, Interval> amounts) {
        /** {@return by how much a step moves it, or how many units; null if that is no small number} */
        @Nullable Interval moved(Instr step) {
            for (Value before : step.operands()) {
                Interval moved = !values.values().contains(before)
                        ? null
                        : unit == null ? moved(step, before) : point(units(step, before));
                if (moved != null && isSmall(moved.low()) && isSmall(moved.high())) {
                    return moved;
                }
            }
            return null;
        }

        private @Nullable Interval moved(Instr step, Value before) {
            Value amount = amount(step);
            Interval known = amount == null ? null : amounts.get(amount);
            return known == null ? point(Induction.difference(step, before)) : isSum(step) ? known : known.negated();
        }

        private static @Nullable Interval point(@Nullable Long number) {
            return number == null ? null : Interval.point(number);
        }

        /** {@return what a step adds or subtracts, null if that cannot be told} */
        @Nullable Value amount(Instr step) {
            boolean isMove = step.op() instanceof Op.Binary(BinaryKind kind, ScalarType type)
                    && isInteger(type)
                    && (kind == BinaryKind.ADD || kind == BinaryKind.SUB);
            return isMove ? step.operand(values.values().contains(step.operand(0)) ? 1 : 0) : null;
        }

        static boolean isSum(Instr step) {
            return step.op() instanceof Op.Binary(BinaryKind kind, ScalarType _) && kind == BinaryKind.ADD;
        }

        /** {@return what an instruction moves, which is its first operand but for sums that begin with the unit} */
        Value movedFrom(Instr instr) {
            return instr.operands().size() == 2 && isUnit(instr.operand(0)) ? instr.operand(1) : instr.operand(0);
        }

        /** {@return by how many units a number is another one moved, null if that is not what it is; of a long, by its lower half} */
        @Nullable Long units(Instr instr, Value from) {
            if (!(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType _))) {
                return null;
            }
            boolean isSum = kind == BinaryKind.ADD && isUnit(instr.operand(from == instr.operand(0) ? 1 : 0));
            boolean isDifference = kind == BinaryKind.SUB && from == instr.operand(0) && isUnit(instr.operand(1));
            return isSum ? Long.valueOf(1) : isDifference ? Long.valueOf(-1) : null;
        }

        private boolean isUnit(Value value) {
            return unit != null
                    && (value == unit
                            || (unit instanceof Instr wide
                                    && wide.op() instanceof Op.Convert
                                    && wide.operand(0) == value
                                    && value.type() == ScalarType.I32));
        }

        /** {@return whether it is moved in one direction only} */
        boolean counts() {
            boolean up = true;
            boolean down = true;
            for (Value value : values.values()) {
                if (value instanceof Instr step) {
                    Interval moved = moved(step);
                    if (moved == null) {
                        return false;
                    }
                    up &= moved.low() >= 0;
                    down &= moved.high() <= 0;
                }
            }
            return isInteger(values.param().type()) && up != down;
        }
    }

    /**
     * Finds them.
     *
     * @param code where the loop is
     * @param counted the loop
     * @param accumulations its running values
     * @param starts what a parameter of the loop's header begins with, null if that is not known before the launch
     */
    Counters(
            Function code,
            CountedLoop counted,
            List<Accumulation> accumulations,
            java.util.function.Function<BlockParam, @Nullable HostExpression> starts) {
        this.starts = starts;
        this.code = code;
        this.counted = counted;
        this.loop = counted.loop();
        this.counters = accumulations.stream()
                .map(this::counter)
                .filter(Counter::counts)
                .toList();
    }

    private Counter counter(Accumulation one) {
        Value unit = unit(one);
        return new Counter(one, unit, unit == null ? amounts(one) : Map.of());
    }

    private static Map<Value, Interval> amounts(Accumulation one) {
        Map<Value, Interval> amounts = new HashMap<>();
        for (Value value : one.values()) {
            if (value instanceof Instr step) {
                for (Value operand : step.operands()) {
                    if (!one.values().contains(operand) && operand.constant() == null) {
                        amounts.put(operand, Interval.of(operand, Map.of()));
                    }
                }
            }
        }
        return amounts;
    }

    /** {@return what is added or subtracted if it is no constant, but is known before the loop} */
    private @Nullable Value unit(Accumulation one) {
        for (Value value : one.values()) {
            if (value instanceof Instr step) {
                for (Value operand : step.operands()) {
                    if (loop.isInvariant(operand) && operand.constant() == null) {
                        return operand;
                    }
                }
            }
        }
        return null;
    }

    static boolean isInteger(Type type) {
        return type == ScalarType.I32 || type == ScalarType.I64;
    }

    static boolean isSmall(long number) {
        return number >= -Short.MAX_VALUE && number <= Short.MAX_VALUE;
    }

    /**
     * Tells whether no element is accessed by two iterations.
     *
     * @param all all accesses to an array, or to two that may be the same
     * @return what must be true of a launch if all of them are at indices that one counter passes in the iteration, null if they are not
     */
    @Nullable List<Condition> apart(List<Access> all) {
        // Elements of rows whose columns differ are others, whatever rows they are in.
        List<Access> accesses =
                all.stream().allMatch(access -> access.index() != null && RowIndex.isOfRow(access.index()))
                        ? all.stream().map(Counters::inRow).toList()
                        : all;
        for (Counter counter : counters) {
            CounterSpan passed = new CounterSpan(code, loop, counter);
            long most = passed.most();
            List<Condition> conditions = most == 0
                    ? null
                    : counter.unit == null
                            ? fits(most, passed.areLongs(accesses) ? MOST_LONGS_APART : MOST_APART)
                            : fits(most, counter.values.param(), counter.unit);
            if (conditions != null && passed.shift(accesses) >= 0) {
                return conditions;
            }
        }
        return apartFromBothEnds(accesses);
    }

    private static Access inRow(Access access) {
        Value column = ((Instr) Objects.requireNonNull(access.index())).operand(1);
        return new Access(access.instr(), access.array(), column, access.isRead(), access.isWrite());
    }

    /** {@return the same if one counter goes up and another down, and they do not meet; null if that is not how they are accessed} */
    private @Nullable List<Condition> apartFromBothEnds(List<Access> accesses) {
        List<CounterSpan> spans = counters.stream()
                .filter(counter ->
                        counter.unit == null && counter.values.param().type() == ScalarType.I32)
                .map(counter -> new CounterSpan(code, loop, counter))
                .toList();
        for (CounterSpan up : spans) {
            for (CounterSpan down : spans) {
                List<Condition> conditions = up.isDown() || !down.isDown() ? null : apart(accesses, up, down);
                if (conditions != null) {
                    return conditions;
                }
            }
        }
        return null;
    }

    private @Nullable List<Condition> apart(List<Access> accesses, CounterSpan up, CounterSpan down) {
        List<Access> low = new ArrayList<>();
        List<Access> high = new ArrayList<>();
        for (Access access : accesses) {
            (access.index() != null && up.leadsTo(access.index()) ? low : high).add(access);
        }
        int shiftUp = up.shift(low);
        int shiftDown = down.shift(high);
        long most = shiftUp < 0 || shiftDown < 0 ? 0 : up.mostWith(down);
        HostExpression count = iterations();
        HostExpression first = starts.apply(up.param());
        HostExpression last = starts.apply(down.param());
        if (most == 0 || most > Short.MAX_VALUE || count == null || first == null || last == null) {
            return null;
        }
        HostExpression moved =
                most == 1 ? count : new HostExpression.Exact(BinaryKind.MUL, count, new HostExpression.Known(most));
        HostExpression distance = new HostExpression.Exact(BinaryKind.SUB, last, first);
        return List.of(new Condition(
                new HostExpression.Exact(BinaryKind.SUB, moved, distance),
                Long.MIN_VALUE,
                1L - shiftUp - shiftDown,
                "variables '" + up.param().name() + "' and '" + down.param().name()
                        + "' must begin as far apart as the loop can move them"));
    }

    /** {@return what keeps a counter from coming round to where it has been, null if that cannot be asked} */
    private @Nullable List<Condition> fits(long most, long apart) {
        boolean isInt = counted.variable().type() == ScalarType.I32;
        if (isInt && most <= Math.abs(counted.step())) {
            return List.of();
        }
        HostExpression count = iterations();
        long iterations = apart / most;
        return count == null
                ? null
                : List.of(new Condition(
                        count, Long.MIN_VALUE, iterations, "the loop has at most " + iterations + " iterations"));
    }

    /** {@return the same for a counter that is moved by a number known before the loop, which must move it at all} */
    private @Nullable List<Condition> fits(long most, BlockParam counter, Value unit) {
        HostExpression count = iterations();
        HostExpression by = HostExpression.of(code, unit);
        if (count == null || by == null) {
            return null;
        }
        HostExpression opposite = new HostExpression.Exact(BinaryKind.SUB, new HostExpression.Known(0), by);
        HostExpression magnitude = new HostExpression.Extremum(true, by, opposite);
        HostExpression apart = new HostExpression.Exact(BinaryKind.MUL, magnitude, new HostExpression.Known(most));
        String known = ValueText.of(unit, MOST_WORDS, true);
        String text = known == null ? "what is added to variable '" + counter.name() + "'" : known;
        return List.of(
                new Condition(magnitude, 1, Long.MAX_VALUE, text + " must not be 0"),
                new Condition(
                        new HostExpression.Exact(BinaryKind.MUL, apart, count),
                        Long.MIN_VALUE,
                        MOST_APART,
                        "the iterations times " + text + " must be less than 2^32"));
    }

    private @Nullable HostExpression iterations() {
        HostExpression first = HostExpression.of(code, counted.start());
        HostExpression last = HostExpression.of(code, counted.bound());
        return first == null || last == null ? null : counted.iterations(first, last);
    }
}
