package dev.gpukernel.internal.nvidia;

import dev.gpukernel.contract.FastMathContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaFastMathTest extends FastMathContract {
    @Override
    protected String backendName() {
        return "cuda";
    }
}
