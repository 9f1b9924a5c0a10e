package dev.gpukernel.internal.analysis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Takes the difference of two row-major indices apart: if what is not a multiple of a row's length is always less than that, both it
 * and the multiple must be 0 where the difference is.
 *
 * @param bounds of what the difference is made of
 * @param assumptions what may be assumed
 * @param known what else is at least 0 of what sums speak of, nothing if that was not looked for
 */
record Coordinates(Bounds bounds, Assumptions assumptions, Function<List<Polynomial>, List<Polynomial>> known) {
    /** {@return equations that together say the same as that a sum is 0} */
    List<Polynomial> split(Polynomial sum) {
        List<Polynomial> equations = new ArrayList<>(List.of(sum));
        for (int i = 0; i < equations.size(); i++) {
            for (Symbol symbol : sum.changing()) {
                Polynomial stride = equations.get(i).factorOf(symbol);
                List<Polynomial> parts = stride.isZero() ? null : split(equations.get(i), positive(stride));
                if (parts != null) {
                    equations.set(i, parts.getFirst());
                    equations.add(parts.getLast());
                }
            }
        }
        splitRows(equations);
        return equations;
    }

    /** Takes rows apart that do not change, such as two that change places. Nothing is asked of a launch for that. */
    private void splitRows(List<Polynomial> equations) {
        for (int i = 0; i < equations.size(); i++) {
            for (Symbol symbol : strides(equations.get(i).unchanging())) {
                Assumptions.Mark mark = assumptions.mark();
                int asked = assumptions.asked();
                List<Polynomial> parts = split(equations.get(i), Polynomial.of(symbol));
                if (parts != null && assumptions.asked() == asked) {
                    equations.set(i, parts.getFirst());
                    equations.add(parts.getLast());
                } else {
                    assumptions.reset(mark);
                }
            }
        }
    }

    /** {@return what other numbers are multiplied by in a sum} */
    private static Set<Symbol> strides(Polynomial sum) {
        Set<Symbol> strides = new LinkedHashSet<>();
        for (Monomial product : sum.terms().keySet()) {
            if (product.degree() > 1) {
                strides.addAll(product.symbols());
            }
        }
        return strides;
    }

    /** {@return a stride or its opposite, that which is known to be positive if one is} */
    private Polynomial positive(Polynomial stride) {
        Polynomial opposite = stride.times(-1);
        boolean isPositive = assumptions.proves(stride)
                || (!assumptions.proves(opposite) && stride.terms().lastEntry().getValue() > 0);
        return isPositive ? stride : opposite;
    }

    /** {@return quotient and remainder by a stride, both of which must be 0; null if there is more to it} */
    private @Nullable List<Polynomial> split(Polynomial sum, Polynomial stride) {
        if (stride.equals(Polynomial.of(1))) {
            return null;
        }
        List<Polynomial> parts = split(sum, stride, !stride.isConstant());
        if (parts != null || !stride.isConstant()) {
            return parts;
        }
        // Of 9 i + 8 k, which is 8 (i + k) + i, too; launches are not asked for that, as it may not be what the author
        // means.
        Assumptions.Mark mark = assumptions.mark();
        int asked = assumptions.asked();
        parts = split(sum, stride, true);
        if (assumptions.asked() > asked) {
            assumptions.reset(mark);
            return null;
        }
        return parts;
    }

    /**
     * Does that.
     *
     * @param isRounded whether of a multiple of n + 1, one part is a multiple of n
     */
    private @Nullable List<Polynomial> split(Polynomial sum, Polynomial stride, boolean isRounded) {
        Polynomial multiple = Polynomial.ZERO;
        Polynomial rest = Polynomial.ZERO;
        for (Symbol symbol : sum.changing()) {
            Polynomial factor = sum.factorOf(symbol);
            Polynomial quotient =
                    isRounded || factor.dividedBy(stride) != null ? towardsZero(factor, stride) : Polynomial.ZERO;
            Polynomial number = Polynomial.of(symbol);
            multiple = multiple.plus(quotient.times(number));
            rest = rest.plus(factor.minus(quotient.times(stride)).times(number));
        }
        Polynomial unchanging = sum.unchanging();
        Polynomial quotient = unchanging.quotient(stride);
        for (int more = 0; more <= 1; more++) {
            Polynomial whole = quotient.plus(more);
            Polynomial remainder = rest.plus(unchanging.minus(whole.times(stride)));
            Assumptions.Mark mark = assumptions.mark();
            if (isLess(remainder, stride)) {
                return List.of(multiple.plus(whole), remainder);
            }
            assumptions.reset(mark);
        }
        return null;
    }

    /** {@return a quotient that is the same, but for the sign, for a number of one access and that of the other} */
    private static Polynomial towardsZero(Polynomial factor, Polynomial stride) {
        boolean isNegative = !factor.isZero() && factor.terms().lastEntry().getValue() < 0;
        return isNegative ? factor.times(-1).quotient(stride).times(-1) : factor.quotient(stride);
    }

    private boolean isLess(Polynomial remainder, Polynomial stride) {
        List<Polynomial> facts = known.apply(List.of(remainder, stride));
        Polynomial most = stride.plus(-1);
        if (!facts.isEmpty()
                && Inequalities.contradict(List.of(), facts, remainder.minus(most))
                && Inequalities.contradict(List.of(), facts, remainder.times(-1).minus(most))) {
            return true;
        }
        Polynomial upper = bounds.upper(remainder);
        Polynomial lower = bounds.lower(remainder);
        return upper != null
                && lower != null
                && assumptions.require(stride.plus(-1).minus(upper))
                && assumptions.require(stride.plus(-1).plus(lower));
    }
}
