// Twins of Streams.
#include "twins.cuh"

__global__ void copy(const double *__restrict__ a, double *__restrict__ c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i];
}
TWIN(copy)

__global__ void mul(double scalar, double *__restrict__ b, const double *__restrict__ c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = scalar * c[i];
}
TWIN(mul)

__global__ void add(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
TWIN(add)

__global__ void triad(double scalar, double *__restrict__ a, const double *__restrict__ b,
                      const double *__restrict__ c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = b[i] + scalar * c[i];
}
TWIN(triad)

__global__ void nstream(double scalar, double *__restrict__ a, const double *__restrict__ b,
                        const double *__restrict__ c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += b[i] + scalar * c[i];
}
TWIN(nstream)

// The sum of a block, in its first thread.
template <class T> __device__ T blockSum(T value) {
    __shared__ T sums[8];
    for (int delta = 16; delta > 0; delta /= 2) value += __shfl_down_sync(~0u, value, delta);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
    __syncthreads();
    T sum = 0;
    if (threadIdx.x == 0) {
        for (int i = 0; i < 8; i++) sum += sums[i];
    }
    return sum;
}

__global__ void dot(const double *__restrict__ a, const double *__restrict__ b, int n, double *__restrict__ result) {
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0) atomicAdd(result, sum);
}
TWIN(dot)

__global__ void saxpy(float a, const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
TWIN(saxpy)

__global__ void nrm2(const float *__restrict__ x, int n, float *__restrict__ result) {
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i] * x[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0) atomicAdd(result, sum);
}
TWIN(nrm2)

__global__ void nrm2_2(const float *__restrict__ x, int n, float *__restrict__ result) { *result = sqrtf(*result); }
TWIN(nrm2_2)

// All numbers are at least 0, and the result begins as 0.
__global__ void maximum(const int *__restrict__ x, int n, int *__restrict__ result) {
    int most = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) most = max(most, x[i]);
    for (int delta = 16; delta > 0; delta /= 2) most = max(most, __shfl_down_sync(~0u, most, delta));
    if (threadIdx.x % 32 == 0) atomicMax(result, most);
}
TWIN(maximum)

__global__ void complexMultiply(const float2 *__restrict__ x, const float2 *__restrict__ y, float2 *__restrict__ z,
                                int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 p = x[i], q = y[i];
    z[i] = make_float2(p.x * q.x - p.y * q.y, p.x * q.y + p.y * q.x);
}
TWIN(complexMultiply)

__global__ void gather(const int *__restrict__ index, const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[index[i]];
}
TWIN(gather)

__global__ void scatter(const int *__restrict__ index, const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[index[i]] = x[i];
}
TWIN(scatter)

__global__ void transpose(int w, int h, const float *__restrict__ in, float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[x * h + y] = in[y * w + x];
}
TWIN(transpose)

__global__ void rowSums(int rows, int columns, const float *__restrict__ a, float *__restrict__ sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    float sum = 0;
    for (int j = 0; j < columns; j++) sum += a[i * columns + j];
    sums[i] = sum;
}
TWIN(rowSums)

__global__ void columnSums(int rows, int columns, const float *__restrict__ a, float *__restrict__ sums) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= columns) return;
    float sum = 0;
    for (int i = 0; i < rows; i++) sum += a[i * columns + j];
    sums[j] = sum;
}
TWIN(columnSums)

__global__ void reverse(const int *__restrict__ in, int *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[n - 1 - i] = in[i];
}
TWIN(reverse)

__global__ void bytesToFloats(const unsigned char *__restrict__ in, float scale, float *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * scale;
}
TWIN(bytesToFloats)

__global__ void unzip(const float *__restrict__ points, float *__restrict__ x, float *__restrict__ y,
                      float *__restrict__ z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] = points[3 * i];
    y[i] = points[3 * i + 1];
    z[i] = points[3 * i + 2];
}
TWIN(unzip)
