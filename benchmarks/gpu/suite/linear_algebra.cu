// Twins of LinearAlgebra.
#include "twins.cuh"

__global__ void gemm(int n, float alpha, float beta, const float *__restrict__ a, const float *__restrict__ b,
                     float *__restrict__ c) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    float sum = beta * c[i * n + j];
    for (int k = 0; k < n; k++) sum += alpha * a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}
TWIN(gemm)

__global__ void mm2(int n, const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c,
                    double *__restrict__ tmp, double *__restrict__ d) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    double sum = 0;
    for (int k = 0; k < n; k++) sum += a[i * n + k] * b[k * n + j];
    tmp[i * n + j] = sum;
}
TWIN(mm2)

__global__ void mm2_2(int n, const double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c,
                      const double *__restrict__ tmp, double *__restrict__ d) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    double sum = 0;
    for (int k = 0; k < n; k++) sum += tmp[i * n + k] * c[k * n + j];
    d[i * n + j] += sum;
}
TWIN(mm2_2)

__global__ void atax(int m, int n, const float *__restrict__ a, const float *__restrict__ x, float *__restrict__ tmp,
                     float *__restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    float sum = 0;
    for (int j = 0; j < n; j++) sum += a[i * n + j] * x[j];
    tmp[i] = sum;
}
TWIN(atax)

__global__ void atax_2(int m, int n, const float *__restrict__ a, const float *__restrict__ x,
                       const float *__restrict__ tmp, float *__restrict__ y) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    float sum = 0;
    for (int i = 0; i < m; i++) sum += a[i * n + j] * tmp[i];
    y[j] = sum;
}
TWIN(atax_2)

__global__ void bicg(int m, int n, const double *__restrict__ a, const double *__restrict__ p,
                     const double *__restrict__ r, double *__restrict__ q, double *__restrict__ s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    double sum = 0;
    for (int j = 0; j < n; j++) sum += a[i * n + j] * p[j];
    q[i] = sum;
}
TWIN(bicg)

__global__ void bicg_2(int m, int n, const double *__restrict__ a, const double *__restrict__ p,
                       const double *__restrict__ r, double *__restrict__ q, double *__restrict__ s) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= n) return;
    double sum = 0;
    for (int i = 0; i < m; i++) sum += r[i] * a[i * n + j];
    s[j] = sum;
}
TWIN(bicg_2)

__global__ void mvt(int n, const float *__restrict__ a, float *__restrict__ x1, float *__restrict__ x2,
                    const float *__restrict__ y1, const float *__restrict__ y2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int j = 0; j < n; j++) x1[i] += a[i * n + j] * y1[j];
}
TWIN(mvt)

__global__ void mvt_2(int n, const float *__restrict__ a, float *__restrict__ x1, float *__restrict__ x2,
                      const float *__restrict__ y1, const float *__restrict__ y2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int j = 0; j < n; j++) x2[i] += a[j * n + i] * y2[j];
}
TWIN(mvt_2)

__global__ void gemver(int n, double alpha, double beta, double *__restrict__ a, const double *__restrict__ u1,
                       const double *__restrict__ v1, const double *__restrict__ u2, const double *__restrict__ v2,
                       double *__restrict__ x, const double *__restrict__ y, const double *__restrict__ z,
                       double *__restrict__ w) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    a[i * n + j] += u1[i] * v1[j] + u2[i] * v2[j];
}
TWIN(gemver)

__global__ void gemver_2(int n, double alpha, double beta, const double *__restrict__ a,
                         const double *__restrict__ u1, const double *__restrict__ v1, const double *__restrict__ u2,
                         const double *__restrict__ v2, double *__restrict__ x, const double *__restrict__ y,
                         const double *__restrict__ z, double *__restrict__ w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = x[i];
    for (int j = 0; j < n; j++) sum += beta * a[j * n + i] * y[j];
    x[i] = sum + z[i];
}
TWIN(gemver_2)

