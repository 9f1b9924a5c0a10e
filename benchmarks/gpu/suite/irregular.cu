// Twins of Irregular.
#include "twins.cuh"

__global__ void spmvCsr(int rows, const int *__restrict__ starts, const int *__restrict__ columns,
                        const double *__restrict__ values, const double *__restrict__ x, double *__restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    double sum = 0;
    for (int k = starts[i]; k < starts[i + 1]; k++) sum += values[k] * x[columns[k]];
    y[i] = sum;
}
TWIN(spmvCsr)

__global__ void spmvEll(int rows, int width, const int *__restrict__ columns, const float *__restrict__ values,
                        const float *__restrict__ x, float *__restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        int column = columns[k * rows + i];
        if (column >= 0) sum += values[k * rows + i] * x[column];
    }
    y[i] = sum;
}
TWIN(spmvEll)

__global__ void bfsFrontier(int nodes, int depth, const int *__restrict__ starts, const int *__restrict__ edges,
                            const int *__restrict__ level, int *__restrict__ next) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes) return;
    int found = level[v];
    if (found < 0) {
        for (int e = starts[v]; e < starts[v + 1]; e++) {
            if (level[edges[e]] == depth) {
                found = depth + 1;
                break;
            }
        }
    }
    next[v] = found;
}
TWIN(bfsFrontier)

__global__ void pagerank(int nodes, float damping, const int *__restrict__ starts, const int *__restrict__ edges,
                         const int *__restrict__ degree, const float *__restrict__ rank, float *__restrict__ next) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= nodes) return;
    float sum = 0;
    for (int e = starts[v]; e < starts[v + 1]; e++) {
        int from = edges[e];
        sum += rank[from] / degree[from];
    }
    next[v] = (1 - damping) / nodes + damping * sum;
}
TWIN(pagerank)

__global__ void floydStep(int n, int k, const int *__restrict__ before, int *__restrict__ after) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    after[i * n + j] = min(before[i * n + j], before[i * n + k] + before[k * n + j]);
}
TWIN(floydStep)

__global__ void kmeansAssign(int n, int clusters, int dimensions, const float *__restrict__ points,
                             const float *__restrict__ centres, int *__restrict__ nearest) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float best = 3.4028234663852886e38f;
    int at = 0;
    for (int c = 0; c < clusters; c++) {
        float distance = 0;
        for (int d = 0; d < dimensions; d++) {
            float difference = points[d * n + i] - centres[c * dimensions + d];
            distance += difference * difference;
        }
        if (distance < best) {
            best = distance;
            at = c;
        }
    }
    nearest[i] = at;
}
TWIN(kmeansAssign)

__global__ void nearest(float latitude, float longitude, const float *__restrict__ latitudes,
                        const float *__restrict__ longitudes, float *__restrict__ distances, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float dx = latitude - latitudes[i], dy = longitude - longitudes[i];
    distances[i] = sqrtf(dx * dx + dy * dy);
}
TWIN(nearest)

__global__ void crossSections(int gridSize, const double *__restrict__ grid, const double *__restrict__ tables,
                              const double *__restrict__ energies, double *__restrict__ sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double energy = energies[i];
    int low = 0, high = gridSize - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (grid[middle] > energy) high = middle;
        else low = middle;
    }
    double f = (grid[low + 1] - energy) / (grid[low + 1] - grid[low]), sum = 0;
    for (int k = 0; k < 5; k++) {
        double right = tables[(low + 1) * 5 + k];
        sum += right - f * (right - tables[low * 5 + k]);
    }
    sums[i] = sum;
}
TWIN(crossSections)

__global__ void streamclusterGain(int n, int dimensions, int candidate, const float *__restrict__ points,
                                  const float *__restrict__ weights, const float *__restrict__ costs,
                                  float *__restrict__ gains) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float distance = 0;
    for (int d = 0; d < dimensions; d++) {
        float difference = points[d * n + i] - points[d * n + candidate];
        distance += difference * difference;
    }
    float cost = distance * weights[i];
    gains[i] = cost < costs[i] ? costs[i] - cost : 0;
}
TWIN(streamclusterGain)

__global__ void particleLikelihood(int n, int size, int offsets, const int *__restrict__ px,
                                   const int *__restrict__ py, const int *__restrict__ ox, const int *__restrict__ oy,
                                   const unsigned char *__restrict__ image, float *__restrict__ likelihood) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < offsets; k++) {
        int index = abs((py[i] + oy[k]) * size + px[i] + ox[k]) % (size * size);
        int value = image[index];
        float low = value - 100, high = value - 228;
        sum += (low * low - high * high) / 50;
    }
    likelihood[i] = sum / offsets;
}
TWIN(particleLikelihood)

__global__ void binarySearch(const int *__restrict__ sorted, const int *__restrict__ keys, int *__restrict__ places,
                             int length, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int low = 0, high = length, key = keys[i];
    while (low < high) {
        int middle = (low + high) / 2;
        if (sorted[middle] < key) low = middle + 1;
        else high = middle;
    }
    places[i] = low;
}
TWIN(binarySearch)
