package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RepeatContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuRepeatTest extends RepeatContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
