package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SmallArraysContract;

final class StandInSmallArraysTest extends SmallArraysContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }
}
