package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Induction;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopConditions;
import dev.gpukernel.internal.analysis.LoopExits;
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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop count its iterations: one whose variable moves by a value that is known before it only, as {@code i += step}, or by a
 * number other than 1 where something else is to follow from the number of the iteration. The variable is then a multiple of it. Where
 * it never reaches its bound, or wraps around on the way, the number is greater than any int, and {@link LoopConditions}
 * refuse it. Where nobody asks for these, the loop's own test decides then.
 *
 * @param loop the loop
 * @param test its test, of the variable first
 * @param variable the header's parameter, an I32
 * @param step what is added to it or subtracted
 * @param kind ADD or SUB
 */
record VariableStride(Loop loop, LoopTest test, BlockParam variable, Value step, BinaryKind kind) {
    /** Rewrites a loop; {@return whether it has the form} */
    static boolean count(Function function, Loop loop) {
        LoopTest test = LoopTest.of(loop, loop.header().terminator());
        // Where something else ends the loop, it may also go the other way.
        if (test == null || LoopExits.of(loop).size() != 1) {
            return false;
        }
        VariableStride stride = of(loop, test);
        stride = stride == null ? of(loop, test.swapped()) : stride;
        if (stride == null || !isSteady(function, loop, stride.step)) {
            return false;
        }
        stride.rewrite(function);
        return true;
    }

    /** {@return whether a value is the same throughout all loops around one that may be parallel} The host runs those that do not count. */
    private static boolean isSteady(Function function, Loop loop, Value step) {
        return Loop.of(function).stream()
                .filter(around -> around.encloses(loop) && CountedLoop.exactly(around) != null)
                .allMatch(around -> around.isInvariant(step));
    }

    /** Rewrites a loop of an int, which moves by a constant. */
    static void count(Function function, CountedLoop counted) {
        Value step = new Builder(function)
                .before(counted.loop().entryEdges().getFirst().source())
                .constant((int) counted.step());
        LoopTest test = new LoopTest(
                counted.variable(),
                counted.predicate(),
                counted.bound(),
                (ScalarType) counted.bound().type(),
                counted.exit());
        new VariableStride(counted.loop(), test, counted.variable(), step, BinaryKind.ADD).rewrite(function);
    }

    /** {@return whether a value is a number of iterations that was computed here, which is not far from ints} */
    static boolean isCount(Value value) {
        return isSelect(value)
                && isSelect(((Instr) value).operand(1))
                && isFar(((Instr) ((Instr) value).operand(1)).operand(2));
    }

    private static boolean isSelect(Value value) {
        return value instanceof Instr instr && instr.op() instanceof Op.Select;
    }

    private static boolean isFar(Value value) {
        Op.Constant known = value.constant();
        return known != null && known.bits() >= CountedLoop.NEVER;
    }

