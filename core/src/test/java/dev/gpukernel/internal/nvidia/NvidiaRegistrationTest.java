package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RegistrationContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaRegistrationTest extends RegistrationContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected boolean pins() {
        return true;
    }
}
