package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaContext;
import dev.gpukernel.internal.cuda.CudaEvent;

/** An event of a GPU. */
final class NvidiaEvent implements Event {
    private final CudaEvent event;

    NvidiaEvent(CudaContext context) {
        event = CudaEvent.timed(context);
    }

    CudaEvent cuda() {
        return event;
    }

    @Override
    public void record(Stream stream) {
        event.record(((NvidiaStream) stream).cuda());
    }

    @Override
    public void synchronize() {
        event.synchronize();
    }

    @Override
    public boolean isDone() {
        return event.isDone();
    }

    @Override
    public double millisSince(Event start) {
        event.synchronize();
        return event.millisSince(((NvidiaEvent) start).event);
    }

    @Override
    public void close() {
        event.close();
    }
}
