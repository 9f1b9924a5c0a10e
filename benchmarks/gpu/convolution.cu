// The convolution of a square picture in CUDA C: the loops of ConvolutionKernels, the outer two of them as a grid with one thread for
// each pixel. Measured like ConvolutionReport: lines "name,size,metric,value".
// usage: convolution name side taps runs
#include "measured.cuh"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const int BLOCK_X = 32;
static const int BLOCK_Y = 8;
static const int WARM_UPS = 5;

__global__ void convolve(int width, int height, int radius, const float *__restrict__ weights,
                         const float *__restrict__ in, float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -radius; dy <= radius; dy++) {
        int row = min(max(y + dy, 0), height - 1);
        for (int dx = -radius; dx <= radius; dx++) {
            int column = min(max(x + dx, 0), width - 1);
            float weight = weights[(dy + radius) * (2 * radius + 1) + dx + radius];
            sum += weight * in[row * width + column];
        }
    }
    out[y * width + x] = sum;
}

// Small whole numbers, so that sums are exact in any order and with or without fused multiply-add.
static std::vector<float> whole(size_t length, int modulus) {
    std::vector<float> values(length);
    for (size_t i = 0; i < length; i++) values[i] = (float)((((unsigned)i * 0x9E3779B9u) >> 8) % (unsigned)modulus);
    return values;
}

struct Run {
    int side, radius;
    std::vector<float> hostIn, hostWeights;
    float *in, *weights, *out;

    Run(int side, int taps)
        : side(side), radius(taps / 2), hostIn(whole((size_t)side * side, 251)), hostWeights(whole((size_t)taps * taps, 7)) {
        in = toDevice(hostIn);
        weights = toDevice(hostWeights);
        CHECK(cudaMalloc(&out, hostIn.size() * sizeof(float)));
        CHECK(cudaMemset(out, 0xff, hostIn.size() * sizeof(float)));
    }

    static float *toDevice(const std::vector<float> &values) {
        float *device;
        CHECK(cudaMalloc(&device, values.size() * sizeof(float)));
        CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
        return device;
    }

    void launch() const {
        dim3 block(BLOCK_X, BLOCK_Y);
        dim3 grid((side + BLOCK_X - 1) / BLOCK_X, (side + BLOCK_Y - 1) / BLOCK_Y);
        convolve<<<grid, block>>>(side, side, radius, weights, in, out);
        CHECK(cudaGetLastError());
    }

    float expected(int x, int y) const {
        float sum = 0;
        for (int dy = -radius; dy <= radius; dy++) {
            for (int dx = -radius; dx <= radius; dx++) {
                int row = std::min(std::max(y + dy, 0), side - 1);
                int column = std::min(std::max(x + dx, 0), side - 1);
                sum += hostWeights[(dy + radius) * (2 * radius + 1) + dx + radius] * hostIn[(size_t)row * side + column];
            }
        }
        return sum;
    }

    // A wrong result, however fast, is no result.
    void check() const {
        launch();
        std::vector<float> values(hostIn.size());
        CHECK(cudaMemcpy(values.data(), out, values.size() * sizeof(float), cudaMemcpyDeviceToHost));
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                if (values[(size_t)y * side + x] != expected(x, y)) {
                    std::fprintf(stderr, "pixel %d, %d is %g, but must be %g\n", x, y, values[(size_t)y * side + x],
                                 expected(x, y));
                    std::exit(1);
                }
            }
        }
    }
};

int main(int count, char **values) {
    int side = count == 5 ? std::atoi(values[2]) : 0;
    int taps = count == 5 ? std::atoi(values[3]) : 0;
    int runs = count == 5 ? std::atoi(values[4]) : 0;
    if (side < 1 || side > 32768 || taps < 1 || taps % 2 == 0 || runs < 1) {
        std::fprintf(stderr, "usage: convolution name side taps runs, the side at most 32768, the taps odd\n");
        return 2;
    }
    Run run(side, taps);
    run.check();
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> millis;
    for (int i = -WARM_UPS; i < runs; i++) {
        float time;
        // Keeps the device busy while the host enqueues the launch that is timed.
        run.launch();
        CHECK(cudaEventRecord(start));
        run.launch();
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&time, start, end));
        if (i >= 0) millis.push_back(time);
    }
    std::printf("%s,%lld,kernel_ms,%.6f\n", values[1], (long long)side * side, median(millis));
    return 0;
}
