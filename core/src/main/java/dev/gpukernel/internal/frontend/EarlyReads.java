package dev.gpukernel.internal.frontend;

import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Notes whether a kernel takes constants from a class that the thread which reads it is still initialising. The fields may change
 * until that ends, so what is made of them is good for one launch.
 */
public final class EarlyReads {
    private static final ScopedValue<EarlyReads> CURRENT = ScopedValue.newInstance();

    private final Predicate<Class<?>> isEarly;
    private boolean seen;

    /**
     * Prepares it.
     *
     * @param isEarly whether the current thread is still initialising a class
     */
    public EarlyReads(Predicate<Class<?>> isEarly) {
        this.isEarly = isEarly;
    }

    /** Does something; {@return its result} Fields that the current thread reads meanwhile are noted. */
    public <T> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** {@return whether a field was read early} */
    public boolean areSeen() {
        return seen;
    }

    /** A static field of a class is about to be read. */
    static void note(Class<?> owner) {
        if (CURRENT.isBound()) {
            EarlyReads reads = CURRENT.get();
            reads.seen |= reads.isEarly.test(owner);
        }
    }
}
