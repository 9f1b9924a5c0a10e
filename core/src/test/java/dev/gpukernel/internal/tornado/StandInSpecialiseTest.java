package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SpecialiseContract;

final class StandInSpecialiseTest extends SpecialiseContract {
    @Override
    protected Gpu gpu() {
        return StandIn.GPU;
    }
}
