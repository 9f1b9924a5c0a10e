package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.IsolationContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuIsolationTest extends IsolationContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
