package dev.gpukernel.internal.cpu;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SpecialiseContract;

final class CpuSpecialiseTest extends SpecialiseContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }
}
