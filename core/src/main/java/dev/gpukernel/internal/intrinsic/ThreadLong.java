package dev.gpukernel.internal.intrinsic;

/** An {@link java.util.concurrent.atomic.AtomicLong} that no other thread has: the front end makes one in its place. */
public final class ThreadLong {
    private long value;

    /** Makes one of 0. */
    public ThreadLong() {}

    /** Makes one. */
    public ThreadLong(long value) {
        this.value = value;
    }

    /** {@return the number} */
    public long get() {
        return value;
    }

    /** Sets the number. */
    public void set(long newValue) {
        value = newValue;
    }

    /** Sets the number if it is the expected one; {@return whether it was} */
    public boolean compareAndSet(long expected, long newValue) {
        if (value != expected) {
            return false;
        }
        value = newValue;
        return true;
    }
}
