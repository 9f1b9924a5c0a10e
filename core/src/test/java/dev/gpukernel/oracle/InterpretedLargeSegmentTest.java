package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SegmentContract;
import dev.gpukernel.internal.jit.LargeForms;
import dev.gpukernel.internal.jit.OtherEngine;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LargeForms.class)
final class InterpretedLargeSegmentTest extends SegmentContract {
    private static final Gpu INTERPRETED = OtherEngine.gpu(new InterpretedDevice.Interpreted(1 << 15, Long.MAX_VALUE));

    @Override
    protected Gpu gpu() {
        return INTERPRETED;
    }

    @Override
    protected boolean takesWholeArrays() {
        return false;
    }
}
