package dev.gpukernel.internal.nvidia;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuException;
import dev.gpukernel.contract.CudaFunctionContract;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.cuda.FakeDriver;
import dev.gpukernel.internal.nvrtc.Nvrtc;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaCudaFunctionTest extends CudaFunctionContract {
    @BeforeEach
    void requireCompiler() {
        assumeTrue(!FakeDriver.isInstalled(), "a stand-in runs no code of NVRTC");
        try {
            Nvrtc.find();
        } catch (GpuException e) {
            assumeTrue(e.code() != Message.NVRTC_MISSING, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    @Override
    protected boolean runsCudaC() {
        return true;
    }

    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }
}
