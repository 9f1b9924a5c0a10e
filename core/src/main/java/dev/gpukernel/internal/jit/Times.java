package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRun;
import java.time.Duration;

/** What is reported about a run. */
final class Times {
    private Times() {}

    /** {@return a run whose steps were not timed, as with resident arrays} */
    static KernelRun none(Plan plan) {
        return new KernelRun(
                plan.gpu(), Duration.ofNanos(plan.compileNanos()), 0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /** {@return a run on a device with memory of its own} */
    static KernelRun moved(Plan plan, Lane lane, long bytesIn, long bytesOut) {
        return new KernelRun(
                plan.gpu(),
                Duration.ofNanos(plan.compileNanos()),
                bytesIn,
                bytesOut,
                millis(lane.uploaded.millisSince(lane.begin)),
                millis(lane.computed.millisSince(lane.uploaded)),
                millis(lane.end.millisSince(lane.computed)));
    }

    /** {@return a run in pieces, whose steps overlap: how long its copies took, and all of it} */
    static KernelRun inPieces(Plan plan, Lane lane, PieceRun run) {
        return new KernelRun(
                plan.gpu(),
                Duration.ofNanos(plan.compileNanos()),
                run.bytesIn(),
                run.bytesOut(),
                Duration.ofNanos(run.nanosIn()),
                millis(lane.end.millisSince(lane.begin)),
                Duration.ofNanos(run.nanosOut()));
    }

    /** {@return a run on the host's own arrays} */
    static KernelRun inPlace(Plan plan, long nanos) {
        return new KernelRun(
                plan.gpu(),
                Duration.ofNanos(plan.compileNanos()),
                0,
                0,
                Duration.ZERO,
                Duration.ofNanos(nanos),
                Duration.ZERO);
    }

    private static Duration millis(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }
}
