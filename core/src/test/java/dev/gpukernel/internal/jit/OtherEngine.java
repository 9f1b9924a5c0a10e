package dev.gpukernel.internal.jit;

import dev.gpukernel.Engine;
import dev.gpukernel.Gpu;
import dev.gpukernel.Settings;
import dev.gpukernel.internal.backend.Backend;
import java.util.List;
import java.util.function.Supplier;

/** Devices of a backend that is not found as a service. */
public final class OtherEngine {
    private OtherEngine() {}

    /** {@return the first device of a backend, ready to launch on} */
    public static Gpu gpu(Backend backend) {
        Gpu.BackendStatus status = new JitEngine(List.of(backend)).backends().getFirst();
        return status.devices().stream().findFirst().orElseThrow(() -> new AssertionError(status));
    }

    /** {@return an engine that has these backends alone} */
    public static Engine of(Backend... backends) {
        return new JitEngine(List.of(backends));
    }

    /**
     * {@return the first device of a backend that is limited}
     *
     * @param backend makes it
     * @param limit bytes of memory that the device may take
     */
    public static Gpu limited(Supplier<Backend> backend, long limit) {
        System.setProperty(Settings.MEMORY, Long.toString(limit));
        try {
            Gpu gpu = gpu(backend.get());
            // Some devices look when they are first used.
            gpu.memory();
            return gpu;
        } finally {
            System.clearProperty(Settings.MEMORY);
        }
    }
}
