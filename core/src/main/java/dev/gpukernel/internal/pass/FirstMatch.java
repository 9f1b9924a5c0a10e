package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Flags;
import dev.gpukernel.internal.analysis.Interval;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop carry, beside what is assigned at the first match alone, whether there was one: {@code if (first < 0 && p) first = i}
 * becomes {@code if (1 > found && p) { first = i; found = 1; }}, which is a {@link Choice}: of ones, the first stays. So does {@code if
 * (!found && p) { found = true; first = i; }}. What is assigned must be seen to answer the question, as a loop variable from 0 on is
 * not negative.
 */
final class FirstMatch {
    private final Function kernel;
    private final Loop loop;
    private final Carried carried;
    private final Instr compare;

    private FirstMatch(Function kernel, Loop loop, Carried carried, Instr compare) {
        this.kernel = kernel;
        this.loop = loop;
        this.carried = carried;
        this.compare = compare;
    }

    /**
     * Rewrites a loop.
     *
     * @param kernel the function
     * @param loop a loop
     * @return whether it carries more now
     */
    static boolean carry(Function kernel, Loop loop) {
        if (loop.entryEdges().size() != 1) {
            return false;
        }
        for (BlockParam param : loop.header().params()) {
            FirstMatch match = of(kernel, loop, param);
            Boolean answer = match == null ? null : match.answer();
            if (match != null && answer != null && match.isAskedFirst(answer) && !match.isFlagAlone()) {
                match.rewrite(answer);
                return true;
            }
        }
        return false;
    }

    private static @Nullable FirstMatch of(Function kernel, Loop loop, BlockParam param) {
        boolean isChosen = (param.type() == ScalarType.I32 || param.type() == ScalarType.I64)
                && loop.backEdges().stream()
                        .allMatch(edge ->
                                edge.arguments().get(param.index()) instanceof BlockParam join && join != param);
        Carried carried = isChosen ? Carried.of(loop, param) : null;
        if (carried == null
                || carried.assignments().size() != 1
                || carried.readers().size() != 1) {
            return null;
        }
        Instr compare = carried.readers().iterator().next();
        // What is compared with what it is assigned is a choice as it is.
        Value assigned = carried.argument(carried.assignments().iterator().next());
        boolean isQuestion = compare.op() instanceof Op.Compare
                && !compare.operands().contains(assigned)
                && compare.operands().contains(param)
                && compare.operands().stream().allMatch(operand -> operand == param || operand.constant() != null)
                && compare.users().size() == 1
                && compare.users().getFirst().op() instanceof Op.Branch;
        return isQuestion ? new FirstMatch(kernel, loop, carried, compare) : null;
    }

    /** {@return how the question comes out once the variable is assigned, null if that may differ} */
    private @Nullable Boolean answer() {
        CountedLoop counted = CountedLoop.exactly(loop);
        Map<Value, Interval> known =
                counted == null || !counted.always() ? Map.of() : Map.of(counted.variable(), inBody(counted));
        Value assigned = carried.argument(carried.assignments().iterator().next());
        Interval answer = Interval.of(compare, Map.of(carried.param(), Interval.of(assigned, known)));
        return answer.isPoint() ? answer.low() == 1 : null;
    }

    /** {@return what numbers a loop's variable is among once it has passed the test} */
    private static Interval inBody(CountedLoop counted) {
        Interval bound = Interval.of(counted.bound());
        int past = counted.isInclusive() ? 0 : 1;
        return counted.step() > 0
                ? new Interval(counted.leastStart(), bound.high() - past)
                : new Interval(bound.low() + past, counted.greatestStart());
    }

    /** {@return whether the variable is assigned only where the question has come out the other way} */
    private boolean isAskedFirst(boolean answer) {
        Edge open = compare.users().getFirst().edges().get(answer ? 1 : 0);
        Edge assigned = carried.assignments().iterator().next();
        return assigned == open
                || (open.target().incoming().size() == 1
                        && Dominators.of(kernel)
                                .dominates(open.target(), assigned.source().block()));
    }

    /** {@return whether it is a flag with which nothing else is assigned, of which {@link ShortCircuit} makes a reduction} */
    private boolean isFlagAlone() {
        Flags flags = new Flags(Map.of());
        return flags.start(loop, carried.param())
                && flags.holds(carried.argument(carried.assignments().iterator().next()))
                && loop.header().params().stream()
                        .filter(other -> other != carried.param())
                        .map(other -> Carried.of(loop, other))
                        .noneMatch(other -> other != null && other.isAlongside(carried));
    }

    private void rewrite(boolean answer) {
        LoopForm.addPreheader(kernel, loop);
        Builder before = new Builder(kernel)
                .before(loop.entryEdges().getFirst().source())
                .at(compare.position());
        Value one = before.constant(1);
        Value zero = before.constant(0);
        Value first = loop.first(carried.param());
        List<Value> operands = compare.operands().stream()
                .map(operand -> operand == carried.param() ? first : before.emit(((Instr) operand).op()))
                .toList();
        Value asked = before.emit(compare.op(), operands);
        Value start = before.emit(new Op.Select(ScalarType.I32), asked, answer ? one : zero, answer ? zero : one);
        BlockParam found = carried.addAlongside(ScalarType.I32, start, one);
        found.setName(carried.param().name());
        Builder inside = new Builder(kernel).before(compare).at(compare.position());
        Predicate is = answer ? Predicate.LE : Predicate.GT;
        compare.replaceAllUsesWith(inside.emit(new Op.Compare(is, ScalarType.I32), one, found));
        compare.remove();
    }
}
