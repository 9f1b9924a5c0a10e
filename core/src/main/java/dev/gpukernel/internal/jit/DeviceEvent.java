package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuStream;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import java.util.Objects;

/** An event of a device. One that is closed while it is used is freed after that. */
final class DeviceEvent implements GpuEvent {
    private final DeviceGpu gpu;
    private final Event event;

    /** How many threads are doing something with it; like the other, under the lock of this object. */
    private int uses;

    private boolean closed;

    DeviceEvent(DeviceGpu gpu) {
        this.gpu = gpu;
        this.event = gpu.raw().newEvent();
    }

    /** {@return an event as this package's own, if it belongs to a device} */
    static DeviceEvent of(GpuEvent event, DeviceGpu gpu) {
        DeviceEvent own = (DeviceEvent) event;
        DeviceGpu.requireSame("the event", own.gpu, "the stream", gpu);
        return own;
    }

    /** {@return the backend's event, which is not freed before {@link #endUse}} */
    synchronized Event beginUse() {
        if (closed) {
            throw new IllegalStateException(Message.RESOURCE_CLOSED.format("GpuEvent"));
        }
        uses++;
        return event;
    }

    synchronized void endUse() {
        uses--;
        freeIfUnused();
    }

    private void freeIfUnused() {
        if (closed && uses == 0) {
            event.close();
        }
    }

    @Override
    public void record(GpuStream stream) {
        Objects.requireNonNull(stream, "stream");
        GraphRecording.refuse("an event", "record it in the stream that the graph is launched on");
        DeviceStream own = (DeviceStream) stream;
        DeviceGpu.requireSame("the event", gpu, "the stream", own.device());
        Event recorded = beginUse();
        try {
            own.record(recorded);
        } finally {
            endUse();
        }
    }

    @Override
    public void synchronize() {
        GraphRecording.refuse("waiting for an event", "launch the graph first");
        Event awaited = beginUse();
        try {
            awaited.synchronize();
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        } finally {
            endUse();
        }
    }

    @Override
    public boolean isDone() {
        Event asked = beginUse();
        try {
            return asked.isDone();
        } finally {
            endUse();
        }
    }

    @Override
    public double millisSince(GpuEvent start) {
        Objects.requireNonNull(start, "start");
        Event later = beginUse();
        try {
            DeviceEvent other = of(start, gpu);
            Event earlier = other.beginUse();
            try {
                return later.millisSince(earlier);
            } finally {
                other.endUse();
            }
        } finally {
            endUse();
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            freeIfUnused();
        }
    }
}
