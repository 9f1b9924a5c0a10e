package dev.gpukernel.internal.tornado;

import dev.gpukernel.contract.BackendContract;
import dev.gpukernel.internal.backend.Backend;

final class StandInBackendTest extends BackendContract {
    @Override
    protected String backendName() {
        return TornadoBackend.NAME;
    }

    @Override
    protected Backend backend() {
        return StandIn.BACKEND;
    }
}
