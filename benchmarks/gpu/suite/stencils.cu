// Twins of Stencils.
#include "twins.cuh"

__global__ void jacobi1d(const double *__restrict__ a, double *__restrict__ b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
}
TWIN(jacobi1d)

__global__ void jacobi2d(int w, int h, const float *__restrict__ a, float *__restrict__ b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1) return;
    int i = y * w + x;
    b[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i + w] + a[i - w]);
}
TWIN(jacobi2d)

__global__ void fdtd2d(int w, int h, double *__restrict__ ex, double *__restrict__ ey,
                       const double *__restrict__ hz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y >= 1 && y < h) ey[y * w + x] -= 0.5 * (hz[y * w + x] - hz[(y - 1) * w + x]);
}
TWIN(fdtd2d)

__global__ void fdtd2d_2(int w, int h, double *__restrict__ ex, double *__restrict__ ey,
                         const double *__restrict__ hz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= 1 && x < w && y < h) ex[y * w + x] -= 0.5 * (hz[y * w + x] - hz[y * w + x - 1]);
}
TWIN(fdtd2d_2)

__global__ void fdtd2d_3(int w, int h, const double *__restrict__ ex, const double *__restrict__ ey,
                         double *__restrict__ hz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w - 1 || y >= h - 1) return;
    hz[y * w + x] -= 0.7 * (ex[y * w + x + 1] - ex[y * w + x] + ey[(y + 1) * w + x] - ey[y * w + x]);
}
TWIN(fdtd2d_3)

__global__ void heat3d(int n, const double *__restrict__ a, double *__restrict__ b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1 || z < 1 || z >= n - 1) return;
    int plane = n * n, i = z * plane + y * n + x;
    b[i] = 0.125 * (a[i + plane] - 2 * a[i] + a[i - plane]) + 0.125 * (a[i + n] - 2 * a[i] + a[i - n]) +
           0.125 * (a[i + 1] - 2 * a[i] + a[i - 1]) + a[i];
}
TWIN(heat3d)

__global__ void redBlack(int w, int h, int colour, float *a) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int x = 1 + (y + colour) % 2 + 2 * k;
    if (x >= w - 1 || y < 1 || y >= h - 1) return;
    int i = y * w + x;
    a[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
}
TWIN(redBlack)

__global__ void stencil27(int n, const float *__restrict__ a, float *__restrict__ b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 1 || x >= n - 1 || y < 1 || y >= n - 1 || z < 1 || z >= n - 1) return;
    float sum = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) sum += a[((z + dz) * n + y + dy) * n + x + dx];
    b[(z * n + y) * n + x] = sum / 27;
}
TWIN(stencil27)

__global__ void wave2d(int w, int h, float speed, const float *__restrict__ before, const float *__restrict__ now,
                       float *__restrict__ next) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1) return;
    int i = y * w + x;
    float laplacian = now[i - 1] + now[i + 1] + now[i - w] + now[i + w] - 4 * now[i];
    next[i] = 2 * now[i] - before[i] + speed * laplacian;
}
TWIN(wave2d)

__global__ void wave3d(int n, float speed, const float *__restrict__ before, const float *__restrict__ now,
                       float *__restrict__ next) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < 2 || x >= n - 2 || y < 2 || y >= n - 2 || z < 2 || z >= n - 2) return;
    int i = (z * n + y) * n + x, p = n * n;
    float laplacian =
        -7.5f * now[i] +
        1.3333334f * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] + now[i - p] + now[i + p]) -
        0.083333336f *
            (now[i - 2] + now[i + 2] + now[i - 2 * n] + now[i + 2 * n] + now[i - 2 * p] + now[i + 2 * p]);
    next[i] = 2 * now[i] - before[i] + speed * laplacian;
}
TWIN(wave3d)

__global__ void hotspot(int w, int h, float rx, float ry, float rz, float cap, const float *__restrict__ power,
                        const float *__restrict__ in, float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x;
    float centre = in[i];
    float west = x > 0 ? in[i - 1] : centre;
    float east = x < w - 1 ? in[i + 1] : centre;
    float north = y > 0 ? in[i - w] : centre;
    float south = y < h - 1 ? in[i + w] : centre;
    float delta = power[i] + (north + south - 2 * centre) * ry + (west + east - 2 * centre) * rx + (80 - centre) * rz;
    out[i] = centre + cap * delta;
}
TWIN(hotspot)

__global__ void hotspot3d(int n, int layers, float c, const float *__restrict__ power, const float *__restrict__ in,
                          float *__restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= n || y >= n || z >= layers) return;
    int i = (z * n + y) * n + x;
    int west = x == 0 ? i : i - 1, east = x == n - 1 ? i : i + 1;
    int north = y == 0 ? i : i - n, south = y == n - 1 ? i : i + n;
    int below = z == 0 ? i : i - n * n, above = z == layers - 1 ? i : i + n * n;
    out[i] = (1 - 6 * c) * in[i] + c * (in[west] + in[east] + in[north] + in[south] + in[below] + in[above]) +
             0.01f * power[i];
}
TWIN(hotspot3d)

__global__ void srad(int w, int h, float q0, const float *__restrict__ image, float *__restrict__ c) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float here = image[y * w + x];
    float north = image[max(y - 1, 0) * w + x] - here;
    float south = image[min(y + 1, h - 1) * w + x] - here;
    float west = image[y * w + max(x - 1, 0)] - here;
    float east = image[y * w + min(x + 1, w - 1)] - here;
    float g2 = (north * north + south * south + west * west + east * east) / (here * here);
    float l = (north + south + west + east) / here;
    float numerator = 0.5f * g2 - 0.0625f * (l * l);
    float denominator = 1 + 0.25f * l;
    float q = numerator / (denominator * denominator);
    float value = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
    c[y * w + x] = value < 0 ? 0 : value > 1 ? 1 : value;
}
TWIN(srad)

