package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuStream;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A stream of a device. */
final class DeviceStream implements GpuStream {
    /** What follows an older mark waits for the oldest of these. */
    private static final int MOST_MARKS = 16;

    private final DeviceGpu gpu;
    private final Stream stream;
    private final boolean closeable;
    private final Event handOver;

    /** The last marks, each at its number modulo their count. */
    private final @Nullable Event[] marks = new Event[MOST_MARKS];

    private long marked;
    private volatile boolean closed;

    /** Whether all that a closed stream was given is done, under the lock of the order of arrays. */
    private boolean drained;

    /** What is enqueueing or waiting here, under the lock of the order of arrays. */
    private int uses;

    DeviceStream(DeviceGpu gpu, Stream stream, boolean closeable) {
        this.gpu = gpu;
        this.closeable = closeable;
        this.stream = stream;
        this.handOver = gpu.raw().newEvent();
    }

    /** {@return the backend's stream} */
    Stream raw() {
        if (closed) {
            throw new IllegalStateException(Message.RESOURCE_CLOSED.format("GpuStream"));
        }
        return stream;
    }

    boolean isClosed() {
        return closed;
    }

    /** {@return whether there is nothing to follow any more, under the lock of the order of arrays} */
    boolean isDrained() {
        return drained;
    }

    /**
     * Makes this stream wait for what another one was given so far, under the lock of the order of arrays.
     *
     * @param other the stream
     * @param mark the mark up to which, 0 for everything
     */
    void follow(DeviceStream other, long mark) {
        // A stream that is being closed still works.
        if (other == this || other.drained) {
            return;
        }
        if (mark == 0) {
            other.handOver.record(other.stream);
            raw().follow(other.handOver);
        } else {
            raw().follow(other.markAt(Math.max(mark, other.marked - MOST_MARKS + 1)));
        }
    }

    /** Marks the end of what the stream was given so far, under the lock of the order of arrays, and {@return the number, from 1} */
    long mark() {
        markAt(++marked).record(stream);
        return marked;
    }

    private Event markAt(long number) {
        int place = (int) (number % MOST_MARKS);
        Event known = marks[place];
        if (known == null) {
            known = gpu.raw().newEvent();
            marks[place] = known;
        }
        return known;
    }

    /** Keeps the stream from being closed. */
    void beginUse() {
        synchronized (gpu.order()) {
            raw();
            uses++;
        }
    }

    /** Lets the stream be closed. */
    void endUse() {
        synchronized (gpu.order()) {
            uses--;
            gpu.wakeWaiting();
        }
    }

    @Override
    public DeviceGpu device() {
        return gpu;
    }

    @Override
    public void synchronize() {
        GraphRecording.refuse("waiting for a stream", "launch the graph first");
        beginUse();
        try {
            stream.synchronize();
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        } finally {
            endUse();
        }
    }

    @Override
    public void waitFor(GpuEvent event) {
        Objects.requireNonNull(event, "event");
        GraphRecording.refuse("an event", "let the stream wait that the graph is launched on");
        DeviceEvent own = DeviceEvent.of(event, gpu);
        Event awaited = own.beginUse();
        try {
            beginUse();
            try {
                stream.waitFor(awaited);
            } finally {
                endUse();
            }
        } finally {
            own.endUse();
        }
    }

    /** Lets an event mark the end of what the stream has now. */
    void record(Event event) {
        beginUse();
        try {
            event.record(stream);
        } finally {
            endUse();
        }
    }

    @Override
    public long handle() {
        return gpu.raw().sharing().handle(raw());
    }

    @Override
    public void enqueue(LongConsumer work, List<? extends GpuArray<?>> reads, List<? extends GpuArray<?>> writes) {
        Objects.requireNonNull(work, "work");
        Objects.requireNonNull(reads, "reads");
        Objects.requireNonNull(writes, "writes");
        GraphRecording.refuse("what another library enqueues", "let it do so before or after the graph is launched");
        List<HeldArray<?>> read = held(reads);
        List<HeldArray<?>> written = held(writes);
        ArrayClaim claim = new ArrayClaim(gpu, read.size() + written.size());
        read.forEach(array -> array.addTo(claim, false));
        written.forEach(array -> array.addTo(claim, true));
        beginUse();
        try {
            claim.letUserRun();
            if (!read.isEmpty() || !written.isEmpty()) {
                claim.take(this);
            }
            gpu.raw().sharing().enqueue(stream, work);
        } finally {
            claim.giveUp();
            endUse();
        }
    }

    private List<HeldArray<?>> held(List<? extends GpuArray<?>> arrays) {
        List<HeldArray<?>> held = new ArrayList<>();
        for (GpuArray<?> array : arrays) {
            DeviceGpu.requireSame("the array", DeviceGpu.of(array), "the stream", gpu);
            if (array instanceof HeldRecords<?> records) {
                records.requireOpen();
                held.addAll(records.parts());
            } else {
                HeldArray<?> own = (HeldArray<?>) array;
                own.requireOpen();
                held.add(own);
            }
        }
        return held;
    }

    @Override
    public <R> R call(Supplier<R> body) {
        Objects.requireNonNull(body, "body");
        GraphRecording.refuse("a stream", "leave it out: a graph goes to the stream that it is launched on");
        raw();
        return JitEngine.callOn(gpu, this, body);
    }

    @Override
    public void close() {
        if (!closeable) {
            throw new IllegalStateException(Message.DEFAULT_STREAM_CLOSE.format());
        }
        GraphRecording.refuse("the close of a stream", "close it after recording");
        synchronized (gpu.order()) {
            if (closed) {
                return;
            }
            closed = true;
            gpu.awaitWhile(() -> uses > 0);
        }
        try {
            stream.synchronize();
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        } finally {
            synchronized (gpu.order()) {
                drained = true;
                gpu.countStream(false);
            }
            handOver.close();
            for (Event mark : marks) {
                if (mark != null) {
                    mark.close();
                }
            }
            stream.close();
        }
    }
}
