package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.GpuMath;

/** Particles, prices, differential equations and random samples: much arithmetic for each element. */
final class Numerics {
    private static final int STEPS = 64;

    private Numerics() {}

    @GpuKernel
    static void nbody(
            int n, float softening, float[] x, float[] y, float[] z, float[] m, float[] ax, float[] ay, float[] az) {
        for (int i = 0; i < n; i++) {
            float sumX = 0;
            float sumY = 0;
            float sumZ = 0;
            for (int j = 0; j < n; j++) {
                float dx = x[j] - x[i];
                float dy = y[j] - y[i];
                float dz = z[j] - z[i];
                float inverse = 1 / (float) Math.sqrt(dx * dx + dy * dy + dz * dz + softening);
                float force = m[j] * inverse * inverse * inverse;
                sumX += force * dx;
                sumY += force * dy;
                sumZ += force * dz;
            }
            ax[i] = sumX;
            ay[i] = sumY;
            az[i] = sumZ;
        }
    }

    private static float normal(float d) {
        float k = 1 / (1 + 0.2316419f * Math.abs(d));
        float tail = 0.3989423f
                * GpuMath.exp(-0.5f * d * d)
                * (k * (0.31938154f + k * (-0.35656378f + k * (1.7814779f + k * (-1.8212559f + k * 1.3302745f)))));
        return d > 0 ? 1 - tail : tail;
    }

    @GpuKernel
    static void blackScholes(
            float rate, float volatility, float[] price, float[] strike, float[] years, float[] call, float[] put) {
        for (int i = 0; i < price.length; i++) {
            float root = (float) Math.sqrt(years[i]);
            float d1 = (GpuMath.log(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i])
                    / (volatility * root);
            float d2 = d1 - volatility * root;
            float discounted = strike[i] * GpuMath.exp(-rate * years[i]);
            call[i] = price[i] * normal(d1) - discounted * normal(d2);
            put[i] = discounted * (1 - normal(d2)) - price[i] * (1 - normal(d1));
        }
    }

    @GpuKernel
    static void binomialOption(
            float up, float down, float probability, float discount, float[] price, float[] strike, float[] value) {
        for (int i = 0; i < value.length; i++) {
            float[] v = new float[STEPS + 1];
            float s = price[i];
            for (int k = 0; k < STEPS; k++) {
                s *= down;
            }
            for (int k = 0; k <= STEPS; k++) {
                v[k] = Math.max(0, s - strike[i]);
                s *= up / down;
            }
            for (int step = STEPS; step > 0; step--) {
                for (int k = 0; k < step; k++) {
                    v[k] = discount * (probability * v[k + 1] + (1 - probability) * v[k]);
                }
            }
            value[i] = v[0];
        }
    }

    /** The mean price of random ways, each step by a linear congruential generator. */
    @GpuKernel
    static void asianOption(int steps, double drift, double volatility, double strike, double[] payoff) {
        for (int i = 0; i < payoff.length; i++) {
            int state = i * 747796405 + 1;
            double price = 100;
            double sum = 0;
            for (int k = 0; k < steps; k++) {
                state = state * 1664525 + 1013904223;
                double z = (state >> 8) * 0x1p-22;
                price *= Math.exp(drift + volatility * z);
                sum += price;
            }
            payoff[i] = Math.max(0, sum / steps - strike);
        }
    }

    @GpuKernel
    static long monteCarloPi(int samples) {
        long inside = 0;
        for (int i = 0; i < samples; i++) {
            int h = (i ^ 61 ^ i >>> 16) * 9;
            h = (h ^ h >>> 4) * 0x27d4eb2d;
            h ^= h >>> 15;
            int x = h & 0x7fff;
            int y = h >>> 16 & 0x7fff;
            if (x * x + y * y < 1 << 30) {
                inside++;
            }
        }
        return inside;
    }

    /** Energies of a molecule at many poses beside another one. */
    @GpuKernel
    static void docking(
            int poses, int ligand, int protein, float[] transforms, float[] l, float[] p, float[] energies) {
        for (int i = 0; i < poses; i++) {
            float energy = 0;
            for (int a = 0; a < ligand; a++) {
                float x = transforms[i];
                float y = transforms[4 * poses + i];
                float z = transforms[8 * poses + i];
                for (int k = 0; k < 3; k++) {
                    x += transforms[(k + 1) * poses + i] * l[4 * a + k];
                    y += transforms[(k + 5) * poses + i] * l[4 * a + k];
                    z += transforms[(k + 9) * poses + i] * l[4 * a + k];
                }
                float radius = l[4 * a + 3];
                for (int b = 0; b < protein; b++) {
                    float dx = x - p[5 * b];
                    float dy = y - p[5 * b + 1];
                    float dz = z - p[5 * b + 2];
                    float distance = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
                    float gap = distance - (radius + p[5 * b + 3]);
                    if (gap < 0) {
                        energy -= gap * 38;
                    }
                    if (gap < 4) {
                        energy += p[5 * b + 4] * (1 - gap * 0.25f);
                    }
                }
            }
            energies[i] = energy * 0.5f;
        }
    }

