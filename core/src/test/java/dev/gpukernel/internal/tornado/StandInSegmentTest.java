package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SegmentContract;

final class StandInSegmentTest extends SegmentContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    protected boolean isComplete() {
        return false;
    }
}
