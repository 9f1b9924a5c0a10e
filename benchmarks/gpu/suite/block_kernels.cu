// Twins of BlockKernels.
#include "twins.cuh"

__global__ void gemmTiled(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
    __shared__ float tileA[16][16], tileB[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        tileA[y][x] = a[row * n + t + x];
        tileB[y][x] = b[(t + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
TWIN(gemmTiled)
