// The vector addition in CUDA C, measured like VectorAddReport: lines "name,size,metric,value".
// usage: vector_add [size [runs [launches]]]
#include "measured.cuh"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

static const char *const NAME = "nvcc";
static const int BLOCK = 256;
static const int TINY = 256;
static const int WARM_UPS = 10;
static const int HOST_WARM_UPS = 2;
static const int HOST_RUNS = 11;
static const int LAUNCH_RUNS = 7;

__global__ void add(const float *a, const float *b, float *c, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) {
        c[i] = a[i] + b[i];
    }
}

struct Vectors {
    float *a, *b, *c;
    int length;

    explicit Vectors(int length) : length(length) {
        CHECK(cudaMalloc(&a, bytes()));
        CHECK(cudaMalloc(&b, bytes()));
        CHECK(cudaMalloc(&c, bytes()));
        CHECK(cudaMemset(a, 0, bytes()));
        CHECK(cudaMemset(b, 0, bytes()));
        CHECK(cudaMemset(c, 0, bytes()));
    }

    ~Vectors() {
        cudaFree(a);
        cudaFree(b);
        cudaFree(c);
    }

    size_t bytes() const { return sizeof(float) * length; }

    void launch() const { add<<<(int)(((long long)length + BLOCK - 1) / BLOCK), BLOCK>>>(a, b, c, length); }
};

static double micros_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

static void tell(int size, const char *metric, double value) {
    std::printf("%s,%d,%s,%.6f\n", NAME, size, metric, value);
}

static void tell_time(int size, const char *what, double millis) {
    char metric[64];
    std::snprintf(metric, sizeof metric, "%s_ms", what);
    tell(size, metric, millis);
    std::snprintf(metric, sizeof metric, "%s_gb_per_s", what);
    tell(size, metric, 3.0 * sizeof(float) * size / millis / 1e6);
}

static void kernel_time(const Vectors &vectors, int runs) {
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> millis;
    for (int run = -WARM_UPS; run < runs; run++) {
        float time;
        // Keeps the device busy while the host enqueues the launch that is timed.
        vectors.launch();
        CHECK(cudaEventRecord(start));
        vectors.launch();
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&time, start, end));
        if (run >= 0) {
            millis.push_back(time);
        }
    }
    tell_time(vectors.length, "kernel", median(millis));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
}

static void launch_cost(int launches) {
    Vectors vectors(TINY);
    std::vector<double> micros;
    for (int run = -2; run < LAUNCH_RUNS; run++) {
        CHECK(cudaDeviceSynchronize());
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < launches; i++) {
            vectors.launch();
        }
        CHECK(cudaDeviceSynchronize());
        if (run >= 0) {
            micros.push_back(micros_since(start) / launches);
        }
    }
    CHECK(cudaGetLastError());
    tell(TINY, "launch_us", median(micros));
}

// Device memory that stays, plain host memory: what a straightforward program does.
static void host_call(const Vectors &vectors, const float *a, const float *b, float *c) {
    std::vector<double> millis;
    for (int run = -HOST_WARM_UPS; run < HOST_RUNS; run++) {
        auto start = std::chrono::steady_clock::now();
        CHECK(cudaMemcpy(vectors.a, a, vectors.bytes(), cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(vectors.b, b, vectors.bytes(), cudaMemcpyHostToDevice));
        vectors.launch();
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(c, vectors.c, vectors.bytes(), cudaMemcpyDeviceToHost));
        if (run >= 0) {
            millis.push_back(micros_since(start) / 1e3);
        }
    }
    for (int i = 0; i < vectors.length; i++) {
        if (c[i] != a[i] + b[i]) {
            std::fprintf(stderr, "element %d is %g, but must be %g\n", i, c[i], a[i] + b[i]);
            std::exit(1);
        }
    }
    tell_time(vectors.length, "host_call", median(millis));
}

static int argument(int count, char **values, int index, int otherwise) {
    int value = index < count ? std::atoi(values[index]) : otherwise;
    if (value < 1) {
        std::fprintf(stderr, "argument %d is '%s', but must be a number of at least 1\n", index, values[index]);
        std::exit(2);
    }
    return value;
}

int main(int count, char **values) {
    int size = argument(count, values, 1, 1 << 28);
    int runs = argument(count, values, 2, 51);
    int launches = argument(count, values, 3, 100000);

    std::mt19937 random(size);
    std::uniform_real_distribution<float> distribution(-1, 1);
    std::vector<float> a(size), b(size), c(size);
    for (int i = 0; i < size; i++) {
        a[i] = distribution(random);
        b[i] = distribution(random);
    }

    Vectors vectors(size);
    CHECK(cudaMemcpy(vectors.a, a.data(), vectors.bytes(), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(vectors.b, b.data(), vectors.bytes(), cudaMemcpyHostToDevice));
    kernel_time(vectors, runs);
    launch_cost(launches);
    host_call(vectors, a.data(), b.data(), c.data());
    return 0;
}
