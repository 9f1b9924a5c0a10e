package dev.gpukernel.internal.tornado;

import dev.gpukernel.contract.KernelContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("tornado")
@ExtendWith(OnTornadoVm.class)
final class TornadoKernelContractTest extends KernelContract {
    @RegisterExtension
    static final Refused REFUSED =
            new Refused(TornadoKernelContractTest.class, () -> OnTornadoVm.generator() == Generator.CUDA_C ? 100 : 97);

    @Override
    protected String backendName() {
        return TornadoBackend.NAME;
    }
}
