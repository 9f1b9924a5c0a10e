package dev.gpukernel.internal.jit;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claim of one launch or copy on its arrays, or slices of them, from before it is enqueued until it is. All of them are claimed at once, so that
 * nobody waits for another who waits, and in turn, so that nobody waits forever. Used by one thread at a time, again and again.
 */
final class ArrayClaim {
    private final DeviceGpu gpu;
    private @Nullable ArrayOrder[] arrays;
    private final long[] from;
    private final long[] to;
    private final boolean[] writes;
    private int count;
    private @Nullable DeviceStream stream;

    /** The thread whose own code runs while this is claimed, null if none does. */
    private @Nullable Thread user;

    /**
     * Makes a claim on nothing.
     *
     * @param gpu the device of all arrays
     * @param most how many arrays and slices there may be
     */
    ArrayClaim(DeviceGpu gpu, int most) {
        this.gpu = gpu;
        this.arrays = new ArrayOrder[most];
        this.from = new long[most];
        this.to = new long[most];
        this.writes = new boolean[most];
    }

    /**
     * Adds elements of an array, before it is claimed; the same ones may be added again.
     *
     * @param array the array
     * @param start the first of them
     * @param end the element after the last
     * @param write whether they may be written
     */
    void add(ArrayOrder array, long start, long end, boolean write) {
        for (int i = 0; i < count; i++) {
            if (arrays[i] == array && from[i] == start && to[i] == end) {
                writes[i] |= write;
                return;
            }
        }
        arrays[count] = array;
        from[count] = start;
        to[count] = end;
        writes[count++] = write;
    }

    /**
     * Waits for other claims and claims the arrays.
     *
     * @param asked where something will be enqueued, null to choose what suits the first array
     * @return where to enqueue
     * @throws IllegalStateException if an array or the stream is closed
     */
    DeviceStream take(@Nullable DeviceStream asked) {
        for (int i = 0; i < count; i++) {
            if (writes[i]) {
                array(i).tellOnlookers(from[i], to[i]);
            }
        }
        synchronized (gpu.order()) {
            boolean done = false;
            try {
                requireOpen();
                if (!isNext(gpu.waitingClaims())) {
                    for (int i = 0; i < count; i++) {
                        array(i).requireNotClaimedHere("launched with, or copied,");
                    }
                    await();
                    requireOpen();
                }
                DeviceStream chosen = asked == null ? array(0).stream(from[0], to[0]) : asked;
                chosen.beginUse();
                for (int i = 0; i < count; i++) {
                    array(i).claim(this, from[i], to[i], writes[i]);
                }
                stream = chosen;
                for (int i = 0; i < count; i++) {
                    array(i).markOthers(this, chosen);
                }
                for (int i = 0; i < count; i++) {
                    array(i).order(this, chosen, from[i], to[i], writes[i]);
                }
                done = true;
                return chosen;
            } finally {
                if (!done) {
                    giveUp();
                }
            }
        }
    }

    /** Says that code of this thread's user runs while the arrays are claimed. */
    void letUserRun() {
        user = Thread.currentThread();
    }

    /** {@return whether it waits for code of the user's that called what asks} */
    @SuppressWarnings("ReferenceEquality") // a thread is no other
    boolean isOfThisThread() {
        return user == Thread.currentThread();
    }

    /** Gives the claim up, if there is one, and forgets the arrays. */
    void giveUp() {
        if (count == 0) {
            return;
        }
        synchronized (gpu.order()) {
            DeviceStream used = stream;
            stream = null;
            try {
                for (int i = 0; i < count && used != null; i++) {
                    array(i).giveUp(this);
                }
            } finally {
                Arrays.fill(arrays, 0, count, null);
                count = 0;
                if (used != null) {
                    used.endUse();
                }
            }
        }
    }

    private void await() {
        List<ArrayClaim> waiting = gpu.waitingClaims();
        waiting.add(this);
        try {
            gpu.awaitWhile(() -> !isNext(waiting));
        } finally {
            waiting.remove(this);
            gpu.wakeWaiting();
        }
    }

    /** {@return whether neither a claim that was granted nor one that waits longer is in the way} */
    private boolean isNext(List<ArrayClaim> waiting) {
        for (int i = 0; i < count; i++) {
            if (!array(i).isFree(from[i], to[i], writes[i])) {
                return false;
            }
        }
        for (int i = 0; i < waiting.size(); i++) {
            ArrayClaim earlier = waiting.get(i);
            if (earlier == this) {
                return true;
            }
            if (conflicts(earlier)) {
                return false;
            }
        }
        return true;
    }

    private boolean conflicts(ArrayClaim other) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < other.count; j++) {
                if (arrays[i] == other.arrays[j]
                        && Math.max(from[i], other.from[j]) < Math.min(to[i], other.to[j])
                        && (writes[i] || other.writes[j])) {
                    return true;
                }
            }
        }
        return false;
    }

    private void requireOpen() {
        for (int i = 0; i < count; i++) {
            array(i).requireOpen();
        }
    }

    private ArrayOrder array(int index) {
        ArrayOrder array = arrays[index];
        if (array == null) {
            throw new IllegalStateException("no array");
        }
        return array;
    }
}