    /** Forces between particles of neighbouring boxes in a row of boxes. */
    @GpuKernel
    static void lavaBox(
            int boxes, int size, float alpha, float[] x, float[] y, float[] z, float[] charge, float[] force) {
        for (int i = 0; i < boxes * size; i++) {
            int box = i / size;
            float sum = 0;
            for (int other = Math.max(0, box - 1); other <= Math.min(boxes - 1, box + 1); other++) {
                for (int k = 0; k < size; k++) {
                    int j = other * size + k;
                    float dx = x[i] - x[j];
                    float dy = y[i] - y[j];
                    float dz = z[i] - z[j];
                    sum += charge[j] * GpuMath.exp(-alpha * (dx * dx + dy * dy + dz * dz));
                }
            }
            force[i] = sum;
        }
    }

    /** Sums of complex poles at many energies. */
    @GpuKernel
    static void poles(
            int count, double[] poleRe, double[] poleIm, double[] re, double[] im, double[] energies, double[] sums) {
        for (int i = 0; i < energies.length; i++) {
            double sum = 0;
            for (int k = 0; k < count; k++) {
                double a = poleRe[k] - energies[i];
                double b = poleIm[k];
                sum += (re[k] * a + im[k] * b) / (a * a + b * b);
            }
            sums[i] = sum;
        }
    }

    /** One step of Hodgkin and Huxley's equations of a nerve cell. */
    @GpuKernel
    static void hodgkinHuxley(double dt, double current, double[] v, double[] m, double[] h, double[] n) {
        for (int i = 0; i < v.length; i++) {
            double u = v[i];
            double am = 0.1 * (u + 40.5) / (1 - Math.exp(-(u + 40.5) / 10));
            double bm = 4 * Math.exp(-(u + 65) / 18);
            double ah = 0.07 * Math.exp(-(u + 65) / 20);
            double bh = 1 / (1 + Math.exp(-(u + 35) / 10));
            double an = 0.01 * (u + 55.5) / (1 - Math.exp(-(u + 55.5) / 10));
            double bn = 0.125 * Math.exp(-(u + 65) / 80);
            double sodium = 120 * m[i] * m[i] * m[i] * h[i] * (u - 50);
            double potassium = 36 * n[i] * n[i] * n[i] * n[i] * (u + 77);
            v[i] = u + dt * (current - sodium - potassium - 0.3 * (u + 54.4));
            m[i] += dt * (am * (1 - m[i]) - bm * m[i]);
            h[i] += dt * (ah * (1 - h[i]) - bh * h[i]);
            n[i] += dt * (an * (1 - n[i]) - bn * n[i]);
        }
    }

    @GpuKernel
    static void sines(double[] x, double[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = Math.sin(x[i]) + 0.5 * Math.cos(3 * x[i]);
        }
    }

    @GpuKernel
    static void powers(double exponent, double[] x, double[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = Math.pow(x[i], exponent);
        }
    }

    @GpuKernel
    static void logistic(float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = 1 / (1 + (float) Math.exp(-x[i]));
        }
    }

    @GpuKernel
    static void distances(double[] lat, double[] lon, double lat0, double lon0, double[] km) {
        for (int i = 0; i < km.length; i++) {
            double a = Math.sin((lat[i] - lat0) / 2);
            double b = Math.sin((lon[i] - lon0) / 2);
            km[i] = 12742 * Math.asin(Math.sqrt(a * a + Math.cos(lat0) * Math.cos(lat[i]) * b * b));
        }
    }

    @GpuKernel
    static void horner(double[] coefficients, double[] x, double[] y) {
        for (int i = 0; i < y.length; i++) {
            double value = 0;
            for (int k = 0; k < 16; k++) {
                value = value * x[i] + coefficients[k];
            }
            y[i] = value;
        }
    }

    /** Newton's method for roots of cubic equations. */
    @GpuKernel
    static void newton(float[] a, float[] b, float[] root) {
        for (int i = 0; i < root.length; i++) {
            float x = 1;
            for (int k = 0; k < 20; k++) {
                float value = x * x * x + a[i] * x - b[i];
                x -= value / (3 * x * x + a[i]);
            }
            root[i] = x;
        }
    }

    /** The fourth order method of Runge and Kutta for predators and their prey. */
    @GpuKernel
    static void rungeKutta(int steps, double dt, double[] prey, double[] predators) {
        for (int i = 0; i < prey.length; i++) {
            double x = prey[i];
            double y = predators[i];
            for (int k = 0; k < steps; k++) {
                double k1 = x * (1.1 - 0.4 * y);
                double l1 = y * (0.1 * x - 0.4);
                double x2 = x + 0.5 * dt * k1;
                double y2 = y + 0.5 * dt * l1;
                double k2 = x2 * (1.1 - 0.4 * y2);
                double l2 = y2 * (0.1 * x2 - 0.4);
                double x3 = x + 0.5 * dt * k2;
                double y3 = y + 0.5 * dt * l2;
                double k3 = x3 * (1.1 - 0.4 * y3);
                double l3 = y3 * (0.1 * x3 - 0.4);
                double x4 = x + dt * k3;
                double y4 = y + dt * l3;
                double k4 = x4 * (1.1 - 0.4 * y4);
                double l4 = y4 * (0.1 * x4 - 0.4);
                x += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
                y += dt / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
            }
            prey[i] = x;
            predators[i] = y;
        }
    }
}