__global__ void life(int w, int h, const signed char *__restrict__ now, signed char *__restrict__ next) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int left = (x + w - 1) % w, right = (x + 1) % w;
    int above = (y + h - 1) % h * w, below = (y + 1) % h * w, row = y * w;
    int count = now[above + left] + now[above + x] + now[above + right] + now[row + left] + now[row + right] +
                now[below + left] + now[below + x] + now[below + right];
    next[row + x] = count == 3 || (count == 2 && now[row + x] == 1);
}
TWIN(life)

__global__ void lbm(int w, int h, float omega, const float *__restrict__ f, float *__restrict__ g) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1) return;
    int n = w * h, i = y * w + x;
    float f0 = f[i], f1 = f[n + i - 1], f2 = f[2 * n + i - w], f3 = f[3 * n + i + 1], f4 = f[4 * n + i + w];
    float f5 = f[5 * n + i - 1 - w], f6 = f[6 * n + i + 1 - w], f7 = f[7 * n + i + 1 + w], f8 = f[8 * n + i - 1 + w];
    float rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    float u = (f1 + f5 + f8 - f3 - f6 - f7) / rho;
    float v = (f2 + f5 + f6 - f4 - f7 - f8) / rho;
    float base = 1 - 1.5f * (u * u + v * v);
    g[i] = f0 + omega * (rho * 0.44444445f * base - f0);
    float axis = rho * 0.11111111f;
    g[n + i] = f1 + omega * (axis * (base + 3 * u + 4.5f * u * u) - f1);
    g[2 * n + i] = f2 + omega * (axis * (base + 3 * v + 4.5f * v * v) - f2);
    g[3 * n + i] = f3 + omega * (axis * (base - 3 * u + 4.5f * u * u) - f3);
    g[4 * n + i] = f4 + omega * (axis * (base - 3 * v + 4.5f * v * v) - f4);
    float corner = rho * 0.027777778f, p = u + v, q = u - v;
    g[5 * n + i] = f5 + omega * (corner * (base + 3 * p + 4.5f * p * p) - f5);
    g[6 * n + i] = f6 + omega * (corner * (base - 3 * q + 4.5f * q * q) - f6);
    g[7 * n + i] = f7 + omega * (corner * (base - 3 * p + 4.5f * p * p) - f7);
    g[8 * n + i] = f8 + omega * (corner * (base + 3 * q + 4.5f * q * q) - f8);
}
TWIN(lbm)

__global__ void pathfinder(const int *__restrict__ wall, const int *__restrict__ before, int *__restrict__ now,
                           int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int best = before[i];
    if (i > 0) best = min(best, before[i - 1]);
    if (i < n - 1) best = min(best, before[i + 1]);
    now[i] = wall[i] + best;
}
TWIN(pathfinder)

__global__ void adiExplicit(int n, double a, double d, double f, const double *__restrict__ u,
                            double *__restrict__ v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || i >= n - 1 || j < 1 || j >= n - 1) return;
    v[j * n + i] = -a * u[j * n + i - 1] + (1 + 2 * d) * u[j * n + i] - f * u[j * n + i + 1];
}
TWIN(adiExplicit)

__global__ void cfdFlux(int n, const int *__restrict__ neighbours, const float *__restrict__ normals,
                        const float *__restrict__ density, const float *__restrict__ energy,
                        const float *__restrict__ momentum, float *__restrict__ flux) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float rho = density[i], vx = momentum[i] / rho, vy = momentum[n + i] / rho;
    float pressure = 0.4f * (energy[i] - 0.5f * rho * (vx * vx + vy * vy));
    float speed = sqrtf(1.4f * pressure / rho);
    float sumRho = 0, sumX = 0, sumY = 0, sumE = 0;
    for (int k = 0; k < 4; k++) {
        int other = neighbours[k * n + i];
        float nx = normals[(2 * k) * n + i], ny = normals[(2 * k + 1) * n + i];
        if (other < 0) {
            sumX += nx * pressure;
            sumY += ny * pressure;
            continue;
        }
        float otherRho = density[other], ox = momentum[other] / otherRho, oy = momentum[n + other] / otherRho;
        float otherPressure = 0.4f * (energy[other] - 0.5f * otherRho * (ox * ox + oy * oy));
        float otherSpeed = sqrtf(1.4f * otherPressure / otherRho);
        float length = sqrtf(nx * nx + ny * ny);
        float factor = -length * 0.1f * (speed + otherSpeed);
        float normal = 0.5f * (nx * (vx + ox) + ny * (vy + oy));
        sumRho += factor * (rho - otherRho) + normal * (rho + otherRho);
        sumX += factor * (momentum[i] - momentum[other]) + normal * (momentum[i] + momentum[other]) +
                0.5f * nx * (pressure + otherPressure);
        sumY += factor * (momentum[n + i] - momentum[n + other]) + normal * (momentum[n + i] + momentum[n + other]) +
                0.5f * ny * (pressure + otherPressure);
        sumE += factor * (energy[i] - energy[other]) + normal * (energy[i] + pressure + energy[other] + otherPressure);
    }
    flux[i] = sumRho;
    flux[n + i] = sumX;
    flux[2 * n + i] = sumY;
    flux[3 * n + i] = sumE;
}
TWIN(cfdFlux)
