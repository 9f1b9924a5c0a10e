package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.cuda.CudaFunction;

final class Ops {
    @CudaFunction("norm.cuh")
    static native float norm(float[] vector);

    @CudaFunction
    static native float sourceless(float value);

    @CudaFunction(source = "__device__ void note(float value) {}")
    static native void note(float value);

    @CudaFunction(source = "__device__ float of(float value) { return value; }")
    float of(float value) {
        return value;
    }

    @GpuKernel
    static void all(float[] a, float[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = norm(b);
            a[i] += sourceless(b[i]);
            note(a[i]);
        }
    }

    @GpuKernel
    static void ofObject(float[] a) {
        Ops ops = new Ops();
        for (int i = 0; i < a.length; i++) {
            a[i] = ops.of(a[i]);
        }
    }
}
