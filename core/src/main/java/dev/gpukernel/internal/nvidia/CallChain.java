package dev.gpukernel.internal.nvidia;

import org.jspecify.annotations.Nullable;

/**
 * The launches of one call, in their order: in Java, nothing of it runs after what throws, so a launch follows from those before it, whatever
 * their arrays. Of a thread, which runs one call at a time.
 */
final class CallChain {
    private static final ThreadLocal<CallChain> OF_THREAD = ThreadLocal.withInitial(CallChain::new);

    private @Nullable LoggedLaunch last;
    private long number;
    private boolean isOpen;

    /** {@return that of the current thread} */
    static CallChain current() {
        return OF_THREAD.get();
    }

    void begin() {
        last = null;
        isOpen = true;
    }

    void end() {
        last = null;
        isOpen = false;
    }

    /** {@return the last launch of the call that may have left a fault, null if there is none} With the log's lock. */
    @Nullable LoggedLaunch last() {
        LoggedLaunch known = last;
        return known != null && known.matters(number) ? known : null;
    }

    /** {@return the number of the last launch} */
    long number() {
        return number;
    }

    /** Adds a launch, if a call is at work. */
    void add(LoggedLaunch launch) {
        if (isOpen) {
            last = launch;
            number = launch.number;
        }
    }
}
