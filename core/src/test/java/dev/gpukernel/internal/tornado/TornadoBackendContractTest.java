package dev.gpukernel.internal.tornado;

import dev.gpukernel.contract.BackendContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("tornado")
@ExtendWith(OnTornadoVm.class)
final class TornadoBackendContractTest extends BackendContract {
    @Override
    protected String backendName() {
        return TornadoBackend.NAME;
    }
}
