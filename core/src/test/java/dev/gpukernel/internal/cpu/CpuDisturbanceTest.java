package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.DisturbanceContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuDisturbanceTest extends DisturbanceContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
