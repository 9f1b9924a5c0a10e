package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop's test ask about its variable where it asks about a multiple in 64 bits, as {@code 2L * i < n}, or a quotient, as {@code
 * i / 2 < n}. For each bound there is a first int of which the test does not hold any more, so the test stays the same for every int.
 *
 * @param variable of the loop, an I32
 * @param kind MUL, DIV, which rounds to 0, or SHR, which rounds down
 * @param factor by what it is multiplied or divided, 1 to 2^31 - 1
 */
record ScaledTest(Value variable, BinaryKind kind, long factor) {
    /** Beyond the product of two ints. */
    private static final long MOST = (1L << 62) + 1;

    /** Beyond all ints. */
    private static final long FARTHEST = 1L << 32;

    /** Does so if the test is at the beginning; {@return whether it asks about such a number} */
    static boolean unscale(Function function, Loop loop) {
        LoopTest test = LoopTest.of(loop, loop.header().terminator());
        if (test == null) {
            return false;
        }
        LoopTest asked = loop.isInvariant(test.right()) ? test : test.swapped();
        ScaledTest scaled = of(loop, Op.Convert.unwidened(asked.left()));
        if (scaled == null || !asked.goesOn().isOrder() || !loop.isInvariant(asked.right())) {
            return false;
        }
        scaled.replace(function, loop, asked);
        return true;
    }

    private static @Nullable ScaledTest of(Loop loop, Value tested) {
        if (!(tested instanceof Instr instr) || !(instr.op() instanceof Op.Binary(BinaryKind kind, ScalarType type))) {
            return null;
        }
        int place = instr.operand(0).constant() == null ? 0 : 1;
        Value variable = Op.Convert.unwidened(instr.operand(place));
        Op.Constant constant = instr.operand(1 - place).constant();
        Induction counter = Induction.byNumber(loop, variable);
        boolean isCounter = counter != null && counter.narrowed() == null && variable.type() == ScalarType.I32;
        if (!isCounter || constant == null || (place == 1 && kind != BinaryKind.MUL)) {
            return null;
        }
        boolean isWide = type == ScalarType.I64;
        long places = constant.bits() & (isWide ? Long.SIZE - 1 : Integer.SIZE - 1);
        long power = places < Integer.SIZE - 1 ? 1L << places : 0;
        ScaledTest scaled = switch (kind) {
            case MUL -> isWide ? new ScaledTest(variable, kind, constant.bits()) : null;
            case SHL -> isWide ? new ScaledTest(variable, BinaryKind.MUL, power) : null;
            case DIV -> new ScaledTest(variable, kind, constant.bits());
            case SHR -> new ScaledTest(variable, kind, power);
            case ADD, SUB, REM, AND, OR, XOR, USHR -> null;
        };
        return scaled != null && scaled.factor > 0 && scaled.factor <= Integer.MAX_VALUE ? scaled : null;
    }

    private void replace(Function function, Loop loop, LoopTest asked) {
        LoopForm.addPreheader(function, loop);
        Builder before =
                new Builder(function).before(loop.entryEdges().getFirst().source());
        Value bound = LoopShaping.wide(before, new HostValues(before, loop).before(asked.right()));
        Value limited = extremum(before, false, extremum(before, true, bound, -MOST), MOST);
        boolean isAbove = asked.goesOn() == Predicate.LE || asked.goesOn() == Predicate.GT;
        Value first = first(before, LoopShaping.plus(before, limited, isAbove ? 1 : 0));
        Instr branch = asked.exit().source();
        Builder testing = new Builder(function).before(branch);
        boolean isUpwards = asked.goesOn().isLess();
        Op compare = new Op.Compare(isUpwards ? Predicate.LT : Predicate.GE, ScalarType.I64);
        Value goesOn = testing.emit(compare, LoopShaping.wide(testing, variable), LoopShaping.limited(before, first));
        LoopShaping.replaceTest(testing, branch, asked.exit(), goesOn);
    }

    /** {@return the least int, or what is beyond all ints, of which the multiple or quotient is not less than a bound} */
    private Value first(Builder builder, Value bound) {
        Value scale = builder.constant(factor);
        Value zero = builder.constant(0L);
        Value one = builder.constant(1L);
        if (kind == BinaryKind.MUL) {
            Value rest = binary(builder, BinaryKind.REM, bound, scale);
            Value isMore = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), rest, zero);
            Value more = builder.emit(new Op.Select(ScalarType.I64), isMore, one, zero);
            return binary(builder, BinaryKind.ADD, binary(builder, BinaryKind.DIV, bound, scale), more);
        }
        // No quotient is as far.
        Value near = extremum(builder, false, extremum(builder, true, bound, -FARTHEST), FARTHEST);
        Value multiple = binary(builder, BinaryKind.MUL, near, scale);
        if (kind == BinaryKind.SHR) {
            return multiple;
        }
        // What rounds to 0 or less than that has been rounded up.
        Value isPositive = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), near, zero);
        Value rounded = binary(builder, BinaryKind.ADD, binary(builder, BinaryKind.SUB, multiple, scale), one);
        return builder.emit(new Op.Select(ScalarType.I64), isPositive, multiple, rounded);
    }

    private static Value binary(Builder builder, BinaryKind kind, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I64), left, right);
    }

    private static Value extremum(Builder builder, boolean greatest, Value value, long limit) {
        return builder.emit(
                new Op.Call(greatest ? Intrinsics.MAX_I64 : Intrinsics.MIN_I64), value, builder.constant(limit));
    }
}
