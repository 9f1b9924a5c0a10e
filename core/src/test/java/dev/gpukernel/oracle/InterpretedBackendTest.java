package dev.gpukernel.oracle;

import dev.gpukernel.contract.BackendContract;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;

final class InterpretedBackendTest extends BackendContract {
    private static final Backend BACKEND = new Interpreted(1 << 15, Long.MAX_VALUE);

    @Override
    protected String backendName() {
        return BACKEND.name();
    }

    @Override
    protected Backend backend() {
        return BACKEND;
    }
}
