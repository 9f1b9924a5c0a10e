package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.BufferContract;

final class StandInBufferTest extends BufferContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }
}
