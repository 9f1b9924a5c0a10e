package dev.gpukernel.internal.nvidia;

import dev.gpukernel.contract.KernelContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaKernelTest extends KernelContract {
    @Override
    protected String backendName() {
        return "cuda";
    }
}
