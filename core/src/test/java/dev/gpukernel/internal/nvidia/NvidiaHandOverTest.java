package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.HandOverContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaHandOverTest extends HandOverContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }
}
