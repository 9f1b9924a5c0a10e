package dev.gpukernel.oracle;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.PiecesContract;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;

final class InterpretedPiecesTest extends PiecesContract {
    @Override
    protected Gpu limited(long limit) {
        return OtherEngine.limited(() -> new Interpreted(1 << 15, Long.MAX_VALUE), limit);
    }
}
