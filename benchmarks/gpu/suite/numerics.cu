// Twins of Numerics.
#include "twins.cuh"

__global__ void nbody(int n, float softening, const float *__restrict__ x, const float *__restrict__ y,
                      const float *__restrict__ z, const float *__restrict__ m, float *__restrict__ ax,
                      float *__restrict__ ay, float *__restrict__ az) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sumX = 0, sumY = 0, sumZ = 0, xi = x[i], yi = y[i], zi = z[i];
    for (int j = 0; j < n; j++) {
        float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        float inverse = 1 / sqrtf(dx * dx + dy * dy + dz * dz + softening);
        float force = m[j] * inverse * inverse * inverse;
        sumX += force * dx;
        sumY += force * dy;
        sumZ += force * dz;
    }
    ax[i] = sumX;
    ay[i] = sumY;
    az[i] = sumZ;
}
TWIN(nbody)

__device__ __forceinline__ float normal(float d) {
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float tail = 0.3989423f * expf(-0.5f * d * d) *
                 (k * (0.31938154f + k * (-0.35656378f + k * (1.7814779f + k * (-1.8212559f + k * 1.3302745f)))));
    return d > 0 ? 1 - tail : tail;
}

__global__ void blackScholes(float rate, float volatility, const float *__restrict__ price,
                             const float *__restrict__ strike, const float *__restrict__ years,
                             float *__restrict__ call, float *__restrict__ put, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float root = sqrtf(years[i]);
    float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
    float d2 = d1 - volatility * root;
    float discounted = strike[i] * expf(-rate * years[i]);
    call[i] = price[i] * normal(d1) - discounted * normal(d2);
    put[i] = discounted * (1 - normal(d2)) - price[i] * (1 - normal(d1));
}
TWIN(blackScholes)

__global__ void binomialOption(float up, float down, float probability, float discount,
                               const float *__restrict__ price, const float *__restrict__ strike,
                               float *__restrict__ value, int n) {
    const int steps = 64;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v[steps + 1], s = price[i];
    for (int k = 0; k < steps; k++) s *= down;
    for (int k = 0; k <= steps; k++) {
        v[k] = fmaxf(0, s - strike[i]);
        s *= up / down;
    }
    for (int step = steps; step > 0; step--) {
        for (int k = 0; k < step; k++) v[k] = discount * (probability * v[k + 1] + (1 - probability) * v[k]);
    }
    value[i] = v[0];
}
TWIN(binomialOption)

__global__ void asianOption(int steps, double drift, double volatility, double strike, double *__restrict__ payoff,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned state = i * 747796405u + 1;
    double price = 100, sum = 0;
    for (int k = 0; k < steps; k++) {
        state = state * 1664525u + 1013904223u;
        double z = ((int)state >> 8) * 0x1p-22;
        price *= exp(drift + volatility * z);
        sum += price;
    }
    payoff[i] = fmax(0.0, sum / steps - strike);
}
TWIN(asianOption)

__global__ void monteCarloPi(int samples, long long *__restrict__ result) {
    int inside = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (unsigned)samples; i += gridDim.x * blockDim.x) {
        unsigned h = (i ^ 61 ^ i >> 16) * 9;
        h = (h ^ h >> 4) * 0x27d4eb2du;
        h ^= h >> 15;
        int x = h & 0x7fff, y = h >> 16 & 0x7fff;
        inside += x * x + y * y < 1 << 30;
    }
    for (int delta = 16; delta > 0; delta /= 2) inside += __shfl_down_sync(~0u, inside, delta);
    if (threadIdx.x % 32 == 0) atomicAdd((unsigned long long *)result, (unsigned long long)inside);
}
TWIN(monteCarloPi)

__global__ void docking(int poses, int ligand, int protein, const float *__restrict__ transforms,
                        const float *__restrict__ l, const float *__restrict__ p, float *__restrict__ energies) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= poses) return;
    float energy = 0;
    for (int a = 0; a < ligand; a++) {
        float x = transforms[i], y = transforms[4 * poses + i], z = transforms[8 * poses + i];
        for (int k = 0; k < 3; k++) {
            x += transforms[(k + 1) * poses + i] * l[4 * a + k];
            y += transforms[(k + 5) * poses + i] * l[4 * a + k];
            z += transforms[(k + 9) * poses + i] * l[4 * a + k];
        }
        float radius = l[4 * a + 3];
        for (int b = 0; b < protein; b++) {
            float dx = x - p[5 * b], dy = y - p[5 * b + 1], dz = z - p[5 * b + 2];
            float gap = sqrtf(dx * dx + dy * dy + dz * dz) - (radius + p[5 * b + 3]);
            if (gap < 0) energy -= gap * 38;
            if (gap < 4) energy += p[5 * b + 4] * (1 - gap * 0.25f);
        }
    }
    energies[i] = energy * 0.5f;
}
TWIN(docking)

