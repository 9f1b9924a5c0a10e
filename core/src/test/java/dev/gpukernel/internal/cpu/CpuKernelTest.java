package dev.gpukernel.internal.cpu;

import dev.gpukernel.contract.KernelContract;

final class CpuKernelTest extends KernelContract {
    @Override
    protected String backendName() {
        return CpuBackend.NAME;
    }
}
