package dev.gpukernel.internal.nvidia;

import dev.gpukernel.contract.BackendContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaBackendTest extends BackendContract {
    @Override
    protected String backendName() {
        return "cuda";
    }
}
