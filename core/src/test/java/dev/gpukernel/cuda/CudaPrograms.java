package dev.gpukernel.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.nvrtc.Nvrtc;
import org.junit.jupiter.api.Assumptions;

/** CUDA C of the articles that users of PyCUDA and CuPy know, and of docs/cuda.md. */
final class CudaPrograms {
    static final String DOUBLIFY = """
            extern "C" __global__ void doublify(float *a) {
                int idx = threadIdx.x + threadIdx.y * 4;
                a[idx] *= 2;
            }
            """;

    static final String MULTIPLY_THEM = """
            extern "C" __global__ void multiply_them(float *dest, const float *a, const float *b) {
                const int i = threadIdx.x;
                dest[i] = a[i] * b[i];
            }
            """;

    static final String MATRIX_MUL = """
            extern "C" __global__ void MatrixMulKernel(const float *a, const float *b, float *c) {
                int tx = threadIdx.x;
                int ty = threadIdx.y;
                float value = 0;
                for (int k = 0; k < MATRIX_SIZE; ++k) {
                    value += a[ty * MATRIX_SIZE + k] * b[k * MATRIX_SIZE + tx];
                }
                c[ty * MATRIX_SIZE + tx] = value;
            }
            """;

    static final String CONVOLUTION = """
            __constant__ float weights[(2 * RADIUS + 1) * (2 * RADIUS + 1)];

            __device__ int clamp(int i, int n) {
                return i < 0 ? 0 : i >= n ? n - 1 : i;
            }

            extern "C" __global__ void convolve(const float *in, float *out, int width, int height) {
                int x = blockIdx.x * blockDim.x + threadIdx.x;
                int y = blockIdx.y * blockDim.y + threadIdx.y;
                if (x >= width || y >= height) {
                    return;
                }
                float sum = 0;
                for (int dy = -RADIUS; dy <= RADIUS; dy++) {
                    for (int dx = -RADIUS; dx <= RADIUS; dx++) {
                        float weight = weights[(dy + RADIUS) * (2 * RADIUS + 1) + dx + RADIUS];
                        sum += weight * in[clamp(y + dy, height) * width + clamp(x + dx, width)];
                    }
                }
                out[y * width + x] = sum;
            }
            """;

    static final String SINE = """
            extern "C" __global__ void sine(const double *x, double *y, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) {
                    y[i] = sin(x[i]);
                }
            }
            """;

    static final String SCALE = """
            extern "C" __global__ void scale(float *data, float factor, int n) {
                int first = (blockIdx.x * blockDim.x + threadIdx.x) * UNROLL;
                #pragma unroll
                for (int i = first; i < first + UNROLL; i++) {
                    if (i < n) {
                        data[i] *= factor;
                    }
                }
            }
            """;

    static final String PIECEWISE = """
            extern "C" __global__ void piecewise(const float *x, float *y, float below, float above, long long n) {
                long long i = (long long) blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) {
                    y[i] = x[i] < 0 ? x[i] * below : x[i] * above;
                }
            }
            """;

    static final String TEMPLATE = """
            #include "affine.h"

            template <typename T> __global__ void affine(T *data, T factor, T summand, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) {
                    data[i] = AFFINE(data[i]);
                }
            }
            """;

    static final String REDUCE = """
            #include <cub/block/block_reduce.cuh>

            extern "C" __global__ void sums(const int *in, int *out) {
                typedef cub::BlockReduce<int, 128> Reduce;
                __shared__ typename Reduce::TempStorage storage;
                int sum = Reduce(storage).Sum(in[blockIdx.x * 128 + threadIdx.x]);
                if (threadIdx.x == 0) {
                    out[blockIdx.x] = sum;
                }
            }
            """;

    static final String DYNAMIC_SHARED = """
            extern "C" __global__ void reverse(int *data) {
                extern __shared__ int block[];
                block[threadIdx.x] = data[threadIdx.x];
                __syncthreads();
                data[threadIdx.x] = block[blockDim.x - 1 - threadIdx.x];
            }
            """;

    private CudaPrograms() {}

    /** Leaves a test out where there is no compiler. */
    static void requireCompiler() {
        try {
            Nvrtc.find();
        } catch (GpuException e) {
            Assumptions.assumeTrue(e.code() != Message.NVRTC_MISSING, String.valueOf(e.getMessage()));
            throw e;
        }
    }
}
