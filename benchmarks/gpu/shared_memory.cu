// SharedMemoryKernels in CUDA C, same algorithms, tiles and launch shapes: lines "name,size,metric,value".
// usage: shared_memory kernel size runs
#include "measured.cuh"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

static const int WARM_UPS = 10;
static const int BLOCKS = 2048;
static const int THREADS = 256;
static const int TILE = 16;
static const int PATCH = 32;
static const int PATCH_ROWS = 8;
static const int BINS = 256;
static const int WARP = 32;

__global__ void __launch_bounds__(TILE * TILE) product(int n, const float *a, const float *b, float *c) {
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * blockDim.y + y;
    int column = blockIdx.x * blockDim.x + x;
    float sum = 0;
    for (int tile = 0; tile < n; tile += TILE) {
        tile_a[y][x] = a[row * n + tile + x];
        tile_b[y][x] = b[(tile + y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            sum += tile_a[y][k] * tile_b[k][x];
        }
        __syncthreads();
    }
    c[row * n + column] = sum;
}

__global__ void __launch_bounds__(PATCH * PATCH_ROWS) transpose(int n, const float *in, float *out) {
    __shared__ float patch[PATCH][PATCH + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * PATCH + x;
    int row = blockIdx.y * PATCH + y;
    for (int k = 0; k < PATCH; k += PATCH_ROWS) {
        patch[y + k][x] = in[(row + k) * n + column];
    }
    __syncthreads();
    column = blockIdx.y * PATCH + x;
    row = blockIdx.x * PATCH + y;
    for (int k = 0; k < PATCH; k += PATCH_ROWS) {
        out[(row + k) * n + column] = patch[x][y + k];
    }
}

__global__ void __launch_bounds__(THREADS) histogram(const int *in, int length, int *bins) {
    __shared__ int own[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        own[bin] = 0;
    }
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) {
        atomicAdd(&own[in[i] & (BINS - 1)], 1);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        atomicAdd(&bins[bin], own[bin]);
    }
}

__device__ float warp_sum(float value) {
    for (int distance = WARP / 2; distance > 0; distance /= 2) {
        value += __shfl_down_sync(0xffffffff, value, distance);
    }
    return __shfl_sync(0xffffffff, value, 0);
}

__global__ void __launch_bounds__(THREADS) sums(const float *in, int length, float *out) {
    __shared__ float results[WARP + 1];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) {
        sum += in[i];
    }
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    float of_warp = warp_sum(sum);
    if (lane == 0) {
        results[warp] = of_warp;
    }
    __syncthreads();
    if (warp == 0) {
        float of_block = warp_sum(lane < blockDim.x / WARP ? results[lane] : -0.0f);
        if (lane == 0) {
            results[WARP] = of_block;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = results[WARP];
    }
}

template <class T> static T *upload(size_t length, unsigned modulus) {
    std::vector<T> host(length);
    for (size_t i = 0; i < length; i++) {
        host[i] = (T)((((unsigned)i * 0x9E3779B9u) >> 8) % modulus);
    }
    T *device;
    CHECK(cudaMalloc(&device, length * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), length * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

static void tell(int size, int runs, const std::function<void()> &launch) {
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> millis;
    for (int run = -WARM_UPS; run < runs; run++) {
        float time;
        // Keeps the device busy while the host enqueues the launch that is timed.
        launch();
        CHECK(cudaEventRecord(start));
        launch();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&time, start, end));
        if (run >= 0) {
            millis.push_back(time);
        }
    }
    std::printf("nvcc,%d,kernel_ms,%.6f\n", size, median(millis));
}

int main(int count, char **arguments) {
    if (count != 4) {
        std::fprintf(stderr, "usage: shared_memory kernel size runs\n");
        return 2;
    }
    const char *kernel = arguments[1];
    int size = std::atoi(arguments[2]);
    int runs = std::atoi(arguments[3]);
    size_t square = (size_t)size * size;
    if (!std::strcmp(kernel, "product")) {
        float *a = upload<float>(square, 3), *b = upload<float>(square, 5), *c = upload<float>(square, 1);
        tell(size, runs, [=] { product<<<dim3(size / TILE, size / TILE), dim3(TILE, TILE)>>>(size, a, b, c); });
    } else if (!std::strcmp(kernel, "transpose")) {
        float *in = upload<float>(square, 1021), *out = upload<float>(square, 1);
        dim3 grid(size / PATCH, size / PATCH), block(PATCH, PATCH_ROWS);
        tell(size, runs, [=] { transpose<<<grid, block>>>(size, in, out); });
    } else if (!std::strcmp(kernel, "histogram")) {
        int *in = upload<int>(size, 4096), *bins = upload<int>(BINS, 1);
        tell(size, runs, [=] { histogram<<<BLOCKS, THREADS>>>(in, size, bins); });
    } else if (!std::strcmp(kernel, "sums")) {
        float *in = upload<float>(size, 3), *out = upload<float>(BLOCKS, 1);
        tell(size, runs, [=] { sums<<<BLOCKS, THREADS>>>(in, size, out); });
    } else {
        std::fprintf(stderr, "no kernel %s\n", kernel);
        return 2;
    }
    return 0;
}
