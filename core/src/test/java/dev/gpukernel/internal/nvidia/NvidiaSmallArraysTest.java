package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.SmallArraysContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaSmallArraysTest extends SmallArraysContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }
}
