package dev.gpukernel.internal.backend;

/** Counts the bytes of a device's arrays, where they are in the Java heap. Safe for use by several threads. */
public final class MemoryCount {
    private final long total;
    private long used;
    private long peak;

    /**
     * Counts from nothing.
     *
     * @param total bytes that the device has; the {@link MemoryLimit} may say less
     */
    public MemoryCount(long total) {
        this.total = Math.min(total, MemoryLimit.bytes());
    }

    /** {@return whether there was room for some bytes, which are counted then} */
    synchronized boolean take(long bytes) {
        if (bytes > total - used) {
            return false;
        }
        used += bytes;
        peak = Math.max(peak, used);
        return true;
    }

    synchronized void giveBack(long bytes) {
        used -= bytes;
    }

    /**
     * {@return the figures now}
     *
     * @param room bytes that can be allocated as far as the heap is concerned
     */
    public synchronized MemoryUse use(long room) {
        return new MemoryUse(used, 0, peak, Math.max(0, Math.min(room, total - used)), total);
    }
}
