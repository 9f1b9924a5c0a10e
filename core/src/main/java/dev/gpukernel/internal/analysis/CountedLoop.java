package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.HostExpression.Exact;
import dev.gpukernel.internal.analysis.HostExpression.Known;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
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
 * below its bound to a negative number and go on. Neither is counted: {@link #conditions} says for which arguments the variable
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
                        && (counted.predicate == Predicate.LT || counted.predicate == Predicate.LE)
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
        return predicate == Predicate.LE || predicate == Predicate.GE;
    }

    /** {@return whether variable and bound are ints, and sums of them are} */
    boolean isOfInts() {
        return variable().type() == ScalarType.I32 && bound.type() == ScalarType.I32 && induction.narrowed() == null;
    }

    /** {@return what numbers the variable may be} */
    Interval range() {
        return induction.narrowed() == null
                ? Interval.of((ScalarType) variable().type())
                : Interval.of(induction.narrowed());
    }

    /** {@return whether it is sure that the loop ends as it is counted, whatever its start is} */
    public boolean always() {
        if (variable().type() != ScalarType.I32 || predicate == Predicate.NE || induction.narrowed() != null) {
            return false;
        }
        Interval bounds = KnownNumbers.interval(bound);
        Interval range = range();
        long past = Math.abs(step()) - (isInclusive() ? 0 : 1);
        return step() > 0 ? bounds.high() <= range.high() - past : bounds.low() >= range.low() + past;
    }

    /**
     * How many iterations there are.
     *
     * @param first the start as a number in 64 bits
     * @param last the bound as a number in 64 bits
     * @return their number, 0 or negative for none, if the {@link #conditions} hold; without them its value says nothing
     */
    public HostExpression iterations(HostExpression first, HostExpression last) {
        HostExpression distance = step() > 0 ? plain(BinaryKind.SUB, last, first) : plain(BinaryKind.SUB, first, last);
        long magnitude = Math.abs(step());
        long round = isInclusive() ? magnitude : magnitude - 1;
        HostExpression rounded = round == 0 ? distance : plain(BinaryKind.ADD, distance, new Known(round));
        return magnitude == 1 ? rounded : plain(BinaryKind.DIV, rounded, new Known(magnitude));
    }

    private static HostExpression plain(BinaryKind kind, HostExpression left, HostExpression right) {
        return new HostExpression.Binary(kind, ScalarType.I64, left, right);
    }

    /**
     * What must hold so that the loop ends as it is counted, by its variable reaching the bound without wrapping around.
     *
     * @param first the start as a number in 64 bits
     * @param last the bound as a number in 64 bits
     * @return conditions; none for a loop that always ends so, as every int loop with {@code <} and a step of 1 does
     */
    public List<Condition> conditions(HostExpression first, HostExpression last) {
        if (always()) {
            return List.of();
        }
        Interval range = range();
        String text = "variable '" + name(variable()) + "' must not overflow before its loop ends";
        List<Condition> all = new ArrayList<>();
        if (predicate == Predicate.NE) {
            HostExpression distance = new Exact(BinaryKind.SUB, step() > 0 ? last : first, step() > 0 ? first : last);
            String past =
                    "variable '" + name(variable()) + "' must not start past the bound that it is to reach with '!='";
            all.add(new Condition(distance, 0, Long.MAX_VALUE, past));
            if (!isOfInts() && variable().type() == ScalarType.I32) {
                all.add(new Condition(last, range.low(), range.high(), text));
            }
        } else {
            HostExpression count = new HostExpression.Extremum(true, exactIterations(first, last), new Known(0));
            HostExpression end = new Exact(BinaryKind.ADD, first, new Exact(BinaryKind.MUL, count, new Known(step())));
            all.add(new Condition(end, range.low(), range.high(), text));
        }
        if (induction.narrowed() != null) {
            all.add(new Condition(first, range.low(), range.high(), text));
        }
        boolean isKnown = first instanceof Known && last instanceof Known;
        all.removeIf(
                condition -> isKnown && condition.holds(SampleArguments.all().getFirst()));
        return all;
    }

    private HostExpression exactIterations(HostExpression first, HostExpression last) {
        HostExpression distance = new Exact(BinaryKind.SUB, step() > 0 ? last : first, step() > 0 ? first : last);
        long magnitude = Math.abs(step());
        HostExpression rounded =
                new Exact(BinaryKind.ADD, distance, new Known(isInclusive() ? magnitude : magnitude - 1));
        return plain(BinaryKind.DIV, rounded, new Known(magnitude));
    }
}
