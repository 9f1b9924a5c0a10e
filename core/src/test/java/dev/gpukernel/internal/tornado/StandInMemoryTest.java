package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.MemoryContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class StandInMemoryTest extends MemoryContract {
    @Override
    protected Gpu limited(long limit) {
        return OtherEngine.limited(() -> new TornadoBackend(StandIn.class.getClassLoader(), false), limit);
    }
}
