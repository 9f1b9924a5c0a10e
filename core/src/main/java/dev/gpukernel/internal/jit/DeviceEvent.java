package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuStream;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import java.util.Objects;

/** An event of a device. */
final class DeviceEvent implements GpuEvent {
    private final DeviceGpu gpu;
    private final Event event;
    private volatile boolean closed;

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

    Event raw() {
        if (closed) {
            throw new IllegalStateException(Message.RESOURCE_CLOSED.format("GpuEvent"));
        }
        return event;
    }

    @Override
    public void record(GpuStream stream) {
        Objects.requireNonNull(stream, "stream");
        GraphRecording.refuse("an event", "record it in the stream that the graph is launched on");
        DeviceStream own = (DeviceStream) stream;
        DeviceGpu.requireSame("the event", gpu, "the stream", own.device());
        raw().record(own.raw());
    }

    @Override
    public void synchronize() {
        GraphRecording.refuse("waiting for an event", "launch the graph first");
        try {
            raw().synchronize();
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        }
    }

    @Override
    public boolean isDone() {
        return raw().isDone();
    }

    @Override
    public double millisSince(GpuEvent start) {
        Objects.requireNonNull(start, "start");
        return raw().millisSince(of(start, gpu).raw());
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            event.close();
        }
    }
}
