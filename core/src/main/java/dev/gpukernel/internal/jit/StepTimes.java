package dev.gpukernel.internal.jit;

import dev.gpukernel.KernelRun;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.Event;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Events between the steps of one launch at a time with host arrays on a device with memory of its own, and its times. They are read when
 * somebody asks for them: most launches are followed by others, and reading takes six calls of a driver. It is used for another launch
 * once it was forgotten; what nothing refers to is closed.
 */
final class StepTimes implements Times {
    final Event begin;
    final Event uploaded;
    final Event computed;
    final Event end;

    private @Nullable Plan plan;
    private long bytesIn;
    private long bytesOut;

    /** Of a run whose steps overlap, how long its copies took, or none if nothing was copied. */
    private @Nullable Duration in;

    private @Nullable Duration out;

    private @Nullable Object owner;
    private @Nullable KernelRun run;

    StepTimes(Device device) {
        begin = device.newEvent();
        uploaded = device.newEvent();
        computed = device.newEvent();
        end = device.newEvent();
        List<Event> all = List.of(begin, uploaded, computed, end);
        HeldArray.CLEANER.register(this, () -> all.forEach(Event::close));
    }

    /** Takes those of steps one after another. */
    Times moved(Plan itsPlan, long in, long out) {
        return done(itsPlan, in, out, null, null);
    }

    /** Takes those of a launch whose arrays stayed on the host. */
    Times inPlace(Plan itsPlan, long in, long out) {
        return done(itsPlan, in, out, Duration.ZERO, Duration.ZERO);
    }

    /** Takes those of a run in pieces, whose kernel's time is that of the whole. */
    Times inPieces(Plan itsPlan, PieceRun pieces) {
        return done(
                itsPlan,
                pieces.bytesIn(),
                pieces.bytesOut(),
                Duration.ofNanos(pieces.nanosIn()),
                Duration.ofNanos(pieces.nanosOut()));
    }

    private synchronized Times done(
            Plan itsPlan, long newBytesIn, long newBytesOut, @Nullable Duration newIn, @Nullable Duration newOut) {
        plan = itsPlan;
        bytesIn = newBytesIn;
        bytesOut = newBytesOut;
        in = newIn;
        out = newOut;
        return this;
    }

    private Plan plan() {
        return Objects.requireNonNull(plan, "done");
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very same owner
    public synchronized @Nullable Plan plan(Object asker) {
        return owner == asker ? plan : null;
    }

    @Override
    public synchronized void belongTo(Object newOwner) {
        owner = newOwner;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very same owner
    public synchronized @Nullable KernelRun read(Object asker) {
        if (owner != asker) {
            return null;
        }
        KernelRun known = run;
        if (known == null) {
            known = new KernelRun(
                    plan().gpu(),
                    Duration.ofNanos(plan().compileNanos()),
                    bytesIn,
                    bytesOut,
                    in == null ? millis(uploaded.millisSince(begin)) : in,
                    millis(in == null ? computed.millisSince(uploaded) : end.millisSince(begin)),
                    out == null ? millis(end.millisSince(computed)) : out);
            run = known;
        }
        return known;
    }

    @Override
    public synchronized void forget() {
        DeviceGpu gpu = plan().gpu();
        owner = null;
        plan = null;
        run = null;
        gpu.giveBack(this);
    }

    private static Duration millis(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }
}
