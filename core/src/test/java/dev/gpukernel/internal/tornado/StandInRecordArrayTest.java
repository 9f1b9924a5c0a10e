package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RecordArrayContract;

final class StandInRecordArrayTest extends RecordArrayContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    protected boolean hasPrints() {
        return false;
    }

    @Override
    protected boolean hasSlices() {
        return false;
    }

    @Override
    protected boolean hasRunningValues() {
        return false;
    }
}
