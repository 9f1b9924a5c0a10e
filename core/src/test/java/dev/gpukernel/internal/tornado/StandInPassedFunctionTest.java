package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.PassedFunctionContract;

final class StandInPassedFunctionTest extends PassedFunctionContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    protected boolean mayRefuse() {
        return true;
    }
}
