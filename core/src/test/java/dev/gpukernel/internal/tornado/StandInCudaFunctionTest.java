package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.CudaFunctionContract;

final class StandInCudaFunctionTest extends CudaFunctionContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }
}
