package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.InstanceContract;

final class StandInInstanceTest extends InstanceContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    protected boolean mayRefuse() {
        return true;
    }
}
