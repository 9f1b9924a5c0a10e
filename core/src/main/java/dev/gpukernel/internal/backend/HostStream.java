package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;

/** A stream whose work is done as soon as it is enqueued, so that there is never anything to wait for. */
public final class HostStream implements Stream {
    /** Makes one. */
    public HostStream() {}

    @Override
    public void synchronize() {}

    @Override
    public Memory cell(ElementType element) {
        return new HeapMemory(Array.newInstance(element.arrayClass().getComponentType(), 1));
    }

    @Override
    public void follow(Event event) {}

    @Override
    public void waitFor(Event event) {}

    @Override
    public void close() {}
}
