package dev.gpukernel.internal.analysis;

/**
 * Numbers that are equally far apart.
 *
 * @param start one of them
 * @param step how far, not 0
 */
record Progression(long start, long step) {
    /** {@return from the first to the last of them in an interval; an interval with none of them as it is} */
    Interval within(Interval interval) {
        if (!interval.areInts()
                || !Interval.point(start).areInts()
                || !Interval.point(step).areInts()) {
            return interval;
        }
        Interval ends = new Interval(
                interval.low() + Math.floorMod(start - interval.low(), Math.abs(step)),
                interval.high() - Math.floorMod(interval.high() - start, Math.abs(step)));
        return ends.low() <= ends.high() ? ends : interval;
    }
}
