package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.HandOverContract;

final class StandInHandOverTest extends HandOverContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }
}
