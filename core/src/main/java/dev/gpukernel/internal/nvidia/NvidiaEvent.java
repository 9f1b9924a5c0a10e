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

    /** Where it was recorded last, and the number of the last launch before; under the lock of this object. */
    private @Nullable NvidiaStream stream;

    private long upTo;

    NvidiaEvent(CudaContext context) {
        event = CudaEvent.timed(context);
    }

    CudaEvent cuda() {
        return event;
    }

    @Override
    public synchronized void record(Stream marked) {
        NvidiaStream own = (NvidiaStream) marked;
        upTo = own.record(event);
        stream = own;
    }

    /** Makes what a stream gets next wait for what was recorded last. */
    synchronized void letWait(NvidiaStream waiting) {
        if (stream != null) {
            waiting.waitFor(event, stream, upTo);
        }
    }

    @Override
    public void synchronize() throws KernelFault {
        NvidiaStream awaited;
        long last;
        synchronized (this) {
            awaited = stream;
            last = upTo;
        }
        event.synchronize();
        if (awaited != null) {
            awaited.drain();
            awaited.log().settle(awaited, last);
        }
    }

    @Override
    public void await() {
        event.synchronize();
    }

    @Override
    public boolean isDone() {
        return event.isDone();
    }

    @Override
    public double millisSince(Event start) {
        return event.millisSince(((NvidiaEvent) start).event);
    }

    @Override
    public void close() {
        event.close();
    }
}
