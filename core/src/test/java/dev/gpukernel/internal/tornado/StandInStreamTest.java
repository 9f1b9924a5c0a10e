package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.StreamContract;

final class StandInStreamTest extends StreamContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    protected int virtualThreads() {
        return 1000;
    }
}
