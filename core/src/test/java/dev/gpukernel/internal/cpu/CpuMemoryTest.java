package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.MemoryContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuMemoryTest extends MemoryContract {
    @Override
    protected Gpu limited(long limit) {
        return OtherEngine.limited(CpuBackend::new, limit);
    }
}