__global__ void gemver_3(int n, double alpha, double beta, const double *__restrict__ a,
                         const double *__restrict__ u1, const double *__restrict__ v1, const double *__restrict__ u2,
                         const double *__restrict__ v2, const double *__restrict__ x, const double *__restrict__ y,
                         const double *__restrict__ z, double *__restrict__ w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = w[i];
    for (int j = 0; j < n; j++) sum += alpha * a[i * n + j] * x[j];
    w[i] = sum;
}
TWIN(gemver_3)

__global__ void gesummv(int n, float alpha, float beta, const float *__restrict__ a, const float *__restrict__ b,
                        const float *__restrict__ x, float *__restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float first = 0, second = 0;
    for (int j = 0; j < n; j++) {
        first += a[i * n + j] * x[j];
        second += b[i * n + j] * x[j];
    }
    y[i] = alpha * first + beta * second;
}
TWIN(gesummv)

__global__ void syrk(int n, int m, float alpha, float beta, const float *__restrict__ a, float *__restrict__ c) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j > i) return;
    float sum = c[i * n + j] * beta;
    for (int k = 0; k < m; k++) sum += alpha * a[i * m + k] * a[j * m + k];
    c[i * n + j] = sum;
}
TWIN(syrk)

__global__ void syr2k(int n, int m, double alpha, const double *__restrict__ a, const double *__restrict__ b,
                      double *__restrict__ c) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j > i) return;
    double sum = c[i * n + j];
    for (int k = 0; k < m; k++) {
        sum += a[j * m + k] * alpha * b[i * m + k] + b[j * m + k] * alpha * a[i * m + k];
    }
    c[i * n + j] = sum;
}
TWIN(syr2k)

__global__ void trmm(int n, float alpha, const float *__restrict__ a, const float *__restrict__ b,
                     float *__restrict__ c) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    float sum = b[i * n + j];
    for (int k = i + 1; k < n; k++) sum += a[k * n + i] * b[k * n + j];
    c[i * n + j] = alpha * sum;
}
TWIN(trmm)

__global__ void symm(int n, float alpha, float beta, const float *__restrict__ a, const float *__restrict__ b,
                     float *__restrict__ c) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += (k <= i ? a[i * n + k] : a[k * n + i]) * b[k * n + j];
    c[i * n + j] = beta * c[i * n + j] + alpha * sum;
}
TWIN(symm)

__global__ void doitgen(int r, int q, int p, const float *__restrict__ a, const float *__restrict__ c4,
                        float *__restrict__ sum) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (k >= p || row >= r * q) return;
    float value = 0;
    for (int s = 0; s < p; s++) value += a[row * p + s] * c4[s * p + k];
    sum[row * p + k] = value;
}
TWIN(doitgen)

__global__ void covariance(int n, int m, const double *__restrict__ data, double *__restrict__ mean,
                           double *__restrict__ cov) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m) return;
    double sum = 0;
    for (int i = 0; i < n; i++) sum += data[i * m + j];
    mean[j] = sum / n;
}
TWIN(covariance)

__global__ void covariance_2(int n, int m, double *__restrict__ data, const double *__restrict__ mean,
                             double *__restrict__ cov) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= m) return;
    data[i * m + j] -= mean[j];
}
TWIN(covariance_2)

__global__ void covariance_3(int n, int m, const double *__restrict__ data, const double *__restrict__ mean,
                             double *__restrict__ cov) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= m) return;
    double sum = 0;
    for (int k = 0; k < n; k++) sum += data[k * m + i] * data[k * m + j];
    cov[i * m + j] = sum / (n - 1.0);
}
TWIN(covariance_3)

__global__ void correlation(int n, int m, const float *__restrict__ data, float *__restrict__ mean,
                            float *__restrict__ deviation, float *__restrict__ corr) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m) return;
    float sum = 0;
    for (int i = 0; i < n; i++) sum += data[i * m + j];
    mean[j] = sum / n;
}
TWIN(correlation)

