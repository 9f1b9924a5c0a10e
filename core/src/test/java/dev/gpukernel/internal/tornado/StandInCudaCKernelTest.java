package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.KernelContract;
import dev.gpukernel.internal.backend.Backend;
import org.junit.jupiter.api.extension.RegisterExtension;

final class StandInCudaCKernelTest extends KernelContract {
    @RegisterExtension
    static final Refused REFUSED = new Refused(StandInCudaCKernelTest.class, 101);

    @Override
    protected String backendName() {
        return TornadoBackend.NAME;
    }

    @Override
    protected Backend backend() {
        return StandIn.CUDA_C;
    }

    @Override
    protected Gpu gpu() {
        return StandIn.GPU_OF_CUDA_C;
    }
}
