package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RecordArrayContract;
import dev.gpukernel.internal.jit.OtherEngine;

final class InterpretedRecordArrayTest extends RecordArrayContract {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));

    @Override
    protected Gpu gpu() {
        return INTERPRETED;
    }
}
