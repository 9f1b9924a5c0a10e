package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.KernelContract;
import dev.gpukernel.internal.backend.Backend;
import org.junit.jupiter.api.extension.RegisterExtension;

final class StandInKernelTest extends KernelContract {
    @RegisterExtension
    static final Refused REFUSED = new Refused(StandInKernelTest.class, 98);

    @Override
    protected String backendName() {
        return TornadoBackend.NAME;
    }

    @Override
    protected Backend backend() {
        return StandIn.BACKEND;
    }

    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }
}
