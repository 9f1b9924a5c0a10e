// Scans, compaction and histograms by CUB, beside a copy of as many bytes on the device; measured like ScanReport: lines
// "name,size,metric,value".
// usage: scan scanInts|scanFloats|compact|countBytes|countInts size runs
#include "measured.cuh"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cub/cub.cuh>
#include <vector>

static const int WARM_UPS = 10;
static const int BYTE_BINS = 256;
static const int INT_BINS = 1 << 16;

struct IsPositive {
    __device__ bool operator()(int value) const { return value > 0; }
};

// Two calls: the first tells how much memory the second needs.
struct Run {
    const char *kernel;
    int size;
    void *in = nullptr, *out = nullptr, *copy = nullptr, *work = nullptr;
    int *count = nullptr;
    size_t workBytes = 0;

    bool is(const char *name) const { return std::strcmp(kernel, name) == 0; }

    size_t inBytes() const { return is("countBytes") ? size : sizeof(int) * (size_t)size; }

    cudaError_t call(void *memory, size_t &bytes) const {
        if (is("scanInts")) return cub::DeviceScan::InclusiveSum(memory, bytes, (const int *)in, (int *)out, size);
        if (is("scanFloats")) return cub::DeviceScan::InclusiveSum(memory, bytes, (const float *)in, (float *)out, size);
        if (is("compact")) {
            return cub::DeviceSelect::If(memory, bytes, (const int *)in, (int *)out, count, size, IsPositive());
        }
        if (is("countBytes")) {
            return cub::DeviceHistogram::HistogramEven(
                memory, bytes, (const uint8_t *)in, (int *)out, BYTE_BINS + 1, 0, BYTE_BINS, size);
        }
        return cub::DeviceHistogram::HistogramEven(
            memory, bytes, (const int *)in, (int *)out, INT_BINS + 1, 0, INT_BINS, size);
    }

    void launch() {
        CHECK(call(work, workBytes));
    }
};

static uint32_t hashed(uint32_t index) {
    uint32_t value = index * 0x9E3779B9u;
    value = (value ^ (value >> 16)) * 0x85EBCA6Bu;
    return value ^ (value >> 13);
}

static void require(bool right, int index) {
    if (!right) {
        std::fprintf(stderr, "element %d is wrong\n", index);
        std::exit(1);
    }
}

// A wrong result, however fast, is no result. {returns the bytes that are read and written}
static double prepared(Run &run) {
    int size = run.size;
    bool isHistogram = run.is("countBytes") || run.is("countInts");
    int bins = run.is("countBytes") ? BYTE_BINS : INT_BINS;
    size_t outBytes = isHistogram ? sizeof(int) * bins : sizeof(int) * (size_t)size;
    CHECK(cudaMalloc(&run.in, run.inBytes()));
    CHECK(cudaMalloc(&run.out, outBytes));
    CHECK(cudaMalloc(&run.count, sizeof(int)));
    CHECK(cudaMemset(run.out, 0, outBytes));
    std::vector<char> in(run.inBytes());
    auto bytes = (uint8_t *)in.data();
    auto ints = (int *)in.data();
    auto floats = (float *)in.data();
    for (int i = 0; i < size; i++) {
        if (run.is("countBytes")) bytes[i] = (uint8_t)hashed(i);
        else if (run.is("countInts")) ints[i] = (int)(hashed(i) % INT_BINS);
        else if (run.is("scanFloats")) floats[i] = i % 64 == 0 ? (float)(i % 3 + 1) : 0.0f;
        else ints[i] = (int)(hashed(i) % 2000) - 999;
    }
    CHECK(cudaMemcpy(run.in, in.data(), run.inBytes(), cudaMemcpyHostToDevice));
    CHECK(run.call(nullptr, run.workBytes));
    CHECK(cudaMalloc(&run.work, run.workBytes));
    run.launch();
    std::vector<int> out(outBytes / sizeof(int));
    CHECK(cudaMemcpy(out.data(), run.out, outBytes, cudaMemcpyDeviceToHost));
    if (isHistogram) {
        std::vector<int> expected(bins);
        for (int i = 0; i < size; i++) expected[run.is("countBytes") ? bytes[i] : ints[i]]++;
        for (int i = 0; i < bins; i++) require(out[i] == expected[i], i);
        return run.inBytes();
    }
    if (run.is("compact")) {
        int kept = 0, counted;
        CHECK(cudaMemcpy(&counted, run.count, sizeof(int), cudaMemcpyDeviceToHost));
        for (int i = 0; i < size; i++) {
            if (ints[i] > 0) {
                require(out[kept] == ints[i], kept);
                kept++;
            }
        }
        require(counted == kept, kept);
        return sizeof(int) * ((double)size + kept);
    }
    uint32_t sum = 0;
    float floatSum = 0;
    for (int i = 0; i < size; i++) {
        if (run.is("scanFloats")) {
            floatSum += floats[i];
            float value;
            std::memcpy(&value, &out[i], sizeof value);
            require(value == floatSum, i);
        } else {
            sum += (uint32_t)ints[i];
            require((uint32_t)out[i] == sum, i);
        }
    }
    return 2.0 * sizeof(int) * size;
}

int main(int count, char **values) {
    static const char *const KERNELS[] = {"scanInts", "scanFloats", "compact", "countBytes", "countInts"};
    bool isKnown = count == 4 && std::any_of(std::begin(KERNELS), std::end(KERNELS), [&](const char *name) {
        return std::strcmp(name, values[1]) == 0;
    });
    if (!isKnown || std::atoi(values[2]) < 1 || std::atoi(values[3]) < 1) {
        std::fprintf(stderr, "usage: scan scanInts|scanFloats|compact|countBytes|countInts size runs\n");
        return 2;
    }
    Run run;
    run.kernel = values[1];
    run.size = std::atoi(values[2]);
    int runs = std::atoi(values[3]);
    double bytes = prepared(run);
    // Half of the bytes are read, and half are written.
    size_t copied = (size_t)(bytes / 2);
    void *from, *to;
    CHECK(cudaMalloc(&from, copied));
    CHECK(cudaMalloc(&to, copied));
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> millis[2];
    for (int i = -WARM_UPS; i < runs; i++) {
        // Each run begins with the other one, so that a clock that changes meanwhile changes both alike.
        for (int turn = 0; turn < 2; turn++) {
            int isCopy = (i + WARM_UPS + turn) % 2;
            for (int timed = 0; timed < 2; timed++) {
                // The first keeps the device busy while the host enqueues the one that is timed.
                if (timed) CHECK(cudaEventRecord(start));
                if (isCopy) CHECK(cudaMemcpyAsync(to, from, copied, cudaMemcpyDeviceToDevice));
                else run.launch();
            }
            CHECK(cudaEventRecord(end));
            CHECK(cudaEventSynchronize(end));
            float time;
            CHECK(cudaEventElapsedTime(&time, start, end));
            if (i >= 0) millis[isCopy].push_back(time);
        }
    }
    for (int isCopy = 0; isCopy < 2; isCopy++) {
        const char *name = isCopy ? "memcpy" : "cub";
        double time = median(millis[isCopy]);
        std::printf("%s,%d,kernel_ms,%.6f\n", name, run.size, time);
        std::printf("%s,%d,kernel_gb_per_s,%.6f\n", name, run.size, bytes / time / 1e6);
    }
    return 0;
}
