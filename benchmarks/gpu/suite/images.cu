// Twins of Images.
#include "twins.cuh"

__device__ __forceinline__ int clampTo(int value, int bound) { return max(0, min(value, bound - 1)); }

__global__ void convolution3(int w, int h, const float *__restrict__ weights, const float *__restrict__ in,
                             float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += weights[(dy + 1) * 3 + dx + 1] * in[clampTo(y + dy, h) * w + clampTo(x + dx, w)];
    out[y * w + x] = sum;
}
TWIN(convolution3)

__global__ void convolution(int w, int h, int radius, const float *__restrict__ weights,
                            const float *__restrict__ in, float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++)
            sum += weights[(dy + radius) * (2 * radius + 1) + dx + radius] *
                   in[clampTo(y + dy, h) * w + clampTo(x + dx, w)];
    out[y * w + x] = sum;
}
TWIN(convolution)

__global__ void blurRows(int w, int h, const float *__restrict__ weights, const float *__restrict__ in,
                         float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int k = 0; k < 17; k++) sum += weights[k] * in[y * w + clampTo(x + k - 8, w)];
    out[y * w + x] = sum;
}
TWIN(blurRows)

__global__ void blurColumns(int w, int h, const float *__restrict__ weights, const float *__restrict__ in,
                            float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float sum = 0;
    for (int k = 0; k < 17; k++) sum += weights[k] * in[clampTo(y + k - 8, h) * w + x];
    out[y * w + x] = sum;
}
TWIN(blurColumns)

__global__ void median3(int w, int h, const float *__restrict__ in, float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1) return;
    float v[9];
    for (int k = 0; k < 9; k++) v[k] = in[(y + k / 3 - 1) * w + x + k % 3 - 1];
    for (int k = 0; k < 5; k++) {
        for (int j = k + 1; j < 9; j++) {
            float least = fminf(v[k], v[j]);
            v[j] = fmaxf(v[k], v[j]);
            v[k] = least;
        }
    }
    out[y * w + x] = v[4];
}
TWIN(median3)

__global__ void sobel(int w, int h, const unsigned char *__restrict__ in, unsigned char *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1) return;
    int i = y * w + x;
    int a = in[i - w - 1], b = in[i - w], c = in[i - w + 1], d = in[i - 1], f = in[i + 1];
    int g = in[i + w - 1], k = in[i + w], l = in[i + w + 1];
    int gx = c + 2 * f + l - a - 2 * d - g, gy = g + 2 * k + l - a - 2 * b - c;
    out[i] = min(255, abs(gx) + abs(gy));
}
TWIN(sobel)

__global__ void yuvToRgb(const unsigned char *__restrict__ yuv, unsigned char *__restrict__ rgb, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = yuv[3 * i] - 16, d = yuv[3 * i + 1] - 128, e = yuv[3 * i + 2] - 128;
    rgb[3 * i] = max(0, min(255, (298 * c + 409 * e + 128) >> 8));
    rgb[3 * i + 1] = max(0, min(255, (298 * c - 100 * d - 208 * e + 128) >> 8));
    rgb[3 * i + 2] = max(0, min(255, (298 * c + 516 * d + 128) >> 8));
}
TWIN(yuvToRgb)

__global__ void luminance(const int *__restrict__ argb, float *__restrict__ grey, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int p = argb[i];
    grey[i] = 0.2126f * (p >> 16 & 0xff) + 0.7152f * (p >> 8 & 0xff) + 0.0722f * (p & 0xff);
}
TWIN(luminance)

__global__ void resize(int w, int h, int newW, int newH, const float *__restrict__ in, float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= newW || y >= newH) return;
    float sx = (x + 0.5f) * ((float)w / newW) - 0.5f, sy = (y + 0.5f) * ((float)h / newH) - 0.5f;
    int x0 = clampTo((int)sx, w), y0 = clampTo((int)sy, h), x1 = clampTo(x0 + 1, w), y1 = clampTo(y0 + 1, h);
    float fx = sx - x0, fy = sy - y0;
    float top = in[y0 * w + x0] * (1 - fx) + in[y0 * w + x1] * fx;
    float bottom = in[y1 * w + x0] * (1 - fx) + in[y1 * w + x1] * fx;
    out[y * newW + x] = top * (1 - fy) + bottom * fy;
}
TWIN(resize)

__global__ void rotate(int w, int h, float sine, float cosine, const int *__restrict__ in, int *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float dx = x - w * 0.5f, dy = y - h * 0.5f;
    int sx = (int)(cosine * dx + sine * dy + w * 0.5f), sy = (int)(cosine * dy - sine * dx + h * 0.5f);
    out[y * w + x] = sx >= 0 && sx < w && sy >= 0 && sy < h ? in[sy * w + sx] : 0;
}
TWIN(rotate)

__global__ void histogram(const unsigned char *__restrict__ pixels, int *__restrict__ bins, int n) {
    __shared__ int own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[pixels[i]], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
TWIN(histogram)

__global__ void dct8(int w, int h, const float *__restrict__ basis, const float *__restrict__ in,
                     float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int block = y / 8 * 8;
    float sum = 0;
    for (int k = 0; k < 8; k++) sum += basis[y % 8 * 8 + k] * in[(block + k) * w + x];
    out[y * w + x] = sum;
}
TWIN(dct8)

__global__ void bilateral(int w, int h, const float *__restrict__ spatial, float sharpness,
                          const float *__restrict__ in, float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 || x >= w - 2 || y < 2 || y >= h - 2) return;
    float centre = in[y * w + x], sum = 0, weights = 0;
    for (int dy = -2; dy <= 2; dy++) {
        for (int dx = -2; dx <= 2; dx++) {
            float value = in[(y + dy) * w + x + dx], d = value - centre;
            float weight = spatial[(dy + 2) * 5 + dx + 2] / (1 + sharpness * d * d);
            sum += weight * value;
            weights += weight;
        }
    }
    out[y * w + x] = sum / weights;
}
TWIN(bilateral)

__global__ void erode(int w, int h, const unsigned char *__restrict__ in, unsigned char *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int least = 255;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) least = min(least, (int)in[clampTo(y + dy, h) * w + clampTo(x + dx, w)]);
    out[y * w + x] = least;
}
TWIN(erode)

__global__ void integralRows(int w, int h, const int *__restrict__ in, int *__restrict__ out) {
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h) return;
    int sum = 0;
    for (int x = 0; x < w; x++) {
        sum += in[y * w + x];
        out[y * w + x] = sum;
    }
}
TWIN(integralRows)

__global__ void mandelbrot(int w, int h, float left, float top, float step, int limit, int *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float re = left + x * step, im = top + y * step, a = 0, b = 0;
    int n = 0;
    while (n < limit && a * a + b * b < 4) {
        float next = a * a - b * b + re;
        b = 2 * a * b + im;
        a = next;
        n++;
    }
    out[y * w + x] = n;
}
TWIN(mandelbrot)
