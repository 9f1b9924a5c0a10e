package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.IsolationContract;

final class StandInIsolationTest extends IsolationContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    protected int mostFaults() {
        return 12;
    }
}
