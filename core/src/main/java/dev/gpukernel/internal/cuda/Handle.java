package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A driver's handle or address that is released at most once. Using a released one is reported here, because the driver
 * would crash the process. Safe for use by several threads, as far as nobody releases what another thread is using.
 */
final class Handle {
    private static final long RELEASED = 0;

    private final String what;
    private final AtomicLong value;

    /**
     * Holds a handle.
     *
     * @param what the noun in the message about a released one
     * @param value not zero: the driver never hands out zero
     */
    Handle(String what, long value) {
        this.what = what;
        this.value = new AtomicLong(value);
    }

    /** The handle, unless it was released. */
    long get() {
        long current = value.get();
        if (current == RELEASED) {
            throw new GpuException(Message.RESOURCE_CLOSED, what);
        }
        return current;
    }

    boolean isReleased() {
        return value.get() == RELEASED;
    }

    /** Takes the handle out to release it: zero for all callers but the first. */
    long take() {
        return value.getAndSet(RELEASED);
    }
}
