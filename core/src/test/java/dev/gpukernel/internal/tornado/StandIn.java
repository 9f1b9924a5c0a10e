package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;

/** The backend on the stand-in for TornadoVM's API, which the service does not take. */
final class StandIn {
    static final TornadoBackend BACKEND = new TornadoBackend(StandIn.class.getClassLoader(), false);
    static final Gpu GPU = OtherEngine.gpu(BACKEND);

    private StandIn() {}
}
