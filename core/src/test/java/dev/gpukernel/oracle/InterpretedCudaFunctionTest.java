package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.CudaFunctionContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class InterpretedCudaFunctionTest extends CudaFunctionContract {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));

    @Override
    protected Gpu gpu() {
        return INTERPRETED;
    }
}
