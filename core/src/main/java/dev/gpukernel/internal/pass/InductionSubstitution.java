package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Induction.Term;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets what every iteration of a loop changes by the same amount follow from the loop's variable, so that the loop no longer carries
 * it: with {@code for (int i = 0; i < n; i++) { o[p] = …; p += 2; }}, p becomes {@code p0 + 2 * i}. Inner loops come first. What
 * such a loop leaves behind is computed before it, so that an index that runs on over rows is known in the outer loop, too.
 *
 * <p>Arithmetic is that of the values' types, in which wrapping around does no harm: the number of an iteration follows from an odd
 * step by multiplication with its inverse. An even step needs a shift, too. That is right as long as the variable has not come back
 * to its start: where that is not sure, the loop is made to count its iterations ({@link VariableStride}).
 */
public final class InductionSubstitution implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        List<Loop> loops = Loop.of(function);
        for (Loop loop : loops.reversed()) {
            if (loop.entryEdges().size() == 1) {
                boolean isInner = loops.stream().anyMatch(other -> other.encloses(loop));
                changed |= new InLoop(function, loop, isInner).substitute();
                CountedLoop counted = isInner ? CountedLoop.exactly(loop) : null;
                if (counted != null) {
                    changed |= new FinalValues(function, counted).replace();
                }
            }
        }
        return changed;
    }

    /**
     * Lets what a loop carries follow from its variable if iterations read it. What it is after the loop is what the last iteration
     * assigned.
     *
     * @param function where the loop is
     * @param counted a loop that is known to end as it is counted, as launches of it ask that
     * @param param a parameter of its header
     * @param start what that begins with, as the host computes it
     * @param first the same in the function, whatever part of the loop runs
     */
    static void follow(Function function, CountedLoop counted, BlockParam param, Value start, Value first) {
        Induction induction = Induction.of(counted.loop(), param);
        if (induction != null && induction.isNarrow(start)) {
            new InLoop(function, counted.loop(), false).follow(counted, induction, first);
        }
    }

    /** {@return the sum of two values, one of which may be 0} */
    static Value sum(Builder builder, ScalarType type, Value left, Value right) {
        return left.isConstant(0)
                ? right
                : right.isConstant(0) ? left : binary(builder, BinaryKind.ADD, type, left, right);
    }

    static Value difference(Builder builder, ScalarType type, Value left, Value right) {
        return right.isConstant(0) ? left : binary(builder, BinaryKind.SUB, type, left, right);
    }

    static Value binary(Builder builder, BinaryKind kind, ScalarType type, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, type), left, right);
    }

    static Value constant(Builder builder, ScalarType type, long number) {
        return type == ScalarType.I64 ? builder.constant(number) : builder.constant((int) number);
    }

    /**
     * What counts a loop's iterations.
     *
     * @param variable a parameter of the header
     * @param start its first value
     * @param step what each iteration adds
     * @param counted the loop as one that the variable's reaching a bound ends, if nothing else does; null if it is none
     * @param ends whether it is known to end so
     */
    private record Clock(
            BlockParam variable,
            Value start,
            long step,
            @Nullable CountedLoop counted,
            boolean ends) {
        static @Nullable Clock of(Loop loop) {
            CountedLoop counted = CountedLoop.atMost(loop);
            if (counted != null) {
                return of(counted, false);
            }
            if (CountedLoop.exactly(loop) != null) {
                // By a small variable, which may wrap around: what else it carries stays, for launches that ask about
                // that.
                return null;
            }
            Set<BlockParam> tested = tested(loop);
            List<BlockParam> params = new ArrayList<>(loop.header().params());
            params.sort(Comparator.comparing(param -> !tested.contains(param)));
            for (BlockParam param : params) {
                Induction induction = Induction.of(loop, param);
                if (induction != null && induction.narrowed() == null && Math.abs(induction.step()) == 1) {
                    return new Clock(param, loop.first(param), induction.step(), null, false);
                }
            }
            return null;
        }

        static Clock of(CountedLoop counted, boolean ends) {
            return new Clock(counted.variable(), counted.start(), counted.step(), counted, ends);
        }

        /** {@return whether a parameter stays: where a loop counts in another form, its variable must remain for that to be seen} */
        boolean keeps(Loop loop, BlockParam param) {
            return param == variable || (counted == null && tested(loop).contains(param));
        }

        /** {@return the parameters of the header that a test computes with by which the loop is left} */
        private static Set<BlockParam> tested(Loop loop) {
            Set<BlockParam> tested = new HashSet<>();
            Set<Value> seen = new HashSet<>();
            Deque<Value> work = new ArrayDeque<>();
            LoopExits.of(loop).forEach(edge -> work.addAll(edge.source().operands()));
            while (!work.isEmpty()) {
                Value value = work.pop();
                if (value instanceof BlockParam param && param.block() == loop.header()) {
                    tested.add(param);
                } else if (value instanceof Instr instr
                        && instr.op().effect() == Effect.NONE
                        && loop.contains(instr.block())
                        && seen.add(instr)) {
                    work.addAll(instr.operands());
                }
            }
            return tested;
        }

        ScalarType type() {
            return (ScalarType) variable.type();
        }

        /** {@return how often 2 divides the step} */
        int twos() {
            return Long.numberOfTrailingZeros(step);
        }

        /** {@return whether the variable may come back to its start: a long does not do so in small steps} */
        boolean mayTurn() {
            return !ends
                    && twos() > 0
                    && (type() == ScalarType.I32
                            ? counted != null && !counted.always()
                            : Math.abs(step) >= LoopShaping.FAR);
        }

        /** {@return whether it takes steps of a power of 2, how often is known before the loop only} A loop around is to see how often. */
        boolean isShifted() {
            return counted != null
                    && twos() > 0
                    && odd() == 1
                    && (start.constant() == null || counted.bound().constant() == null);
        }

        long odd() {
            return Math.abs(step) >> twos();
        }
    }

    /** One loop. */
    private static final class InLoop {
        private final Function function;
        private final Loop loop;
        private final boolean isInner;
        private final Builder inside;
        private final Builder before;
        private final HostValues host;

        InLoop(Function function, Loop loop, boolean isInner) {
            this.function = function;
            this.loop = loop;
            this.isInner = isInner;
            this.inside = new Builder(function).before(loop.header().instrs().getFirst());
            this.before =
                    new Builder(function).before(loop.entryEdges().getFirst().source());
            this.host = new HostValues(before, loop);
        }

        boolean substitute() {
            List<BlockParam> params = List.copyOf(loop.header().params());
            Clock clock = params.size() < 2 ? null : Clock.of(loop);
            if (clock == null) {
                return false;
            }
            CountedLoop counted = clock.counted();
            boolean isCountable = counted != null
                    && clock.type() == ScalarType.I32
                    && (clock.mayTurn() || (isInner && clock.isShifted()))
                    && isPlain();
            if (counted != null && isCountable && params.stream().anyMatch(param -> needsNumber(clock, param))) {
                VariableStride.count(function, counted);
                new InLoop(function, loop, isInner).substitute();
                return true;
            }
            boolean changed = false;
            for (BlockParam param : params) {
                Induction induction = param.isKept() || clock.keeps(loop, param) ? null : induction(param);
                Value value = induction == null ? null : value(clock, induction, loop.first(param));
                if (value != null) {
                    if (value.name() == null) {
                        value.setName(param.name());
                    }
                    param.replaceAllUsesWith(value);
                    loop.header().removeParam(param);
                    changed = true;
                }
            }
            return changed;
        }

        /** Lets a parameter follow from the variable of a loop that is known to end as it is counted, where an iteration reads it. */
        void follow(CountedLoop counted, Induction induction, Value first) {
            BlockParam param = induction.variable();
            Accumulation accumulated = Accumulation.of(loop, param);
            boolean isRead = accumulated == null || accumulated.isRead();
            Value value = isRead && isKnownAhead(induction) ? value(Clock.of(counted, true), induction, first) : null;
            if (value != null) {
                value.setName(param.name());
                param.replaceAllUsesWith(value);
            }
        }

        /** {@return how a parameter changes, null if that does not tell what it is in each iteration} */
        private @Nullable Induction induction(BlockParam param) {
            Induction induction = Induction.of(loop, param);
            return induction != null && induction.isNarrow(loop.first(param)) && isKnownAhead(induction)
                    ? induction
                    : null;
        }

        /**
         * {@return whether what is added can be computed before the loop} That may have no iteration, and then nobody has looked whether an
         * element exists.
         */
        private boolean isKnownAhead(Induction induction) {
            Set<Value> seen = new HashSet<>();
            return induction.terms().stream()
                    .flatMap(term -> term.values().stream())
                    .noneMatch(value -> needsElement(value, seen));
        }

        private boolean needsElement(Value value, Set<Value> seen) {
            return value instanceof Instr instr
                    && loop.contains(instr.block())
                    && seen.add(instr)
                    && (instr.op() instanceof Op.Load
                            || instr.operands().stream().anyMatch(operand -> needsElement(operand, seen)));
        }

        /** {@return whether nothing ends the loop but its test} */
        private boolean isPlain() {
            return LoopExits.of(loop).size() == 1;
        }

        /** {@return whether a parameter does not follow from how far the variable is from its start} */
        private boolean needsNumber(Clock clock, BlockParam param) {
            Induction induction = param == clock.variable() ? null : induction(param);
            return induction != null
                    && ((isInner && clock.isShifted()) || isWider(clock, induction) || !isMultiple(clock, induction));
        }

        private static boolean isWider(Clock clock, Induction induction) {
            return induction.variable().type() == ScalarType.I64 && clock.type() == ScalarType.I32;
        }

        /** {@return whether all that is added is a multiple of the part of the step that is a power of 2} */
        private static boolean isMultiple(Clock clock, Induction induction) {
            long common = 1L << clock.twos();
            return induction.terms().stream().allMatch(term -> term.factor() % common == 0);
        }

        /** {@return an induction's value in an iteration, null if it cannot be told} */
        private @Nullable Value value(Clock clock, Induction induction, Value first) {
            ScalarType type = (ScalarType) induction.variable().type();
            long common = 1L << clock.twos();
            boolean isMultiple = isMultiple(clock, induction);
            boolean isWider = isWider(clock, induction);
            Value number = isWider ? wideNumber(clock) : isMultiple ? distance(clock, type) : shifted(clock, type);
            if (number == null) {
                return null;
            }
            long divisor = isMultiple && !isWider ? common : 1;
            Value step = constant(before, type, 0);
            for (Term term : induction.terms()) {
                step = sum(
                        before,
                        type,
                        step,
                        product(type, scaled(term.factor() / divisor, isWider ? 1 : clock.odd()), term));
            }
            Value moved = step.isConstant(0) ? step : step.isConstant(1) ? number : times(type, number, step);
            Value value = sum(inside, type, first, moved);
            return induction.narrowed() == null ? value : inside.emit(new Op.Narrow(induction.narrowed()), value);
        }

        private Value times(ScalarType type, Value number, Value step) {
            return binary(inside, BinaryKind.MUL, type, number, step);
        }

        /** {@return a number divided by an odd one, where all arithmetic is modulo a power of 2} */
        private static long scaled(long factor, long odd) {
            return factor % odd == 0 ? factor / odd : factor * inverse(odd);
        }

        /** {@return the inverse of an odd number modulo 2^64} Each step doubles the number of bits that are right, from 3 on. */
        private static long inverse(long odd) {
            long inverse = odd;
            for (int bits = 3; bits < Long.SIZE; bits *= 2) {
                inverse *= 2 - odd * inverse;
            }
            return inverse;
        }

        private Value product(ScalarType type, long factor, Term term) {
            Value product = constant(before, type, factor);
            for (Value value : term.values()) {
                Value known = cut(before, type, host.before(value));
                product = product.isConstant(1) ? known : binary(before, BinaryKind.MUL, type, known, product);
            }
            return product;
        }

        private static Value cut(Builder builder, ScalarType type, Value value) {
            return value.type() == type ? value : builder.emit(new Op.Convert((ScalarType) value.type(), type), value);
        }

        /** {@return how far the variable is from its start, a multiple of the step's magnitude} */
        private Value distance(Clock clock, ScalarType type) {
            return cut(inside, type, ownDistance(clock));
        }

        private Value ownDistance(Clock clock) {
            return clock.step() > 0
                    ? difference(inside, clock.type(), clock.variable(), clock.start())
                    : difference(inside, clock.type(), clock.start(), clock.variable());
        }

        /** {@return the number of an iteration, times the odd part of the step} */
        private @Nullable Value shifted(Clock clock, ScalarType type) {
            if (clock.counted() == null || clock.mayTurn()) {
                return null;
            }
            Value places = inside.constant(clock.twos());
            return cut(inside, type, binary(inside, BinaryKind.USHR, clock.type(), ownDistance(clock), places));
        }

        /** {@return the number of an iteration as a long, for a loop that counts ints} */
        private @Nullable Value wideNumber(Clock clock) {
            CountedLoop counted = clock.counted();
            if (counted == null || Math.abs(clock.step()) != 1 || counted.predicate() == Predicate.NE) {
                return widened(clock);
            }
            if (!counted.always() && !isPlain()) {
                return null;
            }
            Value own = inside.emit(Op.Convert.WIDEN, clock.variable());
            Value start = inside.emit(Op.Convert.WIDEN, clock.start());
            return clock.step() > 0
                    ? difference(inside, ScalarType.I64, own, start)
                    : difference(inside, ScalarType.I64, start, own);
        }

        /** {@return the number of an iteration, of which an int has all bits, as a long} */
        private @Nullable Value widened(Clock clock) {
            Value number = clock.twos() == 0 ? distance(clock, ScalarType.I32) : shifted(clock, ScalarType.I32);
            if (number == null || clock.counted() == null) {
                return null;
            }
            Value exact = clock.odd() == 1
                    ? number
                    : times(ScalarType.I32, number, inside.constant((int) inverse(clock.odd())));
            Value wide = inside.emit(Op.Convert.WIDEN, exact);
            return binary(inside, BinaryKind.AND, ScalarType.I64, wide, inside.constant(0xFFFF_FFFFL));
        }
    }
}
