package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;

/** One step of stencils in one to three dimensions; x is the dimension of neighbouring elements. */
final class Stencils {
    private Stencils() {}

    @GpuKernel
    static void jacobi1d(double[] a, double[] b) {
        for (int i = 1; i < a.length - 1; i++) {
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
        }
    }

    @GpuKernel
    static void jacobi2d(int w, int h, float[] a, float[] b) {
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                b[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i + w] + a[i - w]);
            }
        }
    }

    @GpuKernel
    static void fdtd2d(int w, int h, double[] ex, double[] ey, double[] hz) {
        for (int y = 1; y < h; y++) {
            for (int x = 0; x < w; x++) {
                ey[y * w + x] -= 0.5 * (hz[y * w + x] - hz[(y - 1) * w + x]);
            }
        }
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w; x++) {
                ex[y * w + x] -= 0.5 * (hz[y * w + x] - hz[y * w + x - 1]);
            }
        }
        for (int y = 0; y < h - 1; y++) {
            for (int x = 0; x < w - 1; x++) {
                hz[y * w + x] -= 0.7 * (ex[y * w + x + 1] - ex[y * w + x] + ey[(y + 1) * w + x] - ey[y * w + x]);
            }
        }
    }

    @GpuKernel
    static void heat3d(int n, double[] a, double[] b) {
        int plane = n * n;
        for (int z = 1; z < n - 1; z++) {
            for (int y = 1; y < n - 1; y++) {
                for (int x = 1; x < n - 1; x++) {
                    int i = z * plane + y * n + x;
                    b[i] = 0.125 * (a[i + plane] - 2 * a[i] + a[i - plane])
                            + 0.125 * (a[i + n] - 2 * a[i] + a[i - n])
                            + 0.125 * (a[i + 1] - 2 * a[i] + a[i - 1])
                            + a[i];
                }
            }
        }
    }

    /** The elements of one colour of Gauss and Seidel's method. */
    @GpuKernel
    static void redBlack(int w, int h, int colour, float[] a) {
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1 + (y + colour) % 2; x < w - 1; x += 2) {
                int i = y * w + x;
                a[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
            }
        }
    }

    @GpuKernel
    static void stencil27(int n, float[] a, float[] b) {
        for (int z = 1; z < n - 1; z++) {
            for (int y = 1; y < n - 1; y++) {
                for (int x = 1; x < n - 1; x++) {
                    float sum = 0;
                    for (int dz = -1; dz <= 1; dz++) {
                        for (int dy = -1; dy <= 1; dy++) {
                            for (int dx = -1; dx <= 1; dx++) {
                                sum += a[((z + dz) * n + y + dy) * n + x + dx];
                            }
                        }
                    }
                    b[(z * n + y) * n + x] = sum / 27;
                }
            }
        }
    }

    @GpuKernel
    static void wave2d(int w, int h, float speed, float[] before, float[] now, float[] next) {
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                float laplacian = now[i - 1] + now[i + 1] + now[i - w] + now[i + w] - 4 * now[i];
                next[i] = 2 * now[i] - before[i] + speed * laplacian;
            }
        }
    }

    /** Differences of the fourth order. */
    @GpuKernel
    static void wave3d(int n, float speed, float[] before, float[] now, float[] next) {
        for (int z = 2; z < n - 2; z++) {
            for (int y = 2; y < n - 2; y++) {
                for (int x = 2; x < n - 2; x++) {
                    int i = (z * n + y) * n + x;
                    int p = n * n;
                    float laplacian = -7.5f * now[i]
                            + 1.3333334f * (now[i - 1] + now[i + 1] + now[i - n] + now[i + n] + now[i - p] + now[i + p])
                            - 0.083333336f
                                    * (now[i - 2]
                                            + now[i + 2]
                                            + now[i - 2 * n]
                                            + now[i + 2 * n]
                                            + now[i - 2 * p]
                                            + now[i + 2 * p]);
                    next[i] = 2 * now[i] - before[i] + speed * laplacian;
                }
            }
        }
    }

    /** Temperatures of a chip; what is beyond its border is as warm as the border. */
    @GpuKernel
    static void hotspot(int w, int h, float rx, float ry, float rz, float cap, float[] power, float[] in, float[] out) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int i = y * w + x;
                float centre = in[i];
                float west = x > 0 ? in[i - 1] : centre;
                float east = x < w - 1 ? in[i + 1] : centre;
                float north = y > 0 ? in[i - w] : centre;
                float south = y < h - 1 ? in[i + w] : centre;
                float delta = power[i]
                        + (north + south - 2 * centre) * ry
                        + (west + east - 2 * centre) * rx
                        + (80 - centre) * rz;
                out[i] = centre + cap * delta;
            }
        }
    }

    @GpuKernel
    static void hotspot3d(int n, int layers, float c, float[] power, float[] in, float[] out) {
        for (int z = 0; z < layers; z++) {
            for (int y = 0; y < n; y++) {
                for (int x = 0; x < n; x++) {
                    int i = (z * n + y) * n + x;
                    int west = x == 0 ? i : i - 1;
                    int east = x == n - 1 ? i : i + 1;
                    int north = y == 0 ? i : i - n;
                    int south = y == n - 1 ? i : i + n;
                    int below = z == 0 ? i : i - n * n;
                    int above = z == layers - 1 ? i : i + n * n;
                    out[i] = (1 - 6 * c) * in[i]
                            + c * (in[west] + in[east] + in[north] + in[south] + in[below] + in[above])
                            + 0.01f * power[i];
                }
            }
        }
    }

    /** The coefficients of a diffusion that keeps edges. */
    @GpuKernel
    static void srad(int w, int h, float q0, float[] image, float[] c) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                float here = image[y * w + x];
                float north = image[Math.max(y - 1, 0) * w + x] - here;
                float south = image[Math.min(y + 1, h - 1) * w + x] - here;
                float west = image[y * w + Math.max(x - 1, 0)] - here;
                float east = image[y * w + Math.min(x + 1, w - 1)] - here;
                float g2 = (north * north + south * south + west * west + east * east) / (here * here);
                float l = (north + south + west + east) / here;
                float numerator = 0.5f * g2 - 0.0625f * (l * l);
                float denominator = 1 + 0.25f * l;
                float q = numerator / (denominator * denominator);
                float value = 1 / (1 + (q - q0) / (q0 * (1 + q0)));
                c[y * w + x] = value < 0 ? 0 : value > 1 ? 1 : value;
            }
        }
    }

    /** Conway's game on a torus. */
    @GpuKernel
    static void life(int w, int h, byte[] now, byte[] next) {
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                int left = (x + w - 1) % w;
                int right = (x + 1) % w;
                int above = (y + h - 1) % h * w;
                int below = (y + 1) % h * w;
                int row = y * w;
                int count = now[above + left]
                        + now[above + x]
                        + now[above + right]
                        + now[row + left]
                        + now[row + right]
                        + now[below + left]
                        + now[below + x]
                        + now[below + right];
                next[row + x] = (byte) (count == 3 || (count == 2 && now[row + x] == 1) ? 1 : 0);
            }
        }
    }

    /** One step of the lattice Boltzmann method with nine velocities: streams and collides. */
    @GpuKernel
    static void lbm(int w, int h, float omega, float[] f, float[] g) {
        int n = w * h;
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                int i = y * w + x;
                float f0 = f[i];
                float f1 = f[n + i - 1];
                float f2 = f[2 * n + i - w];
                float f3 = f[3 * n + i + 1];
                float f4 = f[4 * n + i + w];
                float f5 = f[5 * n + i - 1 - w];
                float f6 = f[6 * n + i + 1 - w];
                float f7 = f[7 * n + i + 1 + w];
                float f8 = f[8 * n + i - 1 + w];
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
                float corner = rho * 0.027777778f;
                float p = u + v;
                float q = u - v;
                g[5 * n + i] = f5 + omega * (corner * (base + 3 * p + 4.5f * p * p) - f5);
                g[6 * n + i] = f6 + omega * (corner * (base - 3 * q + 4.5f * q * q) - f6);
                g[7 * n + i] = f7 + omega * (corner * (base - 3 * p + 4.5f * p * p) - f7);
                g[8 * n + i] = f8 + omega * (corner * (base + 3 * q + 4.5f * q * q) - f8);
            }
        }
    }

    /** One row of the cheapest ways through a grid. */
    @GpuKernel
    static void pathfinder(int[] wall, int[] before, int[] now) {
        for (int i = 0; i < now.length; i++) {
            int best = before[i];
            if (i > 0) {
                best = Math.min(best, before[i - 1]);
            }
            if (i < now.length - 1) {
                best = Math.min(best, before[i + 1]);
            }
            now[i] = wall[i] + best;
        }
    }

    /** The explicit half of ADI: along rows, from columns. */
    @GpuKernel
    static void adiExplicit(int n, double a, double d, double f, double[] u, double[] v) {
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                v[j * n + i] = -a * u[j * n + i - 1] + (1 + 2 * d) * u[j * n + i] - f * u[j * n + i + 1];
            }
        }
    }

    /** Fluxes of a compressible fluid between neighbours, at the cell's own side. */
    @GpuKernel
    static void cfdFlux(
            int n, int[] neighbours, float[] normals, float[] density, float[] energy, float[] momentum, float[] flux) {
        for (int i = 0; i < n; i++) {
            float rho = density[i];
            float vx = momentum[i] / rho;
            float vy = momentum[n + i] / rho;
            float pressure = 0.4f * (energy[i] - 0.5f * rho * (vx * vx + vy * vy));
            float speed = (float) Math.sqrt(1.4f * pressure / rho);
            float sumRho = 0;
            float sumX = 0;
            float sumY = 0;
            float sumE = 0;
            for (int k = 0; k < 4; k++) {
                int other = neighbours[k * n + i];
                float nx = normals[(2 * k) * n + i];
                float ny = normals[(2 * k + 1) * n + i];
                if (other < 0) {
                    sumX += nx * pressure;
                    sumY += ny * pressure;
                    continue;
                }
                float otherRho = density[other];
                float ox = momentum[other] / otherRho;
                float oy = momentum[n + other] / otherRho;
                float otherPressure = 0.4f * (energy[other] - 0.5f * otherRho * (ox * ox + oy * oy));
                float otherSpeed = (float) Math.sqrt(1.4f * otherPressure / otherRho);
                float length = (float) Math.sqrt(nx * nx + ny * ny);
                float factor = -length * 0.1f * (speed + otherSpeed);
                float normal = 0.5f * (nx * (vx + ox) + ny * (vy + oy));
                sumRho += factor * (rho - otherRho) + normal * (rho + otherRho);
                sumX += factor * (momentum[i] - momentum[other])
                        + normal * (momentum[i] + momentum[other])
                        + 0.5f * nx * (pressure + otherPressure);
                sumY += factor * (momentum[n + i] - momentum[n + other])
                        + normal * (momentum[n + i] + momentum[n + other])
                        + 0.5f * ny * (pressure + otherPressure);
                sumE += factor * (energy[i] - energy[other])
                        + normal * (energy[i] + pressure + energy[other] + otherPressure);
            }
            flux[i] = sumRho;
            flux[n + i] = sumX;
            flux[2 * n + i] = sumY;
            flux[3 * n + i] = sumE;
        }
    }
}
