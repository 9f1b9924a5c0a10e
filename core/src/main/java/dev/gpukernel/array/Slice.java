package dev.gpukernel.array;

import dev.gpukernel.diagnostic.Message;
import org.jspecify.annotations.Nullable;

/**
 * Some indices of an axis, as Python writes them {@code from:to:step}. Negative ends count from the end of the axis; what is beyond the axis
 * is left out.
 *
 * @param from the first index, {@code null} for the first of the axis, or the last if the step is negative
 * @param to where to stop, before that index, {@code null} for behind the last of the axis, or before the first if the step is negative
 * @param step from each index to the next, not 0
 */
public record Slice(@Nullable Integer from, @Nullable Integer to, int step) implements Index {
    private static final Slice ALL = new Slice(null, null, 1);

    /** Checks the step. */
    public Slice {
        if (step == 0) {
            throw new IllegalArgumentException(Message.SLICE_STEP.format());
        }
    }

    /** {@return the whole axis} */
    public static Slice all() {
        return ALL;
    }

    /**
     * {@return indices between two ends}
     *
     * @param from the first
     * @param to behind the last
     */
    public static Slice of(int from, int to) {
        return new Slice(from, to, 1);
    }

    /**
     * {@return indices from one on}
     *
     * @param from the first
     */
    public static Slice from(int from) {
        return new Slice(from, null, 1);
    }

    /**
     * {@return indices up to one}
     *
     * @param to behind the last
     */
    public static Slice to(int to) {
        return new Slice(null, to, 1);
    }

    /**
     * {@return the same in other steps}
     *
     * @param step from each index to the next; negative to go backwards, from {@code from} down
     * @throws IllegalArgumentException if it is 0
     */
    public Slice step(int step) {
        return new Slice(from, to, step);
    }
}
