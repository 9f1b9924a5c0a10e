package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.GraphContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuGraphTest extends GraphContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
