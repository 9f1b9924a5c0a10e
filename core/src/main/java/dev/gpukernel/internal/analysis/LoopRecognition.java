package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.CountedLoop.Recognition;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out whether a loop is counted, and if not, why. */
final class LoopRecognition {
    private static final String NO_COMPARISON =
            "its condition does not compare an integer variable, as it is or with a constant added, with a bound";

    private final Loop loop;

    LoopRecognition(Loop loop) {
        this.loop = loop;
    }

    /** {@return what the loop is, if nothing but its header's test ends it} */
    Recognition whole() {
        List<Edge> exits = LoopExits.of(loop);
        if (exits.isEmpty()) {
            return new Recognition.Other("it never ends; give it a condition");
        }
        Edge own = LoopTest.exit(loop, loop.header().terminator());
        if (exits.size() > 1) {
            return new Recognition.Other(endings(exits, own));
        }
        if (loop.entryEdges().size() != 1 || own == null || !exits.contains(own) || repeatsAlone()) {
            return new Recognition.Other(
                    "its condition must come first, or last, and compare the loop variable with a bound");
        }
        if (!LoopTest.isPure(loop.header())) {
            return new Recognition.Other(
                    "its condition reads what may change in the loop; read it into a variable before");
        }
        return test();
    }

    private static String endings(List<Edge> exits, @Nullable Edge own) {
        Edge other = exits.getFirst() == own ? exits.getLast() : exits.getFirst();
        SourcePosition position = other.source().position();
        return "it may also end " + (position == null ? "" : "at line " + position.line() + " ")
                + "by break, return or a second condition that changes in it; let an 'if' skip what is not to be done";
    }

    /** {@return whether the header is the whole loop, so what it does comes before its test} */
    private boolean repeatsAlone() {
        return loop.header().terminator().edges().stream().anyMatch(edge -> edge.target() == loop.header());
    }

    /** {@return what the header's test makes of a loop that is entered over one edge, whatever else may end it} */
    Recognition test() {
        LoopTest test = LoopTest.of(loop, loop.header().terminator());
        if (test == null) {
            return new Recognition.Other(loop.header().params().isEmpty() ? "it has no loop variable" : NO_COMPARISON);
        }
        Induction left = induction(test.left());
        Induction induction = left == null ? induction(test.right()) : left;
        LoopTest asked = left == null && induction != null ? test.swapped() : test;
        if (!(Op.Convert.unwidened(asked.left()) instanceof BlockParam variable) || variable.block() != loop.header()) {
            return new Recognition.Other(NO_COMPARISON);
        }
        Value bound = ifItEnds(asked.right());
        String wrong = induction == null
                ? "its variable '" + CountedLoop.name(variable) + "' " + withoutStep(variable)
                : !loop.isInvariant(bound)
                        ? "its bound changes in the loop; compute it before"
                        : direction(asked.goesOn(), induction.step());
        if (induction == null || wrong != null) {
            return new Recognition.Other(String.valueOf(wrong));
        }
        Value start = loop.first(variable);
        return new Recognition.Counted(new CountedLoop(loop, induction, start, bound, asked.goesOn(), asked.exit()));
    }

    /** {@return why a variable is none to which every iteration adds a known number} */
    private String withoutStep(BlockParam variable) {
        Induction induction = Induction.of(loop, variable);
        return induction == null || induction.terms().isEmpty()
                ? "is not changed by the same number in each iteration"
                : "moves by a step that is no constant; an int may, by an int that is the same throughout the loops around it";
    }

    private @Nullable Induction induction(Value tested) {
        return Induction.byNumber(loop, Op.Convert.unwidened(tested));
    }

    /** {@return a bound as it is where the loop ends as it is counted: another may take its place where it is {@link CountedLoop#NEVER}} */
    private Value ifItEnds(Value bound) {
        return bound instanceof Instr choice
                        && choice.op().equals(new Op.Select(ScalarType.I64))
                        && choice.operand(0) instanceof Instr never
                        && never.op().equals(new Op.Compare(Predicate.EQ, ScalarType.I64))
                        && never.operand(0) == choice.operand(2)
                        && never.operand(1) instanceof Instr far
                        && far.op() instanceof Op.Constant(var _, long bits)
                        && bits == CountedLoop.NEVER
                        && loop.isInvariant(choice.operand(2))
                ? choice.operand(2)
                : bound;
    }

    private static @Nullable String direction(Predicate goesOn, long step) {
        if (LoopTest.leads(goesOn, step)) {
            return null;
        }
        return switch (goesOn) {
            case LT, LE, GT, GE -> "its variable counts away from its bound";
            case NE -> "its condition '!=' needs a step of 1 or -1";
            case EQ, LTU, LEU, GTU, GEU -> "its condition must be '<', '<=', '>', '>=' or '!='";
        };
    }
}
