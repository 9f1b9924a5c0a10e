// Vector addition, saxpy and scaling in CUDA C, one element for each thread and one float4 for each thread, and the inner product in
// two passes beside a kernel that only reads; measured like BandwidthReport: lines "name,size,metric,value".
// usage: bandwidth add|saxpy|scale|dot size runs
#include "measured.cuh"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static const int BLOCK = 256;
static const int WARM_UPS = 10;
static const float FACTOR = 3;

__global__ void add(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i] + y[i];
}

__global__ void saxpy(float a, const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void scale(float a, const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i];
}

// The number of elements is a multiple of four.

__global__ void add4(const float4 *__restrict__ x, const float4 *__restrict__ y, float4 *__restrict__ z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = x[i], q = y[i];
        z[i] = make_float4(p.x + q.x, p.y + q.y, p.z + q.z, p.w + q.w);
    }
}

__global__ void saxpy4(float a, const float4 *__restrict__ x, float4 *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = x[i], q = y[i];
        y[i] = make_float4(a * p.x + q.x, a * p.y + q.y, a * p.z + q.z, a * p.w + q.w);
    }
}

__global__ void scale4(float a, const float4 *__restrict__ x, float4 *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = x[i];
        y[i] = make_float4(a * p.x, a * p.y, a * p.z, a * p.w);
    }
}

// The inner product: each block goes through the vectors with the stride of the grid, four pairs of float4 at a time.

static const int DOT_BLOCKS_EACH = 8;
static const int DOT_BATCH = 4;

__device__ float sumOf(float4 p) { return (p.x + p.y) + (p.z + p.w); }

__device__ float4 product(float4 p, float4 q) { return make_float4(p.x * q.x, p.y * q.y, p.z * q.z, p.w * q.w); }

// Sums over a block; what its first thread gets is the sum.
__device__ float blockSum(float own) {
    __shared__ float warps[32];
    for (int distance = 16; distance > 0; distance /= 2) own += __shfl_down_sync(0xffffffffu, own, distance);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = own;
    __syncthreads();
    own = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0;
    if (threadIdx.x < 32) {
        for (int distance = 16; distance > 0; distance /= 2) own += __shfl_down_sync(0xffffffffu, own, distance);
    }
    return own;
}

__global__ void dotBlocks(const float4 *__restrict__ x, const float4 *__restrict__ y, float *__restrict__ sums, int n) {
    float sum = 0;
    long long stride = (long long)gridDim.x * blockDim.x;
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i + (DOT_BATCH - 1) * stride < n; i += DOT_BATCH * stride) {
        float4 p[DOT_BATCH], q[DOT_BATCH];
#pragma unroll
        for (int k = 0; k < DOT_BATCH; k++) {
            p[k] = x[i + k * stride];
            q[k] = y[i + k * stride];
        }
#pragma unroll
        for (int k = 0; k < DOT_BATCH; k++) sum += sumOf(product(p[k], q[k]));
    }
    for (; i < n; i += stride) sum += sumOf(product(x[i], y[i]));
    sum = blockSum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

__global__ void sumBlocks(const float *__restrict__ sums, float *__restrict__ result, int n) {
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += sums[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0) *result = sum;
}

// Only reads: no sum of what there is is negative, which the compiler does not know.
__global__ void readBoth(const float4 *__restrict__ x, const float4 *__restrict__ y, float *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 p = x[i], q = y[i];
        float sum = sumOf(p) + sumOf(q);
        if (sum < 0) out[0] = sum;
    }
}

static float whole(int index, int modulus) {
    return (float)((((unsigned)index * 0x9E3779B9u) >> 8) % (unsigned)modulus);
}

struct Run {
    const char *kernel;
    int size;
    int dotBlocksCount;
    float *x, *y, *z;

    Run(const char *kernel, int size) : kernel(kernel), size(size), z(nullptr) {
        CHECK(cudaMalloc(&x, bytes()));
        CHECK(cudaMalloc(&y, bytes()));
        if (is("add")) CHECK(cudaMalloc(&z, bytes()));
        int processors;
        CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
        dotBlocksCount = processors * DOT_BLOCKS_EACH;
        // The sums of the blocks, and last that of all.
        if (is("dot")) CHECK(cudaMalloc(&z, sizeof(float) * (dotBlocksCount + 1)));
        fill(x, 1021);
    }

    bool is(const char *name) const { return std::strcmp(kernel, name) == 0; }

    size_t bytes() const { return sizeof(float) * size; }

    void fill(float *device, int modulus) const {
        std::vector<float> values(size);
        for (int i = 0; i < size; i++) values[i] = whole(i, modulus);
        CHECK(cudaMemcpy(device, values.data(), bytes(), cudaMemcpyHostToDevice));
    }