__global__ void lavaBox(int boxes, int size, float alpha, const float *__restrict__ x, const float *__restrict__ y,
                        const float *__restrict__ z, const float *__restrict__ charge, float *__restrict__ force) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= boxes * size) return;
    int box = i / size;
    float sum = 0, xi = x[i], yi = y[i], zi = z[i];
    for (int j = max(0, box - 1) * size; j < (min(boxes - 1, box + 1) + 1) * size; j++) {
        float dx = xi - x[j], dy = yi - y[j], dz = zi - z[j];
        sum += charge[j] * expf(-alpha * (dx * dx + dy * dy + dz * dz));
    }
    force[i] = sum;
}
TWIN(lavaBox)

__global__ void poles(int count, const double *__restrict__ poleRe, const double *__restrict__ poleIm,
                      const double *__restrict__ re, const double *__restrict__ im,
                      const double *__restrict__ energies, double *__restrict__ sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double sum = 0, energy = energies[i];
    for (int k = 0; k < count; k++) {
        double a = poleRe[k] - energy, b = poleIm[k];
        sum += (re[k] * a + im[k] * b) / (a * a + b * b);
    }
    sums[i] = sum;
}
TWIN(poles)

__global__ void hodgkinHuxley(double dt, double current, double *__restrict__ v, double *__restrict__ m,
                              double *__restrict__ h, double *__restrict__ n, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    double u = v[i], mi = m[i], hi = h[i], ni = n[i];
    double am = 0.1 * (u + 40.5) / (1 - exp(-(u + 40.5) / 10)), bm = 4 * exp(-(u + 65) / 18);
    double ah = 0.07 * exp(-(u + 65) / 20), bh = 1 / (1 + exp(-(u + 35) / 10));
    double an = 0.01 * (u + 55.5) / (1 - exp(-(u + 55.5) / 10)), bn = 0.125 * exp(-(u + 65) / 80);
    double sodium = 120 * mi * mi * mi * hi * (u - 50), potassium = 36 * ni * ni * ni * ni * (u + 77);
    v[i] = u + dt * (current - sodium - potassium - 0.3 * (u + 54.4));
    m[i] = mi + dt * (am * (1 - mi) - bm * mi);
    h[i] = hi + dt * (ah * (1 - hi) - bh * hi);
    n[i] = ni + dt * (an * (1 - ni) - bn * ni);
}
TWIN(hodgkinHuxley)

__global__ void sines(const double *__restrict__ x, double *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = sin(x[i]) + 0.5 * cos(3 * x[i]);
}
TWIN(sines)

__global__ void powers(double exponent, const double *__restrict__ x, double *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = pow(x[i], exponent);
}
TWIN(powers)

__global__ void logistic(const float *__restrict__ x, float *__restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 1 / (1 + expf(-x[i]));
}
TWIN(logistic)

__global__ void distances(const double *__restrict__ lat, const double *__restrict__ lon, double lat0, double lon0,
                          double *__restrict__ km, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double a = sin((lat[i] - lat0) / 2), b = sin((lon[i] - lon0) / 2);
    km[i] = 12742 * asin(sqrt(a * a + cos(lat0) * cos(lat[i]) * b * b));
}
TWIN(distances)

__global__ void horner(const double *__restrict__ coefficients, const double *__restrict__ x, double *__restrict__ y,
                       int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double value = 0, xi = x[i];
    for (int k = 0; k < 16; k++) value = value * xi + coefficients[k];
    y[i] = value;
}
TWIN(horner)

__global__ void newton(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ root, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = 1, ai = a[i], bi = b[i];
    for (int k = 0; k < 20; k++) {
        float value = x * x * x + ai * x - bi;
        x -= value / (3 * x * x + ai);
    }
    root[i] = x;
}
TWIN(newton)

__global__ void rungeKutta(int steps, double dt, double *__restrict__ prey, double *__restrict__ predators, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = prey[i], y = predators[i];
    for (int k = 0; k < steps; k++) {
        double k1 = x * (1.1 - 0.4 * y), l1 = y * (0.1 * x - 0.4);
        double x2 = x + 0.5 * dt * k1, y2 = y + 0.5 * dt * l1;
        double k2 = x2 * (1.1 - 0.4 * y2), l2 = y2 * (0.1 * x2 - 0.4);
        double x3 = x + 0.5 * dt * k2, y3 = y + 0.5 * dt * l2;
        double k3 = x3 * (1.1 - 0.4 * y3), l3 = y3 * (0.1 * x3 - 0.4);
        double x4 = x + dt * k3, y4 = y + dt * l3;
        double k4 = x4 * (1.1 - 0.4 * y4), l4 = y4 * (0.1 * x4 - 0.4);
        x += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        y += dt / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
    prey[i] = x;
    predators[i] = y;
}
TWIN(rungeKutta)
