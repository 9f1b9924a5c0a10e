package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RegistrationContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class InterpretedRegistrationTest extends RegistrationContract {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 20, Long.MAX_VALUE));

    @Override
    protected Gpu gpu() {
        return INTERPRETED;
    }
}
