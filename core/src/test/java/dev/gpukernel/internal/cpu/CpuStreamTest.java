package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.StreamContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuStreamTest extends StreamContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
