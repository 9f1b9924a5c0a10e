package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.HostExpression.Known;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A counted loop: {@code for (v = start; v < bound; v += step)}, or with another comparison. The step leads towards the bound.
 *
 * <p>Java's integers wrap around. A loop such as {@code i <= Integer.MAX_VALUE} never ends, and one with a step of 2 may jump from
 * below its bound to a negative number and go on. Neither is counted: {@link LoopConditions} says for which arguments the variable
 * stays in its type, and only then {@link #iterations} is what Java does. The same holds for {@code !=} where the start is past
 * the bound.
 *
 * @param loop the loop
 * @param induction its variable, I32 or I64, and how it changes; the step is 1 or -1 if the predicate is NE
 * @param start the variable's first value, unchanging in the loop
 * @param bound what the variable is compared with, unchanging in the loop; an int or a long, whichever of them the variable is
 * @param predicate what holds between variable and bound in each iteration: LT, LE or NE with a positive step, GT, GE or NE with a
 *     negative one
 * @param exit the edge from the header by which the loop is left
 */
public record CountedLoop(Loop loop, Induction induction, Value start, Value bound, Predicate predicate, Edge exit) {
    /** As a bound of an int, what it never reaches; far from where longs wrap around. */
    public static final long NEVER = 1L << 40;

    /** As a number of iterations, that of a loop whose step does not lead to its bound. */
    public static final long AWAY = NEVER + 1;

    /** Whether a loop is counted. */
    public sealed interface Recognition {
        /**
         * It is.
         *
         * @param loop how
         */
        record Counted(CountedLoop loop) implements Recognition {}

        /**
         * It is not.
         *
         * @param reason why, in words that go after "the loop is not of the form …: "
         */
        record Other(String reason) implements Recognition {}
    }

    /**
     * Looks at a loop. Way out are the header's test and what leads to an exception, nothing else.
     *
     * @param loop any loop
     * @return its counting form, or why it has none
     */
    public static Recognition of(Loop loop) {
        return new LoopRecognition(loop).whole();
    }

    /** {@return the form of a loop that nothing but its header's test and what leads to an exception ends, null if it has none} */
    public static @Nullable CountedLoop exactly(Loop loop) {
        return of(loop) instanceof Recognition.Counted(var counted) ? counted : null;
    }

    /** {@return the form of a loop that may be left in other ways too before its count is reached, null if it has none} */
    public static @Nullable CountedLoop atMost(Loop loop) {
        return loop.entryEdges().size() == 1
                        && new LoopRecognition(loop).test() instanceof Recognition.Counted(var counted)
                        && counted.induction.narrowed() == null
                ? counted
                : null;
    }

    /**
     * {@return the form of a loop that an int ends which grows until it reaches an int that is known before the loop, null if it has
     * none} It may wrap around before if the step is above 1, or if the comparison is LE. The loop may be left in other ways too.
     */
    public static @Nullable CountedLoop upwards(Loop loop) {
        CountedLoop counted = atMost(loop);
        return counted != null
                        && counted.isOfInts()
                        && counted.predicate.isLess()
                        && !loop.contains(counted.bound.block())
                ? counted
                : null;
    }

    /** {@return whether the loop's test also asks something else, where the variable does not reach its bound} */
    public boolean mayEndOtherwise() {
        Instr compare = (Instr) loop.header().terminator().operand(0);
        return compare.operands().stream().noneMatch(operand -> operand == bound);
    }

    static String name(BlockParam variable) {
        return variable.name() == null ? "?" : variable.name();
    }

    /** {@return the variable, a parameter of the header, I32 or I64} */
    public BlockParam variable() {
        return induction.variable();
    }

    /** {@return what is added to the variable in each iteration} */
    public long step() {
        return induction.step();
    }

    /** {@return the other values that the loop carries from one iteration to the next} */
    public List<BlockParam> carried() {
        List<BlockParam> carried = new ArrayList<>(loop.header().params());
        carried.remove(variable());
        return carried;
    }

    /** {@return whether a block is only reached where the variable has passed the test} */
    boolean isBody(Block block) {
        return loop.contains(block) && block != loop.header();
    }

    /** {@return whether the variable may be equal to the bound} */
    public boolean isInclusive() {
        return predicate.isInclusive();
    }

    /** {@return whether variable and bound are ints, and sums of them are} */
    public boolean isOfInts() {
        return variable().type() == ScalarType.I32 && bound.type() == ScalarType.I32 && induction.narrowed() == null;
    }

    /** {@return what numbers the variable may be} */
    Interval range() {
        return induction.narrowed() == null
                ? Interval.of((ScalarType) variable().type())
                : Interval.of(induction.narrowed());
    }

    /** {@return at least what the start is, by how it is computed} */
    public long leastStart() {
        return Interval.of(start).low();
    }

    /** {@return at most what it is} */
    public long greatestStart() {
        return Interval.of(start).high();
    }

    /** {@return whether it is sure that the loop ends as it is counted, whatever its start is} */
    public boolean always() {
        if (variable().type() != ScalarType.I32 || predicate == Predicate.NE || induction.narrowed() != null) {
            return false;
        }
        Interval bounds = Interval.of(bound);
        Interval range = range();
        long past = Math.abs(step()) - (isInclusive() ? 0 : 1);
        return step() > 0 ? bounds.high() <= range.high() - past : bounds.low() >= range.low() + past;
    }

    /**
     * How many iterations there are.
     *
     * @param first the start as a number in 64 bits
     * @param last the bound as a number in 64 bits
     * @return their number, 0 or negative for none, if the {@link LoopConditions} hold; without them its value says nothing
     */
    public HostExpression iterations(HostExpression first, HostExpression last) {
        return iterations(first, last, CountedLoop::plain);
    }

    /** What computes a sum or a difference of 64 bits, wrapping around or exactly. */
    interface Sums {
        HostExpression of(BinaryKind kind, HostExpression left, HostExpression right);
    }

    /** {@return their number, by sums and differences of the given kind} */
    HostExpression iterations(HostExpression first, HostExpression last, Sums sums) {
        HostExpression distance =
                step() > 0 ? sums.of(BinaryKind.SUB, last, first) : sums.of(BinaryKind.SUB, first, last);
        long magnitude = Math.abs(step());
        long round = isInclusive() ? magnitude : magnitude - 1;
        HostExpression rounded = round == 0 ? distance : sums.of(BinaryKind.ADD, distance, new Known(round));
        return magnitude == 1 ? rounded : plain(BinaryKind.DIV, rounded, new Known(magnitude));
    }

    static HostExpression plain(BinaryKind kind, HostExpression left, HostExpression right) {
        return new HostExpression.Binary(kind, ScalarType.I64, left, right);
    }

    /** {@return whether the bound is a number of iterations that may be {@link #AWAY}} */
    public boolean mayLeadAway() {
        Value ends = bound instanceof Instr runs && runs.op() instanceof Op.Select ? runs.operand(1) : bound;
        return ends instanceof Instr leads
                && leads.op() instanceof Op.Select
                && leads.operand(2) instanceof Instr away
                && away.op() instanceof Op.Constant(var _, long bits)
                && bits == AWAY;
    }
}
