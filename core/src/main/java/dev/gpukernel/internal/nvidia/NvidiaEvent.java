package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaContext;
import dev.gpukernel.internal.cuda.CudaEvent;
import org.jspecify.annotations.Nullable;

/** An event of a GPU. */
final class NvidiaEvent implements Event {
    private final CudaEvent event;
    private volatile @Nullable Point point;

    NvidiaEvent(CudaContext context) {
        event = CudaEvent.timed(context);
    }

    /** Where it was recorded last, and the number of the last launch before. */
    private record Point(NvidiaStream stream, long upTo) {}

    CudaEvent cuda() {
        return event;
    }

    @Override
    public synchronized void record(Stream stream) {
        NvidiaStream marked = (NvidiaStream) stream;
        point = new Point(marked, marked.record(event));
    }

    /** Makes what a stream gets next wait for what was recorded last. */
    synchronized void letWait(NvidiaStream waiting) {
        Point awaited = point;
        if (awaited != null) {
            waiting.waitFor(event, awaited.stream, awaited.upTo);
        }
    }

    @Override
    public void synchronize() throws KernelFault {
        Point awaited = point;
        event.synchronize();
        if (awaited != null) {
            awaited.stream.drain();
            awaited.stream.log().settle(awaited.stream, awaited.upTo);
        }
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
