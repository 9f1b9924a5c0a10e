package dev.gpukernel.internal.nvidia;

import dev.gpukernel.Gpu;
import dev.gpukernel.contract.RegistrationContract;
import dev.gpukernel.internal.cuda.CudaDriver;
import dev.gpukernel.internal.cuda.DeviceAttribute;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaRegistrationTest extends RegistrationContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected boolean pins() {
        return true;
    }

    @Override
    protected boolean readsUnpinned() {
        return CudaDriver.find() instanceof CudaDriver.Present(CudaDriver driver)
                && driver.devices().getFirst().get(DeviceAttribute.PAGEABLE_MEMORY_ACCESS) != 0;
    }
}
