package dev.gpukernel.internal.nvidia;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The launches of a stream that may run still, what those that are done left, and what other streams' launches it waited for. Guarded
 * by the {@link LaunchLog}.
 */
final class StreamLog {
    /** Faults that are kept until something waits for the stream. */
    private static final int MOST_FAULTS = 1000;

    private static final int LEAST_WAITS_LOOKED_THROUGH = 16;

    private @Nullable LoggedLaunch first;
    private @Nullable LoggedLaunch last;
    private final List<Left> faults = new ArrayList<>();
    private final List<Wait> waits = new ArrayList<>();
    private int waitsLookedThroughAt = LEAST_WAITS_LOOKED_THROUGH;

    /** A fault that a launch of a number left, or follows from. */
    private record Left(long number, LaunchFault fault) {}

    /** What comes here after a number comes after what another stream had up to a number of its own. */
    private record Wait(long number, StreamLog other, long upTo) {
        boolean mayLeadToFaults() {
            return (other.first != null && other.first.number <= upTo)
                    || other.faults.stream().anyMatch(left -> left.number <= upTo && !left.fault.isTaken())
                    || other.waits.stream().anyMatch(before -> before.number <= upTo);
        }
    }

    /** {@return the oldest of the launches that may run still} */
    @Nullable LoggedLaunch first() {
        return first;
    }

    /** Adds a launch that may run still. */
    void append(LoggedLaunch launch) {
        LoggedLaunch before = last;
        if (first == null || before == null) {
            first = launch;
        } else {
            before.next = launch;
        }
        last = launch;
    }

    /** Removes the oldest launch, which is done. */
    void removeFirst() {
        LoggedLaunch done = first;
        first = done == null ? null : done.next;
    }

    /** Keeps what a launch left. Of very many, the later ones are found by their arrays alone. */
    void add(long number, List<LaunchFault> left) {
        if (faults.size() >= MOST_FAULTS) {
            hasFaults();
        }
        for (LaunchFault fault : left) {
            if (faults.size() < MOST_FAULTS && faults.stream().noneMatch(known -> known.fault == fault)) {
                faults.add(new Left(number, fault));
            }
        }
    }

    /** {@return whether it keeps a fault that nothing has taken} */
    boolean hasFaults() {
        faults.removeIf(known -> known.fault.isTaken());
        return !faults.isEmpty();
    }

    /** Moves what launches up to a number left. */
    void takeFaults(long upTo, List<LaunchFault> target) {
        faults.removeIf(left -> left.number <= upTo && (left.fault.isTaken() || target.add(left.fault)));
    }

    /** Notes that what comes here after a number waits for another stream. */
    void waitFor(long number, StreamLog other, long upTo) {
        if (waits.size() >= waitsLookedThroughAt) {
            waits.removeIf(before -> !before.mayLeadToFaults());
            waitsLookedThroughAt = Math.max(LEAST_WAITS_LOOKED_THROUGH, 2 * waits.size());
        }
        waits.add(new Wait(number, other, upTo));
    }

    /** {@return whether it has not waited for another stream, or need not know that any more} */
    boolean hasNotWaited() {
        return waits.isEmpty();
    }

    /** {@return up to which numbers streams are done once this one is up to a number: this and all that it waited for} */
    Map<StreamLog, Long> doneWith(long upTo) {
        if (waits.isEmpty()) {
            return Map.of(this, upTo);
        }
        Map<StreamLog, Long> done = new HashMap<>();
        ArrayDeque<Wait> open = new ArrayDeque<>(List.of(new Wait(upTo, this, upTo)));
        for (Wait wait = open.poll(); wait != null; wait = open.poll()) {
            if (done.merge(wait.other, wait.upTo, Math::max) == wait.upTo) {
                for (Wait before : wait.other.waits) {
                    if (before.number <= wait.upTo && done.getOrDefault(before.other, -1L) < before.upTo) {
                        open.add(before);
                    }
                }
            }
        }
        return done;
    }
}
