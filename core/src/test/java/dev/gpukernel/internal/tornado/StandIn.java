package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.backend.Backend.Probe;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.jit.OtherEngine;

/** The backend on the stand-in for TornadoVM's API, which the service does not take. */
final class StandIn {
    static final TornadoBackend BACKEND = new TornadoBackend(StandIn.class.getClassLoader(), false);
    static final Gpu GPU = OtherEngine.gpu(BACKEND);

    private StandIn() {}

    /** {@return the device of the stand-in} */
    static Device device() {
        return ((Probe.Present) BACKEND.probe()).devices().getFirst();
    }

    /** {@return the CPU, to compare with} */
    static Gpu cpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }
}
