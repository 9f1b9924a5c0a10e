package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRun;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is reported about a run, read when somebody asks for it. */
interface Times {
    /** {@return it, {@code null} once it was forgotten} */
    @Nullable KernelRun read();

    /** Gives up what times would be read from. Called once, when a later run took the place of this one. */
    default void forget() {}

    /** {@return a run whose steps were not timed, as with resident arrays} */
    static KernelRun none(Plan plan) {
        return new KernelRun(
                plan.gpu(), Duration.ofNanos(plan.compileNanos()), 0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /** {@return the times of a run on the host's own arrays} */
    static Times inPlace(Plan plan, long nanos) {
        return () -> new KernelRun(
                plan.gpu(),
                Duration.ofNanos(plan.compileNanos()),
                0,
                0,
                Duration.ZERO,
                Duration.ofNanos(nanos),
                Duration.ZERO);
    }
}
