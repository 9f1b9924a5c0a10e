package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Induction;
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
 * other follows from it.
 */
public final class MeetingVariables implements Pass {
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
        return isBy(Induction.byNumber(loop, rising.left()), 1)
                        && isBy(Induction.byNumber(loop, rising.right()), -1)
                        && rising.goesOn().isLess()
                ? rising
                : null;
    }

    private static boolean isBy(@Nullable Induction induction, long step) {
        return induction != null
                && induction.narrowed() == null
                && induction.step() == step
                && induction.variable().type() == ScalarType.I32;
    }

    /** {@return the first number with which the loop does not go on} */
    private static Value middle(Builder builder, Value low, Value high, boolean isInclusive) {
        Value length = isInclusive || !isConstant(low, 0) ? null : length(high);
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

    private static boolean isConstant(Value value, long bits) {
        Op.Constant known = ConstantFolding.constant(value);
        return known != null && known.bits() == bits;
    }
}
