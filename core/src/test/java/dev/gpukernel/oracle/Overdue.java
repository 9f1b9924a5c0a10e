package dev.gpukernel.oracle;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Finds kernels that take too long, each of which a thread of its own works on. */
final class Overdue {
    private final long limit;
    private final Map<Thread, Begun> begun = new ConcurrentHashMap<>();
    private final Set<Thread> held = ConcurrentHashMap.newKeySet();

    private record Begun(Generated kernel, long at) {}

    /**
     * Watches.
     *
     * @param limit how long a kernel may take
     */
    Overdue(Duration limit) {
        this.limit = limit.toNanos();
    }

    /** Takes note that the current thread begins with a kernel, and has ended the one before. */
    void begun(Generated kernel) {
        begun.put(Thread.currentThread(), new Begun(kernel, System.nanoTime()));
    }

    /** Takes note that the current thread works on none. */
    void ended() {
        begun.remove(Thread.currentThread());
    }

    /** {@return the kernels that have become overdue since this was last asked for, and the threads that work on them} */
    Map<Thread, Generated> found() {
        Map<Thread, Generated> kernels = new HashMap<>();
        begun.forEach((thread, work) -> {
            if (System.nanoTime() - work.at > limit && held.add(thread)) {
                kernels.put(thread, work.kernel);
            }
        });
        return kernels;
    }

    /** {@return whether a thread has come across a kernel that was overdue} */
    boolean holds(Thread thread) {
        return held.contains(thread);
    }
}
