package dev.gpukernel.corpus;

import static dev.gpukernel.corpus.Seeded.doubles;
import static dev.gpukernel.corpus.Seeded.floats;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.util.List;

/** Steps of simulations. */
final class PhysicsKernels {
    private static final float SOFTENING = 1e-3f;
    private static final double GRAVITY = 9.80665;

    private PhysicsKernels() {}

    @GpuKernel
    static void accelerations(float[] x, float[] y, float[] z, float[] mass, float[] ax, float[] ay, float[] az) {
        for (int i = 0; i < ax.length; i++) {
            float sx = 0;
            float sy = 0;
            float sz = 0;
            for (int k = 0; k < mass.length; k++) {
                float dx = x[k] - x[i];
                float dy = y[k] - y[i];
                float dz = z[k] - z[i];
                float squared = dx * dx + dy * dy + dz * dz + SOFTENING;
                float inverse = 1f / (float) Math.sqrt(squared);
                float strength = mass[k] * inverse * inverse * inverse;
                sx += dx * strength;
                sy += dy * strength;
                sz += dz * strength;
            }
            ax[i] = sx;
            ay[i] = sy;
            az[i] = sz;
        }
    }

    @GpuKernel
    static void leapfrog(double[] positions, double[] velocities, double[] accelerations, double step) {
        for (int i = 0; i < positions.length; i++) {
            velocities[i] += accelerations[i] * step;
            positions[i] += velocities[i] * step;
        }
    }

    @GpuKernel
    static void heat(double[] now, double[] next, double diffusion) {
        for (int i = 1; i < now.length - 1; i++) {
            next[i] = now[i] + diffusion * (now[i - 1] - 2 * now[i] + now[i + 1]);
        }
    }

    @GpuKernel
    static void heatPlate(float[] now, float[] next, int width, int height, float diffusion) {
        int x = Grid.x();
        int y = Grid.y();
        if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
            int i = y * width + x;
            float around = now[i - 1] + now[i + 1] + now[i - width] + now[i + width];
            next[i] = now[i] + diffusion * (around - 4 * now[i]);
        }
    }

    @GpuKernel
    static void wave(float[] before, float[] now, float[] next, float courant) {
        for (int i = 0; i < next.length; i++) {
            float left = i == 0 ? 0 : now[i - 1];
            float right = i == now.length - 1 ? 0 : now[i + 1];
            next[i] = 2 * now[i] - before[i] + courant * courant * (left - 2 * now[i] + right);
        }
    }

    /** Where a thrown ball with air resistance lands. */
    @GpuKernel
    static void throwBall(double[] degrees, double speed, double drag, double[] distance, int[] steps) {
        int i = Grid.x();
        if (i >= distance.length) {
            return;
        }
        double angle = Math.toRadians(degrees[i]);
        double vx = speed * StrictMath.cos(angle);
        double vy = speed * StrictMath.sin(angle);
        double x = 0;
        double y = 1e-9;
        int count = 0;
        while (y > 0) {
            double v = StrictMath.hypot(vx, vy);
            vx -= drag * v * vx * 0.02;
            vy -= (GRAVITY + drag * v * vy) * 0.02;
            x += vx * 0.02;
            y += vy * 0.02;
            if (++count == 200) {
                break;
            }
        }
        distance[i] = x;
        steps[i] = count;
    }

    /** Energy and force of a pair of atoms after Lennard and Jones, cut off at a distance. */
    @GpuKernel
    static void lennardJones(float[] distances, float cutoff, float[] energy, float[] force) {
        float inverseCutoff = 1f / (cutoff * cutoff * cutoff);
        float atCutoff = 4 * (inverseCutoff * inverseCutoff) * (inverseCutoff * inverseCutoff - 1f);
        for (int i = 0; i < distances.length; i++) {
            if (distances[i] > cutoff) {
                energy[i] = 0f;
                force[i] = -0f;
                continue;
            }
            float sixth = (float) StrictMath.pow(distances[i], -6);
            energy[i] = 4f * sixth * (sixth - 1f) - atCutoff;
            force[i] = 24f * sixth * (2f * sixth - 1f) / distances[i];
        }
    }

    /** Angles of a driven pendulum, reduced to one turn. */
    @GpuKernel
    static void pendulum(double[] angle, double[] speed, double drive, int steps) {
        for (int i = 0; i < angle.length; i++) {
            double a = angle[i];
            double s = speed[i];
            for (int t = 0; t < steps; t++) {
                s += 0.05 * (drive * StrictMath.cos(t * (2.0 / 3)) - StrictMath.sin(a) - 0.5 * s);
                a += 0.05 * s;
                a = StrictMath.IEEEremainder(a, 2 * Math.PI);
            }
            angle[i] = a;
            speed[i] = s % 1.0;
        }
    }

    static void inputs(KernelInputs kernels) {
        kernels.loop(
                "accelerations",
                () -> List.of(
                        floats(40, 1, -1, 1),
                        floats(40, 2, -1, 1),
                        floats(40, 3, -1, 1),
                        floats(40, 4, 0, 1),
                        new float[40],
                        new float[40],
                        new float[40]));
        kernels.loop(
                "leapfrog", () -> List.of(doubles(90, 5, -1, 1), doubles(90, 6, -1, 1), doubles(90, 7, -1, 1), 0.01));
        kernels.loop("heat", () -> List.of(doubles(150, 8, 0, 100), new double[150], 0.24));
        kernels.grid("heatPlate", 18, 14, () -> List.of(floats(252, 9, 0, 100), new float[252], 18, 14, 0.2f));
        kernels.loop("wave", () -> List.of(floats(120, 10, -1, 1), floats(120, 11, -1, 1), new float[120], 0.5f));
        kernels.grid("throwBall", 20, () -> List.of(doubles(20, 12, 5, 85), 20.0, 0.01, new double[20], new int[20]));
        kernels.loop("lennardJones", () -> List.of(floats(80, 13, 0.8f, 4), 2.5f, new float[80], new float[80]));
        kernels.loop("pendulum", () -> List.of(doubles(15, 14, -3, 3), doubles(15, 15, -2, 2), 1.2, 20));
    }
}
