package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.HostExpression.Known;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
public record CountedLoop(Loop loop, LoopCounter induction, Value start, Value bound, Predicate predicate, Edge exit) {
    /** As a bound of an int, what it never reaches; far from where longs wrap around. */
    public static final long NEVER = 1L << 40;

    /** As a number of iterations, that of a loop whose step does not lead to its bound. */
    public static final long AWAY = NEVER + 1;

    private static final String NO_COMPARISON =
            "its condition does not compare an integer variable, as it is or with a constant added, with a bound";

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
        Instr branch = loop.header().terminator();
        List<Edge> exits = exits(loop);
        if (exits.isEmpty()) {
            return new Recognition.Other("it never ends; give it a condition");
        }
        Edge own = LoopTest.exit(loop, branch);
        if (exits.size() > 1) {
            return new Recognition.Other(endings(exits, own));
        }
        if (loop.entryEdges().size() != 1 || own == null || !exits.contains(own) || repeatsAlone(loop)) {
            return new Recognition.Other(
                    "its condition must come first, or last, and compare the loop variable with a bound");
        }
        if (hasEffect(loop.header())) {
            return new Recognition.Other(
                    "its condition reads what may change in the loop; read it into a variable before");
        }
        return counting(loop, branch);
    }

    /** {@return the edges by which a loop is left, but for what leads to an exception} */
    public static List<Edge> exits(Loop loop) {
        List<Edge> exits = new ArrayList<>(loop.exitEdges());
        exits.removeIf(edge -> !reachesReturn(edge.target()));
        return exits;
    }

    private static String endings(List<Edge> exits, @Nullable Edge own) {
        Edge other = exits.getFirst() == own ? exits.getLast() : exits.getFirst();
        SourcePosition position = other.source().position();
        return "it may also end " + (position == null ? "" : "at line " + position.line() + " ")
                + "by break, return or a second condition that changes in it; let an 'if' skip what is not to be done";
    }

    /** {@return whether the header is the whole loop, so what it does comes before its test} */
    private static boolean repeatsAlone(Loop loop) {
        return loop.header().terminator().edges().stream().anyMatch(edge -> edge.target() == loop.header());
    }

    /** {@return the form of a loop that may be left in other ways too before its count is reached, null if it has none} */
    public static @Nullable CountedLoop atMost(Loop loop) {
        return loop.entryEdges().size() == 1
                        && counting(loop, loop.header().terminator()) instanceof Recognition.Counted(var counted)
                        && counted.induction.narrow() == null
                ? counted
                : null;
    }

    /**
     * Finds what ends a loop for certain: an int that grows by a step with every iteration until it reaches an int. It may wrap
     * around if the step is above 1.
     *
     * @param loop a loop with one edge from outside
     * @param predicate LT, or LE, with which the loop does not end if the bound is the largest int
     * @return its form, if that is the comparison of which the loop goes on
     */
    public static @Nullable CountedLoop upwards(Loop loop, Predicate predicate) {
        CountedLoop counted = atMost(loop);
        return counted != null && counted.predicate == predicate && counted.isOfInts() ? counted : null;
    }

    /** {@return whether control may get from a block to the end of the function} */
    public static boolean reachesReturn(Block from) {
        Set<Block> seen = new HashSet<>();
        Deque<Block> work = new ArrayDeque<>(List.of(from));
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (block.terminator().op() instanceof Op.Return) {
                return true;
            }
            if (seen.add(block)) {
                work.addAll(block.successors());
            }
        }
        return false;
    }

    private static boolean hasEffect(Block header) {
        for (Instr instr : header.instrs()) {
            if (instr.op().effect() != Effect.NONE && !instr.op().isTerminator()) {
                return true;
            }
        }
        return false;
    }

    private static Recognition counting(Loop loop, Instr branch) {
        LoopTest test = LoopTest.of(loop, branch);
        if (test == null) {
            return new Recognition.Other(loop.header().params().isEmpty() ? "it has no loop variable" : NO_COMPARISON);
        }
        LoopTest asked = isVariable(loop, test.left()) || !isVariable(loop, test.right()) ? test : test.swapped();
        Value tested = LoopTest.unwidened(asked.left());
        if (!(tested instanceof BlockParam variable) || variable.block() != loop.header()) {
            return new Recognition.Other(NO_COMPARISON);
        }
        LoopCounter induction = LoopCounter.of(loop, variable);
        Value bound = ifItEnds(loop, asked.right());
        String wrong = induction == null
                ? "its variable '" + name(variable) + "' is not changed by the same number in each iteration"
                : !loop.isInvariant(bound)
                        ? "its bound changes in the loop; compute it before"
                        : direction(asked.goesOn(), induction.step());
        if (induction == null || wrong != null) {
            return new Recognition.Other(String.valueOf(wrong));
        }
        Value start = loop.entryEdges().getFirst().arguments().get(variable.index());
        return new Recognition.Counted(new CountedLoop(loop, induction, start, bound, asked.goesOn(), asked.exit()));
    }

    /** {@return a bound as it is where the loop ends as it is counted: another may take its place where it is {@link #NEVER}} */
    private static Value ifItEnds(Loop loop, Value bound) {
        return bound instanceof Instr choice
                        && choice.op().equals(new Op.Select(ScalarType.I64))
                        && choice.operand(0) instanceof Instr never
                        && never.op().equals(new Op.Compare(Predicate.EQ, ScalarType.I64))
                        && never.operand(0) == choice.operand(2)
                        && never.operand(1) instanceof Instr far
                        && far.op() instanceof Op.Constant(var _, long bits)
                        && bits == NEVER
                        && loop.isInvariant(choice.operand(2))
                ? choice.operand(2)
                : bound;
    }

    /** {@return whether the loop's test also asks something else, where the variable does not reach its bound} */
    public boolean mayEndOtherwise() {
        Instr compare = (Instr) loop.header().terminator().operand(0);
        return compare.operands().stream().noneMatch(operand -> operand == bound);
    }

    private static boolean isVariable(Loop loop, Value value) {
        return LoopCounter.of(loop, LoopTest.unwidened(value)) != null;
    }

    private static @Nullable String direction(Predicate goesOn, long step) {
        String away = "its variable counts away from its bound";
        return switch (goesOn) {
            case LT, LE -> step > 0 ? null : away;
            case GT, GE -> step < 0 ? null : away;
            case NE -> Math.abs(step) == 1 ? null : "its condition '!=' needs a step of 1 or -1";
            case EQ, LTU, LEU, GTU, GEU -> "its condition must be '<', '<=', '>', '>=' or '!='";
        };
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
    boolean isInclusive() {
        return predicate == Predicate.LE || predicate == Predicate.GE;
    }

    /** {@return whether variable and bound are ints, and sums of them are} */
    boolean isOfInts() {
        return variable().type() == ScalarType.I32 && bound.type() == ScalarType.I32 && induction.narrow() == null;
    }

    /** {@return what numbers the variable may be} */
    Interval range() {
        return induction.narrow() == null
                ? Interval.of((ScalarType) variable().type())
                : Interval.of(induction.narrow());
    }

    /** {@return whether it is sure that the loop ends as it is counted, whatever its start is} */
    public boolean always() {
        if (variable().type() != ScalarType.I32 || predicate == Predicate.NE || induction.narrow() != null) {
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
     * @return their number, 0 or negative for none, if the {@link LoopConditions} hold; without them its value says nothing
     */
    public HostExpression iterations(HostExpression first, HostExpression last) {
        HostExpression distance = step() > 0 ? plain(BinaryKind.SUB, last, first) : plain(BinaryKind.SUB, first, last);
        long magnitude = Math.abs(step());
        long round = isInclusive() ? magnitude : magnitude - 1;
        HostExpression rounded = round == 0 ? distance : plain(BinaryKind.ADD, distance, new Known(round));
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
