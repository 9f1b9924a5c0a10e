package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.HeldRowsContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuHeldRowsTest extends HeldRowsContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
