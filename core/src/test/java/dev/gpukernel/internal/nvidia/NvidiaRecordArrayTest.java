package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RecordArrayContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaRecordArrayTest extends RecordArrayContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }
}
