// Sums of 4096 ints by a block of 256 threads, with CUB: compiled by nvcc in block_sums.cu, and as a string at run time by BlockSumsReport.
#include <cub/block/block_reduce.cuh>

extern "C" __global__ void __launch_bounds__(256) blockSums(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, 256>;
    __shared__ typename Reduce::TempStorage storage;
    const int *own = in + blockIdx.x * 4096 + threadIdx.x;
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        sum += own[i * 256];
    }
    sum = Reduce(storage).Sum(sum);
    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;
    }
}
