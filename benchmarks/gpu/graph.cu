// Small kernels launched one by one and as a CUDA graph, measured like GraphReport: lines "name,size,metric,value".
// usage: graph chains kernels runs
#include "measured.cuh"
#include <cstdio>
#include <cstdlib>
#include <vector>

static const int WARM_UPS = 50;
static const int LENGTH = 4096;
static const int BLOCK = 256;
// So many graphs are timed together.
static const int BATCH = 10;

__global__ void step(float factor, float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = factor * x[i] + 1;
}

struct Run {
    int kernels;
    std::vector<float *> arrays;
    cudaStream_t stream;
    cudaGraphExec_t graph;

    void launch(int number) {
        step<<<LENGTH / BLOCK, BLOCK, 0, stream>>>(0.5f, arrays[number % arrays.size()], LENGTH);
    }

    void launches() {
        for (int i = 0; i < kernels; i++) launch(i);
        CHECK(cudaGetLastError());
    }

    // One chain of kernels for each array.
    void makeGraph() {
        cudaGraph_t made;
        CHECK(cudaGraphCreate(&made, 0));
        std::vector<cudaGraphNode_t> last(arrays.size());
        for (int i = 0; i < kernels; i++) {
            size_t chain = i % arrays.size();
            float factor = 0.5f;
            int n = LENGTH;
            void *arguments[] = {&factor, &arrays[chain], &n};
            cudaKernelNodeParams node = {};
            node.func = (void *)step;
            node.gridDim = dim3(LENGTH / BLOCK);
            node.blockDim = dim3(BLOCK);
            node.kernelParams = arguments;
            bool isFirst = i < (int)arrays.size();
            cudaGraphNode_t before = last[chain];
            CHECK(cudaGraphAddKernelNode(&last[chain], made, isFirst ? nullptr : &before, isFirst ? 0 : 1, &node));
        }
        CHECK(cudaGraphInstantiateWithFlags(&graph, made, 0));
    }

    void run(bool asGraph) {
        for (int i = 0; i < BATCH; i++) {
            if (asGraph) CHECK(cudaGraphLaunch(graph, stream));
            else launches();
        }
    }
};

// A wrong result, however fast, is no result.
static void require(Run &run, bool asGraph) {
    std::vector<float> values(LENGTH);
    for (float *array : run.arrays) CHECK(cudaMemset(array, 0, sizeof(float) * LENGTH));
    if (asGraph) CHECK(cudaGraphLaunch(run.graph, run.stream));
    else run.launches();
    CHECK(cudaStreamSynchronize(run.stream));
    for (size_t chain = 0; chain < run.arrays.size(); chain++) {
        float expected = 0;
        for (int i = (int)chain; i < run.kernels; i += (int)run.arrays.size()) expected = 0.5f * expected + 1;
        CHECK(cudaMemcpy(values.data(), run.arrays[chain], sizeof(float) * LENGTH, cudaMemcpyDeviceToHost));
        for (float value : values) {
            if (value != expected) {
                std::fprintf(stderr, "a result is wrong: %g, not %g\n", value, expected);
                std::exit(1);
            }
        }
    }
}

int main(int count, char **values) {
    int chains = count == 4 ? std::atoi(values[1]) : 0;
    int kernels = count == 4 ? std::atoi(values[2]) : 0;
    int runs = count == 4 ? std::atoi(values[3]) : 0;
    if (chains < 1 || kernels < chains || runs < 1) {
        std::fprintf(stderr, "usage: graph chains kernels runs\n");
        return 2;
    }
    Run run;
    run.kernels = kernels;
    CHECK(cudaStreamCreateWithFlags(&run.stream, cudaStreamNonBlocking));
    for (int i = 0; i < chains; i++) {
        float *array;
        CHECK(cudaMalloc(&array, sizeof(float) * LENGTH));
        run.arrays.push_back(array);
    }
    run.makeGraph();
    require(run, true);
    require(run, false);
    cudaEvent_t start, end;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> micros[2];
    for (int i = -WARM_UPS; i < runs; i++) {
        // Each run begins with the other one, so that a clock that changes meanwhile changes both alike.
        for (int turn = 0; turn < 2; turn++) {
            int asGraph = (i + WARM_UPS + turn) % 2;
            // The first keeps the device busy while the host enqueues what is timed.
            run.run(asGraph);
            CHECK(cudaEventRecord(start, run.stream));
            run.run(asGraph);
            CHECK(cudaEventRecord(end, run.stream));
            CHECK(cudaEventSynchronize(end));
            float time;
            CHECK(cudaEventElapsedTime(&time, start, end));
            if (i >= 0) micros[asGraph].push_back(1000.0 * time / BATCH / kernels);
        }
    }
    std::printf("nvcc,%d,launch_us,%.6f\n", kernels, median(micros[1]));
    std::printf("nvcc-launches,%d,launch_us,%.6f\n", kernels, median(micros[0]));
    return 0;
}
