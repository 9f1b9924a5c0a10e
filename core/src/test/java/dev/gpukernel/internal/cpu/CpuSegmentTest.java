package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SegmentContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuSegmentTest extends SegmentContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }

    @Override
    protected boolean sharesHeap() {
        return true;
    }
}