    void launch(bool wide) const {
        int n = wide ? size / 4 : size;
        int blocks = (int)(((long long)n + BLOCK - 1) / BLOCK);
        auto x4 = (const float4 *)x;
        auto y4 = (float4 *)y;
        if (is("dot")) launchDot(wide);
        else if (is("add") && wide) add4<<<blocks, BLOCK>>>(x4, y4, (float4 *)z, n);
        else if (is("add")) add<<<blocks, BLOCK>>>(x, y, z, n);
        else if (is("saxpy") && wide) saxpy4<<<blocks, BLOCK>>>(FACTOR, x4, y4, n);
        else if (is("saxpy")) saxpy<<<blocks, BLOCK>>>(FACTOR, x, y, n);
        else if (wide) scale4<<<blocks, BLOCK>>>(FACTOR, x4, y4, n);
        else scale<<<blocks, BLOCK>>>(FACTOR, x, y, n);
        CHECK(cudaGetLastError());
    }

    void launchDot(bool readOnly) const {
        int n = size / 4;
        auto x4 = (const float4 *)x;
        auto y4 = (const float4 *)y;
        if (readOnly) {
            readBoth<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x4, y4, z, n);
        } else {
            dotBlocks<<<dotBlocksCount, BLOCK>>>(x4, y4, z, n);
            sumBlocks<<<1, 1024>>>(z, z + dotBlocksCount, dotBlocksCount);
        }
    }

    // All products are whole and none negative: each rounding changes the sum by at most a share of 2^-24.
    void checkDot() const {
        double expected = 0;
        for (int i = 0; i < size; i++) expected += (double)whole(i, 1021) * whole(i, 509);
        float sum;
        CHECK(cudaMemcpy(&sum, z + dotBlocksCount, sizeof(float), cudaMemcpyDeviceToHost));
        // A product in its thread, in its block and among the blocks.
        double roundings = 1 + size / 4 / ((double)dotBlocksCount * BLOCK) + 1 + 2 + 10 + dotBlocksCount / 1024 + 1 + 10;
        double share = roundings / (1 << 24);
        if (!(sum >= expected * (1 - 2 * share) && sum <= expected * (1 + 2 * share))) {
            std::fprintf(stderr, "the sum is %g, but must be %g\n", sum, expected);
            std::exit(1);
        }
    }

    // A wrong result, however fast, is no result.
    void check(bool wide) const {
        fill(y, 509);
        launch(wide);
        if (is("dot")) {
            CHECK(cudaDeviceSynchronize());
            if (!wide) checkDot();
            return;
        }
        std::vector<float> values(size);
        CHECK(cudaMemcpy(values.data(), is("add") ? z : y, bytes(), cudaMemcpyDeviceToHost));
        for (int i = 0; i < size; i++) {
            float p = whole(i, 1021), q = whole(i, 509);
            float expected = is("add") ? p + q : is("saxpy") ? FACTOR * p + q : FACTOR * p;
            if (values[i] != expected) {
                std::fprintf(stderr, "element %d is %g, but must be %g\n", i, values[i], expected);
                std::exit(1);
            }
        }
    }
};

int main(int count, char **values) {
    if (count != 4 || std::atoi(values[2]) < 4 || std::atoi(values[2]) % 4 != 0 || std::atoi(values[3]) < 1) {
        std::fprintf(stderr, "usage: bandwidth add|saxpy|scale|dot size runs, the size a multiple of 4\n");
        return 2;
    }
    Run run(values[1], std::atoi(values[2]));
    if (!run.is("add") && !run.is("saxpy") && !run.is("scale") && !run.is("dot")) {
        std::fprintf(stderr, "no kernel %s\n", values[1]);
        return 2;
    }
    int runs = std::atoi(values[3]);
    run.check(false);
    run.check(true);
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> millis[2];
    for (int i = -WARM_UPS; i < runs; i++) {
        // Each run begins with another one, so that a clock that changes meanwhile changes both alike.
        for (int turn = 0; turn < 2; turn++) {
            int wide = (i + WARM_UPS + turn) % 2;
            float time;
            // Keeps the device busy while the host enqueues the launch that is timed.
            run.launch(wide);
            CHECK(cudaEventRecord(start));
            run.launch(wide);
            CHECK(cudaEventRecord(end));
            CHECK(cudaEventSynchronize(end));
            CHECK(cudaEventElapsedTime(&time, start, end));
            if (i >= 0) millis[wide].push_back(time);
        }
    }
    double arrays = run.is("scale") || run.is("dot") ? 2 : 3;
    for (int wide = 0; wide < 2; wide++) {
        const char *name = !wide ? "nvcc" : run.is("dot") ? "nvcc-read" : "nvcc-float4";
        double time = median(millis[wide]);
        std::printf("%s,%d,kernel_ms,%.6f\n", name, run.size, time);
        std::printf("%s,%d,kernel_gb_per_s,%.6f\n", name, run.size, arrays * run.bytes() / time / 1e6);
    }
    return 0;
}
