package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.PassedFunctionContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaPassedFunctionTest extends PassedFunctionContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }
}
