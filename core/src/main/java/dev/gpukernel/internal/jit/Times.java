package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRun;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where a kernel ran, and what is reported about it, read when somebody asks for it. */
interface Times {
    /** {@return what was launched, {@code null} as below} */
    @Nullable Plan plan(Object owner);

    /** Takes note of which kernel it is the last run of, before anybody may ask. */
    default void belongTo(Object owner) {}

    /** {@return what is reported, {@code null} if it was forgotten, for a later run of this owner or another one perhaps} */
    @Nullable KernelRun read(Object owner);

    /** Gives up what times would be read from. Called once, when a later run took the place of this one. */
    default void forget() {}

    /**
     * A run that moved nothing.
     *
     * @param nanos how long it took on the host's own arrays; 0 if it was not timed, as with resident arrays
     */
    record InPlace(Plan plan, long nanos) implements Times {
        @Override
        public Plan plan(Object owner) {
            return plan;
        }

        @Override
        public KernelRun read(Object owner) {
            return new KernelRun(
                    plan.gpu(),
                    Duration.ofNanos(plan.compileNanos()),
                    0,
                    0,
                    Duration.ZERO,
                    Duration.ofNanos(nanos),
                    Duration.ZERO);
        }
    }
}
