package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.Extent;
import dev.gpukernel.internal.analysis.Inspector;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.Rehearsal.Answer;
import dev.gpukernel.internal.pass.SplitRule;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What must be true of a nest's arguments for it to be launched, and which of two forms of loops is launched. Launches nothing. */
final class LaunchRules implements Rehearsal.Checker {
    private final KernelPlan plan;
    private final Operands operands;

    /** Of nests that are launched only where no thread of them can fault. */
    private final Map<Function, ProvenLaunches> proven = new HashMap<>();

    /** Of a CPU, 0 of a GPU. */
    private final int cores;

    /** Whether one was found to be independent by its elements alone, which says nothing of how parts of it lie. */
    private boolean isInspected;

    /** What a launch in question asks for in vain. */
    private @Nullable Condition refused;

    /**
     * Makes them.
     *
     * @param plan the kernel on the device
     * @param operands where the numbers of a nest are put to be asked about
     */
    LaunchRules(KernelPlan plan, Operands operands) {
        this.plan = plan;
        this.operands = operands;
        this.cores = plan.first().gpu().raw().sharesHeap()
                ? plan.first().gpu().raw().info().limits().multiprocessors()
                : 0;
    }

    /** Which of two forms runs must be decided in the same way wherever it is asked. */
    @Override
    public boolean splitsInner(Op.Sums sums, long outside, long inside) {
        return SplitRule.holds(sums, outside, inside, cores);
    }

    @Override
    public boolean mayLaunch(Op.MayLaunch question, long[] numbers) {
        Function launched = question.nest();
        NestProgram nest = plan.nest(launched).program();
        operands.take(numbers, null, launched.params().size());
        // Where another form runs otherwise, the elements of each iteration need not be looked at.
        return (plan.first().arrays().distinct() || nest.conflicts().isEmpty())
                && check(nest, false) == Answer.HOLDS
                && (question.order() == Op.Order.DISTRIBUTED || SplitRule.exchanges(operands.iterations(), cores))
                && isProven(launched, nest);
    }

    /** {@return whether no thread of a launch that was checked just now can fault} */
    private boolean isProven(Function launched, NestProgram nest) {
        long outermost = operands.counts()[nest.axes().getFirst().index()];
        boolean isNone = Arrays.stream(operands.counts()).anyMatch(count -> count == 0);
        return isNone
                || proven.computeIfAbsent(
                                launched, key -> new ProvenLaunches(nest.turns().iteration(), key))
                        .holds(operands, outermost, 1, 1);
    }

    @Override
    public Answer check(Function launched, long[] numbers, boolean[] isKnown) {
        if (!plan.program().nest(launched).asks()) {
            return Answer.HOLDS;
        }
        operands.take(numbers, isKnown, launched.params().size());
        return check(plan.nest(launched).program(), plan.first().arrays().distinct());
    }

    private Answer check(NestProgram nest, boolean mayInspect) {
        boolean isReached = true;
        long iterations = 1;
        for (int level = 0; level < nest.axes().size(); level++) {
            Answer end = ask(nest.ends().get(level), false);
            if (end != Answer.HOLDS) {
                return isReached ? end : Answer.UNKNOWN;
            }
            Axis axis = nest.axes().get(level);
            try {
                iterations = Extent.product(iterations, operands.count(axis));
            } catch (Operands.UnknownException _) {
                isReached = false;
            }
            if (iterations == 0) {
                return Answer.HOLDS;
            }
        }
        Answer answer = isReached && iterations == 1 ? Answer.HOLDS : ask(nest.conditions(), mayInspect);
        return isReached || answer == Answer.HOLDS ? answer : Answer.UNKNOWN;
    }

    /** {@return whether conditions hold of the operands} If not, {@link #refusal} tells of the first that does not. */
    Answer ask(List<Condition> conditions) {
        return ask(conditions, plan.first().arrays().distinct());
    }

    private Answer ask(List<Condition> conditions, boolean mayInspect) {
        Answer answer = Answer.HOLDS;
        isInspected = false;
        for (int i = 0; i < conditions.size(); i++) {
            Condition condition = conditions.get(i);
            try {
                if (!condition.holds(operands) && !(mayInspect && isReplaced(condition))) {
                    refused = condition;
                    return Answer.FAILS;
                }
            } catch (Operands.UnknownException _) {
                answer = Answer.UNKNOWN;
            }
        }
        return answer;
    }

    private boolean isReplaced(Condition condition) {
        if (condition.inspector() == null || operands.iterations() > Inspector.MOST_VISITS) {
            return false;
        }
        // All conditions of a nest have the same inspector.
        isInspected = isInspected || condition.inspector().areIndependent(operands);
        return isInspected;
    }

    /** {@return whether a condition that was asked for last does not hold, and iterations are independent all the same} */
    boolean isInspected() {
        return isInspected;
    }

    @Override
    public void make(int parameter, int length) {
        operands.kernel().setLength(parameter, length);
    }

    @Override
    public RuntimeException refusal() {
        Condition condition = Objects.requireNonNull(refused, "asked");
        return new IllegalArgumentException(
                Message.LOOP_CONDITION.format(plan.program().name(), condition.text()));
    }
}
