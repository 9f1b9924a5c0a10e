package dev.gpukernel.internal.cpu;

import dev.gpukernel.contract.FastMathContract;

final class CpuFastMathTest extends FastMathContract {
    @Override
    protected String backendName() {
        return CpuBackend.NAME;
    }
}