__global__ void correlation_2(int n, int m, const float *__restrict__ data, const float *__restrict__ mean,
                              float *__restrict__ deviation, float *__restrict__ corr) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m) return;
    float sum = 0;
    for (int i = 0; i < n; i++) {
        float d = data[i * m + j] - mean[j];
        sum += d * d;
    }
    float root = sqrtf(sum / n);
    deviation[j] = root <= 0.1f ? 1 : root;
}
TWIN(correlation_2)

__global__ void correlation_3(int n, int m, const float *__restrict__ data, const float *__restrict__ mean,
                              const float *__restrict__ deviation, float *__restrict__ corr) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= m) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += (data[k * m + i] - mean[i]) * (data[k * m + j] - mean[j]);
    corr[i * m + j] = i == j ? 1 : sum / (n * deviation[i] * deviation[j]);
}
TWIN(correlation_3)

__global__ void gramschmidtStep(int n, int m, int k, const double *__restrict__ q, double *__restrict__ a,
                                double *__restrict__ r) {
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= m) return;
    double product = 0;
    for (int i = 0; i < n; i++) product += q[i * m + k] * a[i * m + j];
    r[k * m + j] = product;
    for (int i = 0; i < n; i++) a[i * m + j] -= q[i * m + k] * product;
}
TWIN(gramschmidtStep)

__global__ void luStep(int n, int k, double *a) {
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
TWIN(luStep)

__global__ void choleskyStep(int n, int k, float *a) {
    int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j > i) return;
    a[i * n + j] -= a[i * n + k] * a[j * n + k];
}
TWIN(choleskyStep)

__global__ void gaussian(int n, int k, float *__restrict__ a, float *__restrict__ b, float *__restrict__ factor) {
    int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) factor[i] = a[i * n + k] / a[k * n + k];
}
TWIN(gaussian)

__global__ void gaussian_2(int n, int k, float *a, float *__restrict__ b, const float *__restrict__ factor) {
    int j = k + blockIdx.x * blockDim.x + threadIdx.x;
    int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    // The thread of column k has the right side.
    if (j == k) b[i] -= factor[i] * b[k];
    else a[i * n + j] -= factor[i] * a[k * n + j];
}
TWIN(gaussian_2)

__global__ void trisolv(int n, int columns, const double *__restrict__ l, const double *__restrict__ b,
                        double *__restrict__ x) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    for (int i = 0; i < n; i++) {
        double sum = b[i * columns + c];
        for (int j = 0; j < i; j++) sum -= l[i * n + j] * x[j * columns + c];
        x[i * columns + c] = sum / l[i * n + i];
    }
}
TWIN(trisolv)

__global__ void thomas(int n, int columns, float lower, float main, float upper, const float *__restrict__ d,
                       float *__restrict__ c, float *__restrict__ x) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= columns) return;
    c[j] = upper / main;
    x[j] = d[j] / main;
    for (int i = 1; i < n; i++) {
        float scale = 1 / (main - lower * c[(i - 1) * columns + j]);
        c[i * columns + j] = upper * scale;
        x[i * columns + j] = (d[i * columns + j] - lower * x[(i - 1) * columns + j]) * scale;
    }
    for (int i = n - 2; i >= 0; i--) x[i * columns + j] -= c[i * columns + j] * x[(i + 1) * columns + j];
}
TWIN(thomas)

__global__ void complexGemv(int n, const float *__restrict__ re, const float *__restrict__ im,
                            const float *__restrict__ xre, const float *__restrict__ xim, float *__restrict__ yre,
                            float *__restrict__ yim) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sumRe = 0, sumIm = 0;
    for (int j = 0; j < n; j++) {
        float a = re[j * n + i], b = im[j * n + i];
        sumRe += a * xre[j] - b * xim[j];
        sumIm += a * xim[j] + b * xre[j];
    }
    yre[i] = sumRe;
    yim[i] = sumIm;
}
TWIN(complexGemv)
