package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.UnloadingContract;

final class StandInUnloadingTest extends UnloadingContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    protected boolean supports(String way) {
        return !way.equals("WITH_PRINTS");
    }
}
