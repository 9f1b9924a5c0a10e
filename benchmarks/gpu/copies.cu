// Copies of floats to a GPU and back from ordinary and from pinned host memory, each direction alone and, from pinned memory, both at
// once, by the wall clock; lines "name,size,metric,value", medians.
// usage: copies size runs
#include "measured.cuh"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

static void tell(const char *name, size_t size, const char *metric, int runs, const std::function<void()> &body) {
    std::vector<double> times;
    for (int i = 0; i < runs + 3; i++) {
        auto start = std::chrono::steady_clock::now();
        body();
        CHECK(cudaDeviceSynchronize());
        std::chrono::duration<double, std::milli> millis = std::chrono::steady_clock::now() - start;
        if (i >= 3) times.push_back(millis.count());
    }
    std::sort(times.begin(), times.end());
    std::printf("%s,%zu,%s,%f\n", name, size, metric, times[times.size() / 2]);
}

int main(int argc, char **argv) {
    size_t size = argc > 1 ? std::atoll(argv[1]) : size_t(1) << 26;
    int runs = argc > 2 ? std::atoi(argv[2]) : 11;
    size_t bytes = size * sizeof(float);
    float *x, *y, *pinnedX, *pinnedY;
    std::vector<float> host(size, 1.0f), back(size, 2.0f);
    CHECK(cudaMalloc(&x, bytes));
    CHECK(cudaMalloc(&y, bytes));
    CHECK(cudaMallocHost(&pinnedX, bytes));
    CHECK(cudaMallocHost(&pinnedY, bytes));
    cudaStream_t in, out;
    CHECK(cudaStreamCreate(&in));
    CHECK(cudaStreamCreate(&out));
    tell("nvcc-pageable", size, "copy_in_ms", runs, [&] { CHECK(cudaMemcpy(x, host.data(), bytes, cudaMemcpyHostToDevice)); });
    tell("nvcc-pageable", size, "copy_out_ms", runs, [&] { CHECK(cudaMemcpy(back.data(), y, bytes, cudaMemcpyDeviceToHost)); });
    tell("nvcc-pinned", size, "copy_in_ms", runs, [&] { CHECK(cudaMemcpyAsync(x, pinnedX, bytes, cudaMemcpyHostToDevice, in)); });
    tell("nvcc-pinned", size, "copy_out_ms", runs, [&] { CHECK(cudaMemcpyAsync(pinnedY, y, bytes, cudaMemcpyDeviceToHost, out)); });
    tell("nvcc-pinned", size, "both_ms", runs, [&] {
        CHECK(cudaMemcpyAsync(x, pinnedX, bytes, cudaMemcpyHostToDevice, in));
        CHECK(cudaMemcpyAsync(pinnedY, y, bytes, cudaMemcpyDeviceToHost, out));
    });
    return 0;
}
