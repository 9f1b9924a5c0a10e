package dev.gpukernel.internal.analysis;

import org.jspecify.annotations.Nullable;

/**
 * What a changing number can be: {@code floor <= scale * number <= span} for the iterations of a counted loop or a quotient, or what
 * an interval says.
 *
 * @param symbol the number
 * @param scale what the number is multiplied by to compare it with the span, positive
 * @param floor may depend on ranges of loops further out; null if it is not known, or the interval says as much
 * @param span may depend on ranges of loops further out; null if it is not known
 * @param numbers the numbers it is among
 * @param limit at most what the number is, without anything that changes; null if that follows from the others alone
 */
record Range(
        Symbol symbol,
        Polynomial scale,
        @Nullable Polynomial floor,
        @Nullable Polynomial span,
        Interval numbers,
        @Nullable Polynomial limit) {
    /** Beyond what the numbers of an interval are of use. */
    private static final long MOST = 1L << 40;

    /** Of a number of which no more than the interval says how small it is. */
    Range(Symbol symbol, Polynomial scale, @Nullable Polynomial span, Interval numbers, @Nullable Polynomial limit) {
        this(symbol, scale, null, span, numbers, limit);
    }

    /** {@return at most what a factor that is not negative times the number is; null if that is not known} */
    @Nullable Polynomial most(Polynomial factor) {
        Polynomial whole = span == null ? null : factor.dividedBy(scale);
        if (whole != null && span != null) {
            return whole.times(span);
        }
        if (limit != null) {
            return factor.times(limit);
        }
        if (span == null) {
            return numbers.high() > MOST ? null : factor.times(numbers.high());
        }
        if (span.isConstant() && scale.isConstant()) {
            return factor.times(Math.floorDiv(span.constant(), scale.constant()));
        }
        return numbers.low() < 0 ? null : factor.times(span);
    }

    /** {@return at least what a factor that is not negative times the number is; null if that is not known} */
    @Nullable Polynomial least(Polynomial factor) {
        Polynomial whole = floor == null ? null : factor.dividedBy(scale);
        return whole != null && floor != null
                ? whole.times(floor)
                : numbers.low() < -MOST ? null : factor.times(numbers.low());
    }
}
