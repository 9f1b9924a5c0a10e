package dev.gpukernel.internal.cpu;

import dev.gpukernel.contract.BackendContract;

final class CpuBackendTest extends BackendContract {
    @Override
    protected String backendName() {
        return CpuBackend.NAME;
    }
}
