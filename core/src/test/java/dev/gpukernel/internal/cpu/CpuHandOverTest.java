package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.HandOverContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuHandOverTest extends HandOverContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
