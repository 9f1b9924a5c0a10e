package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far the variables of loops get from where they start. This may need conditions. */
final class Spans {
    private final Function function;
    private final List<CountedLoop> parallel;
    private final IterationSpace space;
    private final Fit fit;
    private final Assumptions assumptions;
    private final List<Polynomial> facts = new ArrayList<>();

    Spans(Function function, List<CountedLoop> parallel, IterationSpace space, Fit fit, Assumptions assumptions) {
        this.function = function;
        this.parallel = parallel;
        this.space = space;
        this.fit = fit;
        this.assumptions = assumptions;
    }

    /** {@return what is at least 0 by the bounds of the loops so far} */
    List<Polynomial> facts() {
        return facts;
    }

    /** {@return the greatest distance of the variable from its start, null if it is not known} */
    @Nullable Polynomial of(CountedLoop loop) {
        Assumptions.Mark mark = assumptions.mark();
        try {
            Polynomial most = most(loop);
            if (most != null) {
                return most;
            }
        } catch (ArithmeticException tooLarge) {
            // Coefficients beyond 64 bits: nothing is known.
        }
        assumptions.reset(mark);
        return null;
    }

    private @Nullable Polynomial most(CountedLoop loop) {
        Polynomial start = space.exact(loop.start());
        Polynomial bound = start == null ? null : space.exact(loop.bound());
        if (start != null && bound != null && ends(loop, bound, start)) {
            Polynomial number = Polynomial.of(space.number(loop)).times(Math.abs(loop.step()));
            Polynomial most = null;
            for (Polynomial end : space.operations().ends(bound, loop.step() > 0)) {
                Polynomial distance = loop.step() > 0 ? end.minus(start) : start.minus(end);
                Polynomial last = loop.isInclusive() ? distance : distance.plus(-1);
                facts.add(last.minus(number));
                most = most == null || last.changing().isEmpty() ? last : most;
            }
            return most;
        }
        return null;
    }

    /** {@return whether the variable of a loop is sure not to wrap around} */
    private boolean ends(CountedLoop loop, Polynomial bound, Polynomial start) {
        HostExpression first = HostExpression.of(function, loop.start());
        HostExpression last = HostExpression.of(function, loop.bound());
        if (first != null && last != null) {
            // Those of a parallel loop are asked for anyway.
            return parallel.contains(loop)
                    || new LoopConditions(loop, first, last).ends().stream().allMatch(assumptions::require);
        }
        if (!loop.variable().type().equals(loop.bound().type())
                || loop.induction().narrowed() != null) {
            return false;
        }
        long beyond = Math.abs(loop.step()) - (loop.isInclusive() ? 0 : 1);
        return switch (loop.predicate()) {
            case LT, LE -> beyond == 0 || fit.isAtMost(bound.plus(beyond), greatest(loop));
            case GT, GE -> beyond == 0 || fit.isAtMost(bound.plus(-beyond).times(-1), greatest(loop));
            case NE -> fit.isAtMost(loop.step() > 0 ? start.minus(bound) : bound.minus(start), 0);
            case EQ, LTU, LEU, GTU, GEU -> false;
        };
    }

    private static long greatest(CountedLoop loop) {
        return loop.variable().type() == ScalarType.I32 ? Integer.MAX_VALUE : Long.MAX_VALUE;
    }
}
