package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.GraphContract;

final class StandInGraphTest extends GraphContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    protected boolean waitsForGrid() {
        return false;
    }

    @Override
    protected boolean prints() {
        return false;
    }
}
