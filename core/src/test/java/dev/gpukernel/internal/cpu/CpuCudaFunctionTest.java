package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.CudaFunctionContract;

final class CpuCudaFunctionTest extends CudaFunctionContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }
}
