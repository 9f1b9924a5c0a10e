package dev.gpukernel.internal.analysis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How large and small a sum can get over all iterations, as a number that does not change in the parallel loops.
 *
 * @param ranges of what changes, those of outer loops first
 * @param assumptions asked for the signs of factors
 */
record Bounds(List<Range> ranges, Assumptions assumptions) {
    /** {@return at most what a sum is, null if not known} */
    @Nullable Polynomial upper(Polynomial sum) {
        Polynomial rest = sum;
        for (Range range : ranges.reversed()) {
            Polynomial factor = rest.factorOf(range.symbol());
            if (factor.isZero()) {
                continue;
            }
            Polynomial others = rest.minus(factor.times(Polynomial.of(range.symbol())));
            Polynomial most = greatest(range, factor);
            if (most == null) {
                return null;
            }
            rest = others.plus(most);
        }
        return rest.changing().isEmpty() ? rest : null;
    }

    /** {@return at most what a sum is, by that of two ways to write it which tells more} */
    @Nullable Polynomial upper(Polynomial sum, Polynomial other) {
        if (sum.equals(other)) {
            return upper(sum);
        }
        Assumptions.Mark before = assumptions.mark();
        Polynomial first = upper(sum);
        Assumptions.Mark byFirst = assumptions.mark();
        assumptions.reset(before);
        Polynomial second = upper(other);
        Polynomial more = first == null || second == null ? null : second.minus(first);
        boolean isFirst = more == null ? first != null : more.isConstant() && more.constant() >= 0;
        if (isFirst) {
            assumptions.reset(byFirst);
            return first;
        }
        return second;
    }

    private @Nullable Polynomial greatest(Range range, Polynomial factor) {
        if (assumptions.proves(factor)) {
            return range.most(factor);
        }
        Polynomial opposite = factor.times(-1);
        if (assumptions.proves(opposite)) {
            Polynomial least = range.least(opposite);
            return least == null ? null : least.times(-1);
        }
        boolean positive = factor.terms().lastEntry().getValue() > 0;
        if (!assumptions.require(positive ? factor : opposite)) {
            return null;
        }
        Polynomial bound = positive ? range.most(factor) : range.least(opposite);
        return positive || bound == null ? bound : bound.times(-1);
    }

    /** {@return at least what a sum is, null if not known} */
    @Nullable Polynomial lower(Polynomial sum) {
        Polynomial opposite = upper(sum.times(-1));
        return opposite == null ? null : opposite.times(-1);
    }
}
