// Twins of BlockKernels.
#include "twins.cuh"

__global__ void gemmTiled(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
    __shared__ float tileA[16][16], tileB[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        tileA[y][x] = a[row * n + t + x];
        tileB[y][x] = b[(t + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
TWIN(gemmTiled)

__global__ void gemmRegisters(int n, const float *__restrict__ a, const float *__restrict__ b,
                              float *__restrict__ c) {
    __shared__ float tileA[16][64], tileB[16][64];
    float sums[4][4] = {};
    int x = threadIdx.x, y = threadIdx.y, thread = y * 16 + x;
    int top = blockIdx.y * 64, left = blockIdx.x * 64;
    for (int t = 0; t < n; t += 16) {
        for (int k = 0; k < 4; k++) {
            tileA[x][y + 16 * k] = a[(top + y + 16 * k) * n + t + x];
            tileB[thread / 64 + 4 * k][thread % 64] = b[(t + thread / 64 + 4 * k) * n + left + thread % 64];
        }
        __syncthreads();
        for (int k = 0; k < 16; k++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sums[i][j] += tileA[k][4 * y + i] * tileB[k][4 * x + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) c[(top + 4 * y + i) * n + left + 4 * x + j] = sums[i][j];
}
TWIN(gemmRegisters)

__global__ void transposeTiled(int n, const float *__restrict__ in, float *__restrict__ out) {
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 32;
    for (int k = 0; k < 32; k += 8) tile[y + k][x] = in[(top + y + k) * n + left + x];
    __syncthreads();
    for (int k = 0; k < 32; k += 8) out[(left + y + k) * n + top + x] = tile[x][y + k];
}
TWIN(transposeTiled)

__global__ void blockSums(const float *__restrict__ x, float *__restrict__ sums) {
    __shared__ float own[256];
    int t = threadIdx.x;
    own[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (t < half) own[t] += own[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = own[0];
}
TWIN(blockSums)

__global__ void warpSums(const double *__restrict__ x, double *__restrict__ sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = x[i];
    for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(~0u, sum, delta);
    if (threadIdx.x % 32 == 0) sums[i / 32] = sum;
}
TWIN(warpSums)

__global__ void blockScan(const int *__restrict__ x, int *__restrict__ sums) {
    __shared__ int own[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    own[t] = x[i];
    __syncthreads();
    for (int distance = 1; distance < 256; distance *= 2) {
        int left = t >= distance ? own[t - distance] : 0;
        __syncthreads();
        own[t] += left;
        __syncthreads();
    }
    sums[i] = own[t];
}
TWIN(blockScan)

__global__ void softmaxBlock(int columns, const float *__restrict__ x, float *__restrict__ y) {
    __shared__ float parts[8], shared[2];
    int row = blockIdx.x * columns, t = threadIdx.x;
    float most = -INFINITY, sum = 0;
    for (int j = t; j < columns; j += 256) most = fmaxf(most, x[row + j]);
    for (int delta = 16; delta > 0; delta /= 2) most = fmaxf(most, __shfl_down_sync(~0u, most, delta));
    if (t % 32 == 0) parts[t / 32] = most;
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < 8; i++) most = fmaxf(most, parts[i]);
        shared[0] = most;
    }
    __syncthreads();
    most = shared[0];
    for (int j = t; j < columns; j += 256) sum += expf(x[row + j] - most);
    for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(~0u, sum, delta);
    if (t % 32 == 0) parts[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
        for (int i = 1; i < 8; i++) sum += parts[i];
        shared[1] = sum;
    }
    __syncthreads();
    sum = shared[1];
    for (int j = t; j < columns; j += 256) y[row + j] = expf(x[row + j] - most) / sum;
}
TWIN(softmaxBlock)

__global__ void bitonicBlock(int *x) {
    __shared__ int own[512];
    int t = threadIdx.x, from = blockIdx.x * 512;
    own[t] = x[from + t];
    own[t + 256] = x[from + t + 256];
    for (int size = 2; size <= 512; size *= 2) {
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            int low = 2 * t - (t & (stride - 1));
            int a = own[low], b = own[low + stride];
            if ((a > b) == ((low & size) == 0)) {
                own[low] = b;
                own[low + stride] = a;
            }
        }
    }
    __syncthreads();
    x[from + t] = own[t];
    x[from + t + 256] = own[t + 256];
}
TWIN(bitonicBlock)

__global__ void ludBlock(float *matrices) {
    __shared__ float a[16][16];
    int t = threadIdx.x, from = blockIdx.x * 256;
    for (int i = 0; i < 16; i++) a[i][t] = matrices[from + i * 16 + t];
    __syncthreads();
    for (int k = 0; k < 15; k++) {
        if (t > k) {
            a[t][k] /= a[k][k];
            for (int j = k + 1; j < 16; j++) a[t][j] -= a[t][k] * a[k][j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 16; i++) matrices[from + i * 16 + t] = a[i][t];
}
TWIN(ludBlock)

__global__ void fftBlock(const float *__restrict__ cosines, const float *__restrict__ sines, float *__restrict__ re,
                         float *__restrict__ im) {
    __shared__ float a[256], b[256];
    int t = threadIdx.x, from = blockIdx.x * 256;
    for (int k = t; k < 256; k += 128) {
        int reversed = __brev(k) >> 24;
        a[reversed] = re[from + k];
        b[reversed] = im[from + k];
    }
    for (int half = 1; half < 256; half *= 2) {
        __syncthreads();
        int place = t % half, low = (t - place) * 2 + place;
        float wr = cosines[place * (128 / half)], wi = sines[place * (128 / half)];
        float x = a[low + half] * wr - b[low + half] * wi;
        float y = a[low + half] * wi + b[low + half] * wr;
        a[low + half] = a[low] - x;
        b[low + half] = b[low] - y;
        a[low] += x;
        b[low] += y;
    }
    __syncthreads();
    for (int k = t; k < 256; k += 128) {
        re[from + k] = a[k];
        im[from + k] = b[k];
    }
}
TWIN(fftBlock)

__global__ void stencilTiled(int w, int h, const float *__restrict__ in, float *__restrict__ out) {
    __shared__ float tile[18][18];
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    if (x < w && y < h) {
        tile[j][i] = in[y * w + x];
        if (i == 1 && x > 0) tile[j][0] = in[y * w + x - 1];
        if (i == 16 && x < w - 1) tile[j][17] = in[y * w + x + 1];
        if (j == 1 && y > 0) tile[0][i] = in[(y - 1) * w + x];
        if (j == 16 && y < h - 1) tile[17][i] = in[(y + 1) * w + x];
    }
    __syncthreads();
    if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        out[y * w + x] = 0.25f * (tile[j][i - 1] + tile[j][i + 1] + tile[j - 1][i] + tile[j + 1][i]);
}
TWIN(stencilTiled)

__global__ void histogramBlock(const unsigned char *__restrict__ pixels, int *__restrict__ bins, int n) {
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[pixels[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
TWIN(histogramBlock)

__global__ void spmvWarp(int rows, const int *__restrict__ starts, const int *__restrict__ columns,
                         const float *__restrict__ values, const float *__restrict__ x, float *__restrict__ y) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0;
    if (row < rows) {
        for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) sum += values[k] * x[columns[k]];
    }
    for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(~0u, sum, delta);
    if (row < rows && lane == 0) y[row] = sum;
}
TWIN(spmvWarp)

__global__ void nbodyTiled(int n, float softening, const float *__restrict__ x, const float *__restrict__ y,
                           const float *__restrict__ m, float *__restrict__ ax, float *__restrict__ ay) {
    __shared__ float tx[256], ty[256], tm[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    float sumX = 0, sumY = 0, xi = x[i], yi = y[i];
    for (int from = 0; from < n; from += 256) {
        tx[t] = x[from + t];
        ty[t] = y[from + t];
        tm[t] = m[from + t];
        __syncthreads();
        for (int k = 0; k < 256; k++) {
            float dx = tx[k] - xi, dy = ty[k] - yi;
            float inverse = 1 / sqrtf(dx * dx + dy * dy + softening);
            float force = tm[k] * inverse * inverse * inverse;
            sumX += force * dx;
            sumY += force * dy;
        }
        __syncthreads();
    }
    ax[i] = sumX;
    ay[i] = sumY;
}
TWIN(nbodyTiled)
