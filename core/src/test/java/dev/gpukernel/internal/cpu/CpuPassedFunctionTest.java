package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.PassedFunctionContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuPassedFunctionTest extends PassedFunctionContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
