package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SpecialiseContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaSpecialiseTest extends SpecialiseContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }
}
