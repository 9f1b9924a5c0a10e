package dev.gpukernel.internal.analysis;

import org.jspecify.annotations.Nullable;

/**
 * What a changing number can be: {@code 0 <= scale * number <= span} for the iterations of a counted loop, or what an interval
 * says.
 *
 * @param symbol the number
 * @param scale what the number is multiplied by to compare it with the span, positive
 * @param span may depend on ranges of loops further out; null if it is not known
 * @param numbers the numbers it is among
 */
record Range(Symbol symbol, long scale, @Nullable Polynomial span, Interval numbers) {
    /** Beyond what the numbers of an interval are of use. */
    private static final long MOST = 1L << 40;

    /** {@return at most what a factor that is not negative times the number is; null if that is not known} */
    @Nullable Polynomial most(Polynomial factor) {
        if (span == null) {
            return numbers.high() > MOST ? null : factor.times(numbers.high());
        }
        if (factor.content(true) % scale == 0) {
            return factor.dividedBy(scale).times(span);
        }
        return span.isConstant() ? factor.times(Math.floorDiv(span.constant(), scale)) : factor.times(span);
    }

    /** {@return at least what a factor that is not negative times the number is; null if that is not known} */
    @Nullable Polynomial least(Polynomial factor) {
        return numbers.low() < -MOST ? null : factor.times(numbers.low());
    }
}
