package dev.gpukernel.internal.jit;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** Calls that wait for their next launch: as many as there were launches at once, up to a bound. */
final class IdleCalls<C> {
    private static final int MOST = 64;

    private final AtomicReferenceArray<@Nullable C> waiting = new AtomicReferenceArray<>(MOST);

    /** {@return one, taken out, null if there is none} */
    @Nullable C take() {
        for (int i = 0; i < MOST; i++) {
            C call = waiting.get(i);
            if (call != null && waiting.compareAndSet(i, call, null)) {
                return call;
            }
        }
        return null;
    }

    /** Takes a call back that ended well. */
    void giveBack(C call) {
        for (int i = 0; i < MOST; i++) {
            if (waiting.get(i) == null && waiting.compareAndSet(i, null, call)) {
                return;
            }
        }
    }
}