    private static @Nullable VariableStride of(Loop loop, LoopTest test) {
        if (!(Op.Convert.unwidened(test.left()) instanceof BlockParam variable)
                || variable.block() != loop.header()
                || variable.type() != ScalarType.I32
                || !loop.isInvariant(test.right())
                || test.goesOn() == Predicate.NE
                || test.goesOn() == Predicate.EQ) {
            return null;
        }
        VariableStride stride = null;
        for (Edge edge : loop.backEdges()) {
            Value next = edge.arguments().get(variable.index());
            if (!(next instanceof Instr sum)
                    || !(sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType _))
                    || (kind != BinaryKind.ADD && kind != BinaryKind.SUB)) {
                return null;
            }
            boolean isSecond = kind == BinaryKind.ADD && sum.operand(1) == variable;
            Value step = sum.operand(isSecond ? 0 : 1);
            VariableStride own = new VariableStride(loop, test, variable, step, kind);
            if (sum.operand(isSecond ? 1 : 0) != variable
                    || !loop.isInvariant(step)
                    || (stride != null && !stride.equals(own))) {
                return null;
            }
            stride = own;
        }
        return stride != null && Induction.byNumber(loop, variable) == null ? stride : null;
    }

    private void rewrite(Function function) {
        LoopForm.addPreheader(function, loop);
        Edge entry = loop.entryEdges().getFirst();
        Builder before = new Builder(function).before(entry.source());
        HostValues host = new HostValues(before, loop);
        Value start = entry.arguments().get(variable.index());
        Value forward = LoopShaping.wide(before, host.before(step));
        if (isAdded() != isUpwards()) {
            forward = binary(before, BinaryKind.SUB, before.constant(0L), forward);
        }
        // Where it is less, the loop does not begin or does not end.
        Op.Constant known = step.constant();
        long constant = known == null ? 0 : isAdded() == isUpwards() ? known.bits() : -known.bits();
        boolean isKnown = constant >= 1 && constant <= Integer.MAX_VALUE;
        Value stride =
                isKnown ? before.constant(constant) : LoopShaping.extremum(before, true, forward, before.constant(1L));
        Value count = count(before, start, host.before(test.right()), forward, stride);
        Value narrow = isKnown
                ? before.constant((int) constant)
                : before.emit(new Op.Convert(ScalarType.I64, ScalarType.I32), stride);
        narrow.setName(step.name());
        replaceVariable(function, start, narrow, count);
    }

    private boolean isAdded() {
        return kind == BinaryKind.ADD;
    }

    private boolean isUpwards() {
        return test.goesOn().isLess();
    }

    /** {@return the number of iterations, 0 or less for none} */
    private Value count(Builder builder, Value start, Value bound, Value forward, Value stride) {
        boolean up = isUpwards();
        boolean isInclusive = test.goesOn().isInclusive();
        Value zero = builder.constant(0L);
        Value first = LoopShaping.wide(builder, start);
        Value last =
                bound.type() == ScalarType.I64 ? LoopShaping.limited(builder, bound) : LoopShaping.wide(builder, bound);
        Value distance =
                up ? binary(builder, BinaryKind.SUB, last, first) : binary(builder, BinaryKind.SUB, first, last);
        Value whole = LoopShaping.plus(builder, distance, isInclusive ? 1 : 0);
        Value padded = LoopShaping.plus(builder, binary(builder, BinaryKind.ADD, whole, stride), -1);
        Value number = binary(builder, BinaryKind.DIV, padded, stride);
        Value moved = binary(builder, BinaryKind.MUL, number, stride);
        Value room = up
                ? binary(builder, BinaryKind.SUB, builder.constant((long) Integer.MAX_VALUE), first)
                : binary(builder, BinaryKind.SUB, first, builder.constant((long) Integer.MIN_VALUE));
        Value far = builder.constant(CountedLoop.NEVER);
        Value fits = builder.emit(new Op.Compare(Predicate.LE, ScalarType.I64), moved, room);
        Value ends = select(builder, fits, number, far);
        if (step.constant() == null) {
            Value leads = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), forward, zero);
            ends = select(builder, leads, ends, builder.constant(CountedLoop.AWAY));
        }
        Value runs = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), whole, zero);
        return select(builder, runs, ends, zero);
    }

    private static Value binary(Builder builder, BinaryKind kind, Value left, Value right) {
        return builder.emit(new Op.Binary(kind, ScalarType.I64), left, right);
    }

    private static Value select(Builder builder, Value condition, Value yes, Value no) {
        return builder.emit(new Op.Select(ScalarType.I64), condition, yes, no);
    }

    private void replaceVariable(Function function, Value start, Value stride, Value count) {
        BlockParam number = loop.header().addParam(ScalarType.I32);
        number.setName(variable.name());
        Consumer<Edge> first = edge ->
                edge.addArgument(new Builder(function).before(edge.source()).constant(0));
        Consumer<Edge> next =
                edge -> edge.addArgument(LoopShaping.plus(new Builder(function).before(edge.source()), number, 1));
        loop.entryEdges().forEach(first);
        loop.backEdges().forEach(next);
        Builder builder = new Builder(function).before(loop.header().instrs().getFirst());
        Value distance = builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I32), number, stride);
        Value position = builder.emit(
                new Op.Binary(isUpwards() ? BinaryKind.ADD : BinaryKind.SUB, ScalarType.I32), start, distance);
        position.setName(variable.name());
        variable.replaceAllUsesWith(position);
        loop.header().removeParam(variable);
        Instr branch = test.exit().source();
        Builder testing = new Builder(function).before(branch);
        Value tested = test.type() == ScalarType.I64 ? LoopShaping.wide(testing, position) : position;
        Value bound = turnsInCircles() ? count : bound(testing, test, tested, count);
        Value goesOn =
                testing.emit(new Op.Compare(Predicate.LT, ScalarType.I64), LoopShaping.wide(testing, number), bound);
        LoopShaping.replaceTest(testing, branch, test.exit(), goesOn);
    }

    /** {@return whether a variable that misses its bound is sure to come back to its start, as the step divides 2^32} */
    private boolean turnsInCircles() {
        Op.Constant known = step.constant();
        return known != null && Long.bitCount(Math.abs(known.bits())) == 1;
    }

    /**
     * {@return a bound that is a count, or, where that is {@link CountedLoop#NEVER}, lets the loop's own test decide}
     *
     * @param builder stands before the test
     * @param test the loop's own
     * @param tested what is compared with its right side
     * @param count the bound where the loop ends as it is counted
     */
    static Value bound(Builder builder, LoopTest test, Value tested, Value count) {
        Value own = builder.emit(new Op.Compare(test.goesOn(), test.type()), tested, test.right());
        Value far = builder.constant(CountedLoop.NEVER);
        Value wraps = builder.emit(new Op.Compare(Predicate.EQ, ScalarType.I64), count, far);
        return select(builder, wraps, select(builder, own, far, builder.constant(-CountedLoop.NEVER)), count);
    }
}
