package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.ClassInitialisers;
import dev.gpukernel.internal.frontend.EarlyReads;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is made once, when it is first needed, or fails in the same way every time. An error, such as too little memory, is not
 * kept.
 *
 * <p>Other threads wait for the one that makes it, unless they are in a class initialiser: the maker may need that very class. They
 * make it themselves, and all get what is ready first. What is made of fields of a class that is still being initialised is not kept.
 */
final class Made<T> {
    private final Supplier<T> maker;
    private final AtomicReference<@Nullable Outcome<T>> outcome = new AtomicReference<>();

    Made(Supplier<T> maker) {
        this.maker = maker;
    }

    /** {@return what is there already} */
    static <T> Made<T> of(T made) {
        Made<T> known = new Made<>(() -> made);
        known.outcome.set(new Outcome<>(made, null));
        return known;
    }

    /** What became of it: one of the two. */
    private record Outcome<T>(@Nullable T made, @Nullable RuntimeException failure) {
        T get() {
            if (made == null) {
                throw failure == null ? new IllegalStateException("nothing was made") : failure;
            }
            return made;
        }
    }

    T get() {
        Outcome<T> known = outcome.get();
        if (known != null) {
            return known.get();
        }
        List<Class<?>> initialised = ClassInitialisers.running();
        if (!initialised.isEmpty()) {
            return makeEarly(initialised);
        }
        synchronized (this) {
            return make();
        }
    }

    /** {@return what was made, if that has been needed yet} */
    Stream<T> known() {
        Outcome<T> known = outcome.get();
        return known == null ? Stream.empty() : Stream.ofNullable(known.made);
    }

    /** {@return whether all later uses get what the first got} */
    boolean isKept() {
        return outcome.get() != null;
    }

    private T makeEarly(List<Class<?>> initialised) {
        EarlyReads reads = new EarlyReads(type -> ClassInitialisers.mayInitialise(initialised, type));
        Outcome<T> early = reads.during(this::attempt);
        if (!reads.areSeen()) {
            outcome.compareAndSet(null, early);
        }
        Outcome<T> known = outcome.get();
        return known == null ? early.get() : known.get();
    }

    private T make() {
        Outcome<T> known = outcome.get();
        if (known == null) {
            outcome.compareAndSet(null, attempt());
            known = outcome.get();
        }
        return known == null ? make() : known.get();
    }

    private Outcome<T> attempt() {
        try {
            return new Outcome<>(maker.get(), null);
        } catch (RuntimeException e) {
            return new Outcome<>(null, e);
        }
    }
}
