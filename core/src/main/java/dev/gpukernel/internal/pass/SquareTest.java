package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.intrinsic.Intrinsics;
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
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop that goes on while the square of its int is below a bound, {@code i * i < n} or {@code (long) i * i <= n}, go on until
 * the root. Where the square wraps around before, the loop's own test decides.
 *
 * @param loop the loop
 * @param test its test, of the square first
 * @param variable the header's parameter, an I32 that grows by 1
 */
record SquareTest(Loop loop, LoopTest test, BlockParam variable) {
    /** The greatest int whose square is an int. */
    private static final long MOST = 46_340;

    /** The greatest int whose square is a long is any. Beyond its square, the int itself wraps around. */
    private static final long MOST_SQUARE = 1L << 62;

    /** Rewrites a loop; {@return whether it has the form} */
    static boolean count(Function function, Loop loop) {
        LoopTest test = LoopTest.of(loop, loop.header().terminator());
        if (test == null || LoopExits.of(loop).size() != 1) {
            return false;
        }
        SquareTest square = of(loop, test);
        square = square == null ? of(loop, test.swapped()) : square;
        if (square == null) {
            return false;
        }
        square.rewrite(function);
        return true;
    }

    private static @Nullable SquareTest of(Loop loop, LoopTest test) {
        if ((test.goesOn() != Predicate.LT && test.goesOn() != Predicate.LE)
                || !loop.isInvariant(test.right())
                || !(Op.Convert.unwidened(test.left()) instanceof Instr product)
                || !(product.op() instanceof Op.Binary(BinaryKind kind, ScalarType _))
                || kind != BinaryKind.MUL) {
            return null;
        }
        Value factor = Op.Convert.unwidened(product.operand(0));
        Induction counter = Induction.byNumber(loop, factor);
        return factor == Op.Convert.unwidened(product.operand(1))
                        && counter != null
                        && counter.step() == 1
                        && counter.narrowed() == null
                        && factor.type() == ScalarType.I32
                ? new SquareTest(loop, test, counter.variable())
                : null;
    }

    private void rewrite(Function function) {
        LoopForm.addPreheader(function, loop);
        Edge entry = loop.entryEdges().getFirst();
        Builder before = new Builder(function).before(entry.source());
        Value start = LoopShaping.wide(before, entry.arguments().get(variable.index()));
        Value right = LoopShaping.wide(before, new HostValues(before, loop).before(test.right()));
        Value most = before.constant(MOST_SQUARE);
        Value limited = before.emit(new Op.Call(Intrinsics.MIN_I64), right, most);
        Value bound = LoopShaping.plus(before, limited, test.goesOn() == Predicate.LE ? 1 : 0);
        Value runs = compare(before, Predicate.LT, square(before, start), bound);
        Value count = select(before, runs, root(before, bound), start);
        if (((Instr) Op.Convert.unwidened(test.left())).type() == ScalarType.I32) {
            count = ifSmall(before, start, count);
        }
        Instr branch = test.exit().source();
        Builder testing = new Builder(function).before(branch);
        Value last = VariableStride.bound(testing, test, test.left(), count);
        Value goesOn = compare(testing, Predicate.LT, LoopShaping.wide(testing, variable), last);
        LoopShaping.replaceTest(testing, branch, test.exit(), goesOn);
    }

    /** {@return the end, unless squares on the way there are no ints} */
    private static Value ifSmall(Builder builder, Value start, Value end) {
        Value never = builder.constant(CountedLoop.NEVER);
        Value isSmall = compare(builder, Predicate.LE, end, builder.constant(MOST));
        Value isFirst = compare(builder, Predicate.GE, start, builder.constant(-MOST));
        return select(builder, isFirst, select(builder, isSmall, end, never), never);
    }

    /** {@return the least number from 0 on whose square is not below a bound} The root in double is right but for one. */
    private static Value root(Builder builder, Value bound) {
        Value zero = builder.constant(0L);
        Value least = builder.emit(new Op.Call(Intrinsics.MAX_I64), bound, zero);
        Value rounded = builder.emit(
                new Op.Call(Intrinsics.SQRT_F64), builder.emit(new Op.Convert(ScalarType.I64, ScalarType.F64), least));
        Value near = builder.emit(new Op.Convert(ScalarType.F64, ScalarType.I64), rounded);
        Value below = builder.emit(new Op.Call(Intrinsics.MAX_I64), LoopShaping.plus(builder, near, -1), zero);
        Value above = LoopShaping.plus(builder, near, 1);
        Value reached = compare(builder, Predicate.GE, square(builder, near), bound);
        Value isBelow = compare(builder, Predicate.GE, square(builder, below), bound);
        return select(builder, isBelow, below, select(builder, reached, near, above));
    }

    private static Value square(Builder builder, Value value) {
        return builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I64), value, value);
    }

    private static Value compare(Builder builder, Predicate predicate, Value left, Value right) {
        return builder.emit(new Op.Compare(predicate, ScalarType.I64), left, right);
    }

    private static Value select(Builder builder, Value condition, Value yes, Value no) {
        return builder.emit(new Op.Select(ScalarType.I64), condition, yes, no);
    }
}
