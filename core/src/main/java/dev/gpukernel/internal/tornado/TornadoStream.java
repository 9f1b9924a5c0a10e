package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.reflect.Array;

/** A stream whose work is done as soon as it is enqueued, so that there is never anything to wait for. */
final class TornadoStream implements Stream {
    @Override
    public void synchronize() {}

    @Override
    public Memory cell(ElementType element) {
        return new TornadoMemory(
                new HeapMemory(Array.newInstance(element.arrayClass().getComponentType(), 1)));
    }

    @Override
    public void follow(Event event) {}

    @Override
    public void waitFor(Event event) {}

    @Override
    public void close() {}
}
