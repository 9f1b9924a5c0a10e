package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SmallArraysContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class CpuSmallArraysTest extends SmallArraysContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }
}
