package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.AllocationContract;
import dev.gpukernel.internal.cuda.FakeDriver;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaAllocationTest extends AllocationContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    /** The fake driver allocates, as the real one does, but in the Java heap. */
    @Override
    protected void begin() {
        gpu().synchronize();
        FakeDriver.pretend(true);
    }

    @Override
    protected void end() {
        FakeDriver.pretend(false);
    }
}
