package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.ScalarType;
import java.util.function.Predicate;

/** Whether sums are numbers of the types that they are computed in, so that nothing wraps around. This may need conditions. */
record Fit(IterationSpace space, Assumptions assumptions) {
    private static final long SMALL = 1L << 40;

    /** Far from where longs end, and farther from where indices do. */
    private static final long LARGE = 1L << 60;

    /** {@return whether a sum can be taken to be a number of a type, an int or a long} */
    boolean fits(Polynomial sum, ScalarType type) {
        if (type == ScalarType.I64) {
            // Below 8 times 2^20 times 2^40.
            return isSum(sum, 8, 1 << 20, this::isSmall) || (space.asksForLongs() && isBetween(sum, -LARGE, LARGE));
        }
        return isBetween(sum, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** {@return whether a sum can be taken to be at least one number and at most another} */
    boolean isBetween(Polynomial sum, long least, long most) {
        Assumptions.Mark mark = assumptions.mark();
        if (isAtMost(sum, most) && isAtMost(sum.times(-1), -least)) {
            return true;
        }
        assumptions.reset(mark);
        return false;
    }

    /** {@return whether a sum can be taken to be at most a number} */
    boolean isAtMost(Polynomial sum, long most) {
        Polynomial upper = new Bounds(space.ranges(), assumptions)
                .upper(sum, space.divisions().replaced(sum));
        return upper != null
                && (upper.isConstant()
                        ? upper.constant() <= most
                        : assumptions.require(Polynomial.of(most).minus(upper)));
    }

    /** {@return whether a term is an int, computed from few ints, or the number of an iteration that a few ints bound} */
    private boolean isSmall(Monomial product) {
        return product.degree() <= 1
                && product.symbols().stream()
                        .allMatch(symbol ->
                                symbol.value().type() == ScalarType.I32 || isOfInts(symbol) || isBoundedByInts(symbol));
    }

    /** {@return whether a value that does not change is far below what a long can be, by how it is computed} */
    private static boolean isOfInts(Symbol symbol) {
        Interval numbers = Interval.of(symbol.value());
        return !symbol.isChanging() && numbers.low() >= -SMALL && numbers.high() <= SMALL;
    }

    private boolean isBoundedByInts(Symbol symbol) {
        boolean counted =
                space.ranges().stream().anyMatch(range -> range.symbol().equals(symbol));
        Polynomial most = counted ? new Bounds(space.ranges(), assumptions).upper(Polynomial.of(symbol)) : null;
        return most != null && isSum(most, 4, 1 << 6, Fit::isInt);
    }

    private static boolean isInt(Monomial product) {
        return product.degree() <= 1
                && product.symbols().stream().allMatch(symbol -> symbol.value().type() == ScalarType.I32);
    }

    /** {@return whether a number is a sum of few terms with small factors, and a constant that is an int} */
    private static boolean isSum(Polynomial sum, int mostTerms, long mostFactor, Predicate<Monomial> isTerm) {
        return sum.terms().size() <= mostTerms
                && sum.constant() == (int) sum.constant()
                && sum.terms().entrySet().stream()
                        .allMatch(term -> term.getKey().equals(Monomial.ONE)
                                || (Math.abs(term.getValue()) < mostFactor && isTerm.test(term.getKey())));
    }
}
