// What an existing library of CUDA C may look like: functions of C that launch kernels and return CUDA's error, 0 for none.
//
//   nvcc -shared -Xcompiler -fPIC -arch=native -o libscaling.so scaling.cu
#include <cstdio>
#include <cuda_runtime.h>

static __global__ void helloFromThread() {
    printf("Hello from thread %u of the GPU\n", threadIdx.x);
}

static __global__ void scaleElement(float *data, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] *= factor;
    }
}

extern "C" int hello(int threads, cudaStream_t stream) {
    helloFromThread<<<1, threads, 0, stream>>>();
    cudaError_t launched = cudaGetLastError();
    // Waits, so that what the kernel printed is on the terminal.
    return launched != cudaSuccess ? launched : cudaStreamSynchronize(stream);
}

extern "C" int scale(float *data, float factor, int n, cudaStream_t stream) {
    if (n > 0) {
        scaleElement<<<n / 256 + 1, 256, 0, stream>>>(data, factor, n);
    }
    return cudaGetLastError();
}

extern "C" const char *describe(int error) {
    return cudaGetErrorString((cudaError_t) error);
}
