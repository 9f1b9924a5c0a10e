package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.HostExpression.Exact;
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
 * below its bound to a negative number and go on. Neither is counted: {@link #conditions} says for which arguments the variable
 * stays in its type, and only then {@link #iterations} is what Java does. The same holds for {@code !=} where the start is past
 * the bound.
 *
 * @param loop the loop
 * @param variable its variable, a parameter of the header, I32 or I64
 * @param start the variable's first value, unchanging in the loop
 * @param bound what the variable is compared with, unchanging in the loop
 * @param step what is added to the variable in each iteration, not 0; 1 or -1 if the predicate is NE
 * @param predicate what holds between variable and bound in each iteration: LT, LE or NE with a positive step, GT, GE or NE with a
 *     negative one
 * @param exit the edge from the header by which the loop is left
 */
public record CountedLoop(
        Loop loop, BlockParam variable, Value start, Value bound, long step, Predicate predicate, Edge exit) {
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
        Instr test = loop.header().terminator();
        if (loop.entryEdges().size() != 1 || !(test.op() instanceof Op.Branch)) {
            return new Recognition.Other("it has no condition at its beginning");
        }
        List<Edge> exits = loop.exitEdges();
        exits.removeIf(edge -> !reachesReturn(edge.target()));
        if (exits.size() != 1) {
            return new Recognition.Other("it is left by break or return");
        }
        if (exits.getFirst().source() != test || hasEffect(loop.header())) {
            return new Recognition.Other(
                    "its condition must come first and only compare the loop variable with a bound");
        }
        return counting(loop, test, exits.getFirst());
    }

    /** {@return the form of a loop that may be left in other ways too before its count is reached, null if it has none} */
    public static @Nullable CountedLoop atMost(Loop loop) {
        Instr test = loop.header().terminator();
        if (loop.entryEdges().size() != 1 || !(test.op() instanceof Op.Branch)) {
            return null;
        }
        List<Edge> exits = new ArrayList<>();
        for (Edge edge : test.edges()) {
            if (!loop.contains(edge.target())) {
                exits.add(edge);
            }
        }
        return exits.size() == 1 && counting(loop, test, exits.getFirst()) instanceof Recognition.Counted(var counted)
                ? counted
                : null;
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

    private static Recognition counting(Loop loop, Instr test, Edge exit) {
        if (loop.header().params().isEmpty()) {
            return new Recognition.Other("it has no loop variable");
        }
        if (!(test.operand(0) instanceof Instr compare)
                || !(compare.op() instanceof Op.Compare(Predicate predicate, ScalarType type))
                || type.isFloating()) {
            return new Recognition.Other("its condition does not compare the loop variable with a bound");
        }
        Predicate goesOn = test.edges().getFirst() == exit ? predicate.negated().ordered() : predicate;
        Value left = compare.operand(0);
        Value right = compare.operand(1);
        return isVariable(loop, left) || !isVariable(loop, right)
                ? counting(loop, left, goesOn, right, exit)
                : counting(loop, right, goesOn.swapped(), left, exit);
    }

    private static boolean isVariable(Loop loop, Value value) {
        return value instanceof BlockParam param && param.block() == loop.header() && step(loop, param) != 0;
    }

    private static Recognition counting(Loop loop, Value tested, Predicate goesOn, Value bound, Edge exit) {
        if (!(tested instanceof BlockParam variable) || variable.block() != loop.header()) {
            return new Recognition.Other("its condition does not compare the loop variable with a bound");
        }
        long step = step(loop, variable);
        String name = variable.name() == null ? "?" : variable.name();
        String wrong = step == 0
                ? "its variable '" + name + "' is not changed by a constant once per iteration"
                : !loop.isInvariant(bound) ? "its bound changes in the loop" : direction(goesOn, step);
        Value start = loop.entryEdges().getFirst().arguments().get(variable.index());
        return wrong == null
                ? new Recognition.Counted(new CountedLoop(loop, variable, start, bound, step, goesOn, exit))
                : new Recognition.Other(wrong);
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

    /** {@return what every iteration adds to a parameter of the header, 0 if that is not the same constant} */
    private static long step(Loop loop, BlockParam variable) {
        long step = 0;
        for (Edge edge : loop.backEdges()) {
            long own = step(edge.arguments().get(variable.index()), variable);
            if (own == 0 || (step != 0 && own != step)) {
                return 0;
            }
            step = own;
        }
        return step;
    }

    private static long step(Value next, BlockParam variable) {
        if (!(next instanceof Instr sum)
                || !(sum.op() instanceof Op.Binary(BinaryKind kind, ScalarType _))
                || !sum.operands().contains(variable)) {
            return 0;
        }
        boolean variableFirst = sum.operand(0) == variable;
        if (!(sum.operand(variableFirst ? 1 : 0) instanceof Instr other)
                || !(other.op() instanceof Op.Constant(ScalarType _, long bits))
                || bits == Long.MIN_VALUE) {
            return 0;
        }
        return switch (kind) {
            case ADD -> bits;
            case SUB -> variableFirst ? -bits : 0;
            case MUL, DIV, REM, AND, OR, XOR, SHL, SHR, USHR -> 0;
        };
    }

    /** {@return the other values that the loop carries from one iteration to the next} */
    public List<BlockParam> carried() {
        List<BlockParam> carried = new ArrayList<>(loop.header().params());
        carried.remove(variable);
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

    /**
     * How many iterations there are.
     *
     * @param first the start as a number in 64 bits
     * @param last the bound as a number in 64 bits
     * @return their number, 0 or negative for none, if the {@link #conditions} hold; without them its value says nothing
     */
    public HostExpression iterations(HostExpression first, HostExpression last) {
        HostExpression distance = step > 0 ? plain(BinaryKind.SUB, last, first) : plain(BinaryKind.SUB, first, last);
        long magnitude = Math.abs(step);
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
        String name = variable.name() == null ? "?" : variable.name();
        if (predicate == Predicate.NE) {
            HostExpression distance = new Exact(BinaryKind.SUB, step > 0 ? last : first, step > 0 ? first : last);
            String text = "variable '" + name + "' must not start past the bound that it is to reach with '!='";
            return unlessKnown(new Condition(distance, 0, Long.MAX_VALUE, text), first, last);
        }
        boolean wide = variable.type() == ScalarType.I64;
        if (!wide && !isInclusive() && Math.abs(step) == 1) {
            return List.of();
        }
        HostExpression count = new HostExpression.Extremum(true, exactIterations(first, last), new Known(0));
        HostExpression end = new Exact(BinaryKind.ADD, first, new Exact(BinaryKind.MUL, count, new Known(step)));
        String text = "variable '" + name + "' must not overflow before its loop ends";
        Condition fits = new Condition(
                end, wide ? Long.MIN_VALUE : Integer.MIN_VALUE, wide ? Long.MAX_VALUE : Integer.MAX_VALUE, text);
        return unlessKnown(fits, first, last);
    }

    /** {@return a condition, unless it is sure to hold whatever the arguments} */
    private static List<Condition> unlessKnown(Condition condition, HostExpression first, HostExpression last) {
        boolean isKnown = first instanceof Known && last instanceof Known;
        return isKnown && condition.holds(SampleArguments.all().getFirst()) ? List.of() : List.of(condition);
    }

    private HostExpression exactIterations(HostExpression first, HostExpression last) {
        HostExpression distance = new Exact(BinaryKind.SUB, step > 0 ? last : first, step > 0 ? first : last);
        long magnitude = Math.abs(step);
        HostExpression rounded =
                new Exact(BinaryKind.ADD, distance, new Known(isInclusive() ? magnitude : magnitude - 1));
        return plain(BinaryKind.DIV, rounded, new Known(magnitude));
    }
}
