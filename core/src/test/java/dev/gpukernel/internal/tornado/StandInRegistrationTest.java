package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RegistrationContract;

final class StandInRegistrationTest extends RegistrationContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }
}
