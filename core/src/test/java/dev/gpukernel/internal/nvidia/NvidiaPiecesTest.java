package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.PiecesContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.jit.OtherEngine;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaPiecesTest extends PiecesContract {
    @Override
    protected Gpu limited(long limit) {
        return OtherEngine.limited(NvidiaBackend::new, limit);
    }

    /** The stand-in would take minutes. */
    @Override
    protected int printingLimit() {
        return FakeDriver.isInstalled() ? 0 : 1 << 24;
    }

    @Override
    protected boolean runsFloats() {
        return !FakeDriver.isInstalled();
    }
}
