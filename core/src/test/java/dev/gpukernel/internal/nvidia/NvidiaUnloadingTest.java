package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.UnloadingContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaUnloadingTest extends UnloadingContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    /** The stand-in for the driver does not print. */
    @Override
    protected boolean supports(String way) {
        return !FakeDriver.isInstalled() || !way.equals("WITH_PRINTS");
    }
}
