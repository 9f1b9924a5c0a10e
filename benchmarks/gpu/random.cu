// Random numbers by cuRAND's Philox4x32-10, as the host asks for them; measured like RandomReport: lines "name,size,metric,value".
// usage: random ints|floats|doubles|normals size runs
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <curand.h>
#include <vector>

#define CHECK(call)                                                                            \
    do {                                                                                       \
        int status = (int)(call);                                                              \
        if (status != 0) {                                                                     \
            std::fprintf(stderr, "%s failed with %d\n", #call, status);                        \
            std::exit(1);                                                                      \
        }                                                                                      \
    } while (0)

static const int WARM_UPS = 10;

static void generate(curandGenerator_t generator, const char *kernel, void *x, size_t size) {
    if (std::strcmp(kernel, "ints") == 0) CHECK(curandGenerate(generator, (unsigned *)x, size));
    else if (std::strcmp(kernel, "floats") == 0) CHECK(curandGenerateUniform(generator, (float *)x, size));
    else if (std::strcmp(kernel, "doubles") == 0) CHECK(curandGenerateUniformDouble(generator, (double *)x, size));
    else CHECK(curandGenerateNormalDouble(generator, (double *)x, size, 0, 1));
}

int main(int count, char **values) {
    if (count != 4 || std::atoi(values[2]) < 1 || std::atoi(values[3]) < 1) {
        std::fprintf(stderr, "usage: random ints|floats|doubles|normals size runs\n");
        return 2;
    }
    const char *kernel = values[1];
    size_t size = std::atoi(values[2]);
    int runs = std::atoi(values[3]);
    size_t bytes = size * (kernel[0] == 'i' || kernel[0] == 'f' ? 4 : 8);
    void *x;
    CHECK(cudaMalloc(&x, bytes));
    curandGenerator_t generator;
    CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234));
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> millis;
    for (int i = -WARM_UPS; i < runs; i++) {
        // The first keeps the device busy while the host enqueues the one that is timed.
        generate(generator, kernel, x, size);
        CHECK(cudaEventRecord(start));
        generate(generator, kernel, x, size);
        CHECK(cudaEventRecord(end));
        CHECK(cudaEventSynchronize(end));
        float time;
        CHECK(cudaEventElapsedTime(&time, start, end));
        if (i >= 0) millis.push_back(time);
    }
    std::sort(millis.begin(), millis.end());
    double time = millis[millis.size() / 2];
    std::printf("curand,%zu,kernel_ms,%.6f\n", size, time);
    std::printf("curand,%zu,kernel_gb_per_s,%.6f\n", size, bytes / time / 1e6);
    return 0;
}
