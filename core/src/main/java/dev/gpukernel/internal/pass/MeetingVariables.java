package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Interval;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop over two ints that go towards each other, {@code for (…; i < j; i++, j--)}, count one of them up to the middle. The
 * other follows from it. If a step is another than 1, as in {@code i += 2, j--}, the loop counts its iterations, and both follow.
 */
public final class MeetingVariables implements Pass {
    /** Steps beyond are no steps of loops. */
    private static final int MOST_STEP = 1 << 16;

    /** Makes it. */
    public MeetingVariables() {}

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Loop loop : Loop.of(function)) {
            changed |= count(function, loop);
        }
        return changed;
    }

    /** Rewrites a loop; {@return whether it has the form} */
    private static boolean count(Function function, Loop loop) {
        LoopTest test = LoopTest.of(loop, loop.header().terminator());
        LoopTest rising = test == null ? null : rising(loop, test);
        if (test == null || rising == null || loop.entryEdges().size() != 1) {
            return false;
        }
        Edge entry = loop.entryEdges().getFirst();
        BlockParam up = (BlockParam) rising.left();
        BlockParam down = (BlockParam) rising.right();
        Value low = entry.arguments().get(up.index());
        Value high = entry.arguments().get(down.index());
        long more = step(loop, up);
        long less = -step(loop, down);
        if (more != 1 || less != 1) {
            boolean counts = staysInts(rising, low, high, more, less);
            if (counts) {
                countIterations(function, loop, test, rising, more, less);
            }
            return counts;
        }
        Builder before = new Builder(function).before(entry.source());
        Value sum = before.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), low, high);
        Value bound = middle(before, low, high, rising.goesOn() == Predicate.LE);
        Builder inside = new Builder(function).before(loop.header().instrs().getFirst());
        Value other = inside.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I32), sum, up);
        other.setName(down.name());
        down.replaceAllUsesWith(other);
        loop.header().removeParam(down);
        Builder testing = new Builder(function).before(test.exit().source());
        ScalarType type = (ScalarType) bound.type();
        Value tested = type == ScalarType.I64 ? LoopShaping.wide(testing, up) : up;
        Value goesOn = testing.emit(new Op.Compare(Predicate.LT, type), tested, bound);
        LoopShaping.replaceTest(testing, test.exit().source(), test.exit(), goesOn);
        return true;
    }

    /** {@return the test, of the variable that grows first; null if it is none of two such} */
    private static @Nullable LoopTest rising(Loop loop, LoopTest test) {
        Induction left = Induction.byNumber(loop, test.left());
        LoopTest rising = left != null && left.step() > 0 ? test : test.swapped();
        long more = step(loop, rising.left());
        long less = -step(loop, rising.right());
        return more > 0
                        && more <= MOST_STEP
                        && less > 0
                        && less <= MOST_STEP
                        && rising.goesOn().isLess()
                ? rising
                : null;
    }

    /** {@return what an int changes by in each iteration, 0 if that is not the same in all} */
    private static long step(Loop loop, Value value) {
        Induction induction = Induction.byNumber(loop, value);
        return induction != null
                        && induction.narrowed() == null
                        && induction.variable().type() == ScalarType.I32
                ? induction.step()
                : 0;
    }

    /** {@return whether neither variable wraps around in its last step, by what they begin with} */
    private static boolean staysInts(LoopTest rising, Value low, Value high, long more, long less) {
        int past = rising.goesOn() == Predicate.LE ? 0 : 1;
        return Interval.of(high).high() + more - past <= Integer.MAX_VALUE
                && Interval.of(low).low() - less + past >= Integer.MIN_VALUE;
    }

    /** Lets a loop count its iterations up to their number. */
    private static void countIterations(
            Function function, Loop loop, LoopTest test, LoopTest rising, long more, long less) {
        Edge entry = loop.entryEdges().getFirst();
        BlockParam up = (BlockParam) rising.left();
        BlockParam down = (BlockParam) rising.right();
        Builder before = new Builder(function).before(entry.source());
        Value first = LoopShaping.wide(before, entry.arguments().get(up.index()));
        Value last = LoopShaping.wide(before, entry.arguments().get(down.index()));
        Value distance = wide(before, BinaryKind.SUB, last, first);
        long rounding = more + less - (rising.goesOn() == Predicate.LE ? 0 : 1);
        Value count = wide(
                before, BinaryKind.DIV, LoopShaping.plus(before, distance, rounding), before.constant(more + less));
        BlockParam number = loop.header().addParam(ScalarType.I32);
        number.setName(up.name());
        entry.addArgument(before.constant(0));
        for (Edge back : loop.backEdges()) {
            back.addArgument(LoopShaping.plus(new Builder(function).before(back.source()), number, 1));
        }
        Builder testing = new Builder(function).before(test.exit().source());
        Value goesOn =
                testing.emit(new Op.Compare(Predicate.LT, ScalarType.I64), LoopShaping.wide(testing, number), count);
        LoopShaping.replaceTest(testing, test.exit().source(), test.exit(), goesOn);
    }

    private static Value wide(Builder builder, BinaryKind kind, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I64), left, right);
    }

    /** {@return the first number with which the loop does not go on} */
    private static Value middle(Builder builder, Value low, Value high, boolean isInclusive) {
        Value length = isInclusive || !low.isConstant(0) ? null : length(high);
        if (length != null) {
            return builder.emit(new Op.Binary(BinaryKind.DIV, ScalarType.I32), length, builder.constant(2));
        }
        Value first = LoopShaping.wide(builder, low);
        Value last = LoopShaping.wide(builder, high);
        Value distance = builder.emit(new Op.Binary(BinaryKind.SUB, ScalarType.I64), last, first);
        Value half = builder.emit(
                new Op.Binary(BinaryKind.DIV, ScalarType.I64),
                LoopShaping.plus(builder, distance, isInclusive ? 2 : 1),
                builder.constant(2L));
        Value bound = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), first, half);
        if (!isInclusive) {
            return bound;
        }
        // Both at the least int: one wraps around and they do not meet. At the greatest, the other does and the loop is
        // not counted.
        Value sum = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), first, last);
        Value least = builder.constant(2L * Integer.MIN_VALUE);
        Value pass = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I64), sum, least);
        return builder.emit(new Op.Select(ScalarType.I64), pass, builder.constant(LoopShaping.FAR), bound);
    }

    /** {@return the length of which a value is one less, null if it is none} */
    private static @Nullable Value length(Value value) {
        return value instanceof Instr sum
                        && !sum.operands().isEmpty()
                        && sum.operand(0) instanceof Instr length
                        && length.op() instanceof Op.Length
                        && Objects.equals(Induction.difference(sum, length), -1L)
                ? length
                : null;
    }
}
