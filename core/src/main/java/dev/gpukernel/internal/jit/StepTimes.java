package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRun;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The times of a launch with host arrays on a device with memory of its own. Events have them, which are read, or given back, when it is
 * known whether anybody asks: most launches are followed by others, and reading takes six calls of a driver.
 */
final class StepTimes implements Times {
    private final Plan plan;
    private final long bytesIn;
    private final long bytesOut;

    /** Of a run whose steps overlap, how long its copies took, or none if nothing was copied. */
    private final @Nullable Duration in;

    private final @Nullable Duration out;

    private @Nullable StepEvents events;
    private @Nullable KernelRun run;

    private StepTimes(
            Plan plan, StepEvents events, long bytesIn, long bytesOut, @Nullable Duration in, @Nullable Duration out) {
        this.plan = plan;
        this.events = events;
        this.bytesIn = bytesIn;
        this.bytesOut = bytesOut;
        this.in = in;
        this.out = out;
    }

    /** {@return those of steps one after another} */
    static Times moved(Plan plan, StepEvents events, long bytesIn, long bytesOut) {
        return new StepTimes(plan, events, bytesIn, bytesOut, null, null);
    }

    /** {@return those of a launch whose arrays stayed on the host} */
    static Times inPlace(Plan plan, StepEvents events, long bytesIn, long bytesOut) {
        return new StepTimes(plan, events, bytesIn, bytesOut, Duration.ZERO, Duration.ZERO);
    }

    /** {@return those of a run in pieces, whose kernel's time is that of the whole} */
    static Times inPieces(Plan plan, StepEvents events, PieceRun run) {
        return new StepTimes(
                plan,
                events,
                run.bytesIn(),
                run.bytesOut(),
                Duration.ofNanos(run.nanosIn()),
                Duration.ofNanos(run.nanosOut()));
    }

    @Override
    public synchronized @Nullable KernelRun read() {
        StepEvents own = events;
        if (own != null) {
            run = new KernelRun(
                    plan.gpu(),
                    Duration.ofNanos(plan.compileNanos()),
                    bytesIn,
                    bytesOut,
                    in == null ? millis(own.uploaded.millisSince(own.begin)) : in,
                    millis(in == null ? own.computed.millisSince(own.uploaded) : own.end.millisSince(own.begin)),
                    out == null ? millis(own.end.millisSince(own.computed)) : out);
            forget();
        }
        return run;
    }

    @Override
    public synchronized void forget() {
        StepEvents own = events;
        events = null;
        if (own != null) {
            plan.gpu().giveBack(own);
        }
    }

    private static Duration millis(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }
}
