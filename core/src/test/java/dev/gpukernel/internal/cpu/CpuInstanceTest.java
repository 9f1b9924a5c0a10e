package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.InstanceContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuInstanceTest extends InstanceContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
