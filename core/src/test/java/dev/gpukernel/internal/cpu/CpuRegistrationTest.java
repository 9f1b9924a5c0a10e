package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RegistrationContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuRegistrationTest extends RegistrationContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
