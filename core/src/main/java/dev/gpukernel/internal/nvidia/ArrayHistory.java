package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.ElementUses;
import dev.gpukernel.internal.backend.ElementUses.Use;
import org.jspecify.annotations.Nullable;

/**
 * Which launches the contents of an array, or of a slice of one, follow from. Guarded by the {@link LaunchLog}. What has no elements has
 * faults all the same, and counts as the element where it is.
 */
final class ArrayHistory {
    private static final int USES_LOOKED_THROUGH = 32;

    private final ArrayHistory whole;
    private final long from;
    private final long to;

    /**
     * Of a whole array, for each element the last launch that wrote it, which leads to those before; and the last launch that read it and
     * wrote none, and whose faults therefore are found by the arrays that it read. Each is outdated if it has another number by now.
     */
    private final ElementUses<LoggedLaunch> uses;

    private int usesLookedThroughAt = USES_LOOKED_THROUGH;
    private boolean isClosed;

    /**
     * Makes that of an array.
     *
     * @param length number of elements
     */
    ArrayHistory(long length) {
        this.whole = this;
        this.from = 0;
        this.to = Math.max(1, length);
        this.uses = new ElementUses<>();
    }

    private ArrayHistory(ArrayHistory whole, long from, long to) {
        this.whole = whole;
        this.from = from;
        this.to = to;
        this.uses = whole.uses;
    }

    /** {@return that of some of its elements} */
    ArrayHistory slice(long start, long count) {
        long first = count == 0 ? Math.min(from + start, whole.to - 1) : from + start;
        return new ArrayHistory(whole, first, first + Math.max(1, count));
    }

    /** {@return that of the whole array} */
    ArrayHistory whole() {
        return whole;
    }

    long from() {
        return from;
    }

    long to() {
        return to;
    }

    boolean isClosed() {
        return whole.isClosed;
    }

    void close() {
        whole.isClosed = true;
    }

    /** Begins anew, of a closed array; {@return whether it can, since nothing is left to be known of the launches that used it} */
    boolean reopen() {
        for (Use<LoggedLaunch> use = uses.first(); use != null; use = use.next()) {
            if (use.by().matters(use.number())) {
                return false;
            }
        }
        whole.isClosed = false;
        return true;
    }

    /** {@return the first of all uses of the whole array, null if there is none} */
    @Nullable Use<LoggedLaunch> firstUse() {
        return uses.first();
    }

    /** {@return whether a launch may have to do with these elements: it matters still, and wrote some, or read some if that is asked} */
    boolean leadsTo(Use<LoggedLaunch> use, boolean reads) {
        return use.overlaps(from, to) && (reads || use.writes()) && use.by().matters(use.number());
    }

    /** Notes the launch that wrote these elements last, or read them last and wrote none. */
    void add(LoggedLaunch launch, boolean writes) {
        if (writes) {
            uses.cut(from, to, Use::writes);
        } else {
            uses.cut(from, to, use -> !use.writes());
        }
        if (uses.count() >= whole.usesLookedThroughAt) {
            uses.removeIf(use -> !use.by().matters(use.number()));
            whole.usesLookedThroughAt = Math.max(USES_LOOKED_THROUGH, 2 * uses.count());
        }
        uses.add(launch, launch.number, from, to, writes);
    }
}
