// Twins of Learning.
#include "twins.cuh"

__global__ void softmaxRows(int rows, int columns, const float *__restrict__ x, float *__restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    float most = -INFINITY, sum = 0;
    for (int j = 0; j < columns; j++) most = fmaxf(most, x[i * columns + j]);
    for (int j = 0; j < columns; j++) {
        float value = expf(x[i * columns + j] - most);
        y[i * columns + j] = value;
        sum += value;
    }
    for (int j = 0; j < columns; j++) y[i * columns + j] /= sum;
}
TWIN(softmaxRows)

__global__ void layerNorm(int rows, int columns, const float *__restrict__ x, const float *__restrict__ gamma,
                          const float *__restrict__ beta, float *__restrict__ y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    float sum = 0, squares = 0;
    for (int j = 0; j < columns; j++) sum += x[i * columns + j];
    float mean = sum / columns;
    for (int j = 0; j < columns; j++) {
        float d = x[i * columns + j] - mean;
        squares += d * d;
    }
    float scale = 1 / sqrtf(squares / columns + 1e-5f);
    for (int j = 0; j < columns; j++) y[i * columns + j] = (x[i * columns + j] - mean) * scale * gamma[j] + beta[j];
}
TWIN(layerNorm)

__global__ void gelu(const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    y[i] = 0.5f * v * (1 + tanhf(0.7978846f * (v + 0.044715f * v * v * v)));
}
TWIN(gelu)

__global__ void attention(int n, int d, float scale, const float *__restrict__ q, const float *__restrict__ k,
                          const float *__restrict__ v, float *__restrict__ scores, float *__restrict__ out) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    float sum = 0;
    for (int c = 0; c < d; c++) sum += q[i * d + c] * k[j * d + c];
    scores[i * n + j] = sum * scale;
}
TWIN(attention)

__global__ void attention_2(int n, int d, float scale, const float *__restrict__ q, const float *__restrict__ k,
                            const float *__restrict__ v, float *__restrict__ scores, float *__restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float most = -INFINITY, sum = 0;
    for (int j = 0; j < n; j++) most = fmaxf(most, scores[i * n + j]);
    for (int j = 0; j < n; j++) {
        float value = expf(scores[i * n + j] - most);
        scores[i * n + j] = value;
        sum += value;
    }
    for (int j = 0; j < n; j++) scores[i * n + j] /= sum;
}
TWIN(attention_2)

__global__ void attention_3(int n, int d, float scale, const float *__restrict__ q, const float *__restrict__ k,
                            const float *__restrict__ v, const float *__restrict__ scores, float *__restrict__ out) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || c >= d) return;
    float sum = 0;
    for (int j = 0; j < n; j++) sum += scores[i * n + j] * v[j * d + c];
    out[i * d + c] = sum;
}
TWIN(attention_3)

__global__ void rope(int tokens, int d, const float *__restrict__ cosines, const float *__restrict__ sines,
                     float *__restrict__ x) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int t = blockIdx.y * blockDim.y + threadIdx.y;
    if (t >= tokens || c >= d / 2) return;
    float cosine = cosines[t * (d / 2) + c], sine = sines[t * (d / 2) + c];
    float a = x[t * d + 2 * c], b = x[t * d + 2 * c + 1];
    x[t * d + 2 * c] = a * cosine - b * sine;
    x[t * d + 2 * c + 1] = a * sine + b * cosine;
}
TWIN(rope)

__global__ void adam(float rate, float b1, float b2, float c1, float c2, const float *__restrict__ g,
                     float *__restrict__ m, float *__restrict__ v, float *__restrict__ w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float gi = g[i], mi = b1 * m[i] + (1 - b1) * gi, vi = b2 * v[i] + (1 - b2) * gi * gi;
    m[i] = mi;
    v[i] = vi;
    w[i] -= rate * (mi * c1) / (sqrtf(vi * c2) + 1e-8f);
}
TWIN(adam)

__global__ void dropout(int seed, int threshold, float scale, const float *__restrict__ x, float *__restrict__ y,
                        int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = i, b = 0, c = 0, d = 0, k = seed, l = 0;
    for (int round = 0; round < 10; round++) {
        unsigned highP = __umulhi(a, 0xD2511F53u), lowP = a * 0xD2511F53u;
        unsigned highQ = __umulhi(c, 0xCD9E8D57u), lowQ = c * 0xCD9E8D57u;
        a = highQ ^ b ^ k;
        b = lowQ;
        c = highP ^ d ^ l;
        d = lowP;
        k += 0x9E3779B9u;
        l += 0xBB67AE85u;
    }
    y[i] = (int)(a >> 1) < threshold ? 0 : x[i] * scale;
}
TWIN(dropout)

__global__ void backpropLayer(int inputs, int outputs, const float *__restrict__ weights,
                              const float *__restrict__ bias, const float *__restrict__ in, float *__restrict__ out) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= outputs) return;
    float sum = bias[j];
    for (int i = 0; i < inputs; i++) sum += weights[i * outputs + j] * in[i];
    out[j] = 1 / (1 + expf(-sum));
}
TWIN(backpropLayer)

__global__ void batchNorm(int channels, int pixels, const float *__restrict__ scale, const float *__restrict__ shift,
                          const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = i / pixels % channels;
    y[i] = fmaxf(0, x[i] * scale[c] + shift[c]);
}
TWIN(batchNorm)

__global__ void convolutionLayer(int side, int in, int out, const float *__restrict__ x,
                                 const float *__restrict__ weights, float *__restrict__ y) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int o = blockIdx.z * blockDim.z + threadIdx.z;
    if (c < 1 || c >= side - 1 || r < 1 || r >= side - 1 || o >= out) return;
    float sum = 0;
    for (int k = 0; k < in; k++)
        for (int dr = 0; dr < 3; dr++)
            for (int dc = 0; dc < 3; dc++)
                sum += weights[((o * in + k) * 3 + dr) * 3 + dc] * x[(k * side + r + dr - 1) * side + c + dc - 1];
    y[(o * side + r) * side + c] = sum;
}
TWIN(convolutionLayer)

__global__ void maxPool(int w, int h, const float *__restrict__ x, float *__restrict__ y) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= w / 2 || r >= h / 2) return;
    int i = 2 * r * w + 2 * c;
    y[r * (w / 2) + c] = fmaxf(fmaxf(x[i], x[i + 1]), fmaxf(x[i + w], x[i + w + 1]));
}
TWIN(maxPool)

__global__ void embedding(int d, const int *__restrict__ tokens, const float *__restrict__ table,
                          float *__restrict__ out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int t = blockIdx.y * blockDim.y + threadIdx.y;
    if (t < n && c < d) out[t * d + c] = table[tokens[t] * d + c];
}
TWIN(embedding)
