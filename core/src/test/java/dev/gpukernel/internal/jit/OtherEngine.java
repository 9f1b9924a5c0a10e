package dev.gpukernel.internal.jit;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.backend.Backend;
import java.util.List;

/** Devices of a backend that is not found as a service. */
public final class OtherEngine {
    private OtherEngine() {}

    /** {@return the first device of a backend, ready to launch on} */
    public static Gpu gpu(Backend backend) {
        Gpu.BackendStatus status = new JitEngine(List.of(backend)).backends().getFirst();
        return status.devices().stream().findFirst().orElseThrow(() -> new AssertionError(status));
    }
}
