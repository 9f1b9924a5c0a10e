// Sums of blocks by CUB and the cost of a launch, measured like BlockSumsReport: lines "name,size,metric,value".
// usage: block_sums size runs launches
#include "measured.cuh"
#include "block_sums.cuh"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const char *const NAME = "nvcc";
static const int BLOCK = 256;
static const int ELEMENTS = 4096;
static const int WARM_UPS = 10;
static const int LAUNCH_RUNS = 7;
// As many as the driver takes without a wait for the device.
static const int ENQUEUED = 512;

static void tell(int size, const char *metric, double value) {
    std::printf("%s,%d,%s,%.6f\n", NAME, size, metric, value);
}

// What one of many launches in a row takes, with the wait for all of them or without.
static double launchMicros(int *in, int *out, int launches, bool isWaitTimed) {
    std::vector<double> micros;
    for (int run = -2; run < LAUNCH_RUNS; run++) {
        CHECK(cudaDeviceSynchronize());
        auto from = std::chrono::steady_clock::now();
        for (int i = 0; i < launches; i++) {
            blockSums<<<1, BLOCK>>>(in, out);
        }
        auto enqueued = std::chrono::steady_clock::now();
        CHECK(cudaDeviceSynchronize());
        auto to = isWaitTimed ? std::chrono::steady_clock::now() : enqueued;
        std::chrono::duration<double, std::micro> took = to - from;
        if (run >= 0) {
            micros.push_back(took.count() / launches);
        }
    }
    CHECK(cudaGetLastError());
    return median(micros);
}

int main(int count, char **values) {
    if (count != 4) {
        std::fprintf(stderr, "usage: block_sums size runs launches\n");
        return 2;
    }
    int size = std::atoi(values[1]);
    int runs = std::atoi(values[2]);
    int launches = std::atoi(values[3]);
    int blocks = size / ELEMENTS;
    std::vector<int> host(size), sums(blocks);
    for (int i = 0; i < size; i++) {
        host[i] = i % 1000;
    }
    int *in, *out;
    CHECK(cudaMalloc(&in, sizeof(int) * (size_t)size));
    CHECK(cudaMalloc(&out, sizeof(int) * blocks));
    CHECK(cudaMemcpy(in, host.data(), sizeof(int) * (size_t)size, cudaMemcpyHostToDevice));
    blockSums<<<blocks, BLOCK>>>(in, out);
    CHECK(cudaMemcpy(sums.data(), out, sizeof(int) * blocks, cudaMemcpyDeviceToHost));
    for (int block = 0; block < blocks; block++) {
        int sum = 0;
        for (int i = 0; i < ELEMENTS; i++) {
            sum += host[block * ELEMENTS + i];
        }
        if (sums[block] != sum) {
            std::fprintf(stderr, "sum %d is wrong\n", block);
            return 1;
        }
    }

    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> millis;
    for (int run = -WARM_UPS; run < runs; run++) {
        float time;
        // Keeps the device busy while the host enqueues the launch that is timed.
        blockSums<<<blocks, BLOCK>>>(in, out);
        CHECK(cudaEventRecord(start));
        blockSums<<<blocks, BLOCK>>>(in, out);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&time, start, end));
        if (run >= 0) {
            millis.push_back(time);
        }
    }
    tell(size, "kernel_ms", median(millis));
    tell(size, "kernel_gb_per_s", sizeof(int) * (double)size / median(millis) / 1e6);

    tell(size, "launch_us", launchMicros(in, out, launches, true));
    tell(size, "enqueue_us", launchMicros(in, out, ENQUEUED, false));
    return 0;
}
