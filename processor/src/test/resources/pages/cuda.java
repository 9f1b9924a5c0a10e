package com.acme;

import static dev.gpukernel.cuda.CudaParameter.in;
import static dev.gpukernel.cuda.CudaParameter.out;
import static dev.gpukernel.cuda.CudaParameter.value;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Launch;
import dev.gpukernel.cuda.CudaFunction;
import dev.gpukernel.cuda.CudaKernel;
import dev.gpukernel.cuda.CudaModule;
import dev.gpukernel.cuda.CudaOptions;
import dev.gpukernel.cuda.CudaSource;
import dev.gpukernel.cuda.CudaVariable;
import dev.gpukernel.cuda.InOut;
import java.util.List;

final class Page {
    static void scales(float[] data) {
        // next block
    }

    static CudaModule compiles(String source) {
        // next block
        return CudaModule.compile(source, options);
    }

    static CudaKernel declares(CudaModule pieces) {
        // next block
        return piecewise;
    }

    // next block

    static void generated(Launch launch, float[] data, GpuArray<float[]> there, int n) {
        Scaling scaling = new Page_ScalingGpu();
        scaling.scale(launch, data, 2.5f, n);
        scaling.scale(launch, there, 2.5f, n);
    }

    // next block

    static void sets(CudaModule convolution) {
        // next block
    }
}
