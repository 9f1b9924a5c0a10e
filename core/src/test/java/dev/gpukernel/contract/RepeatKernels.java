package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;

/** Kernels whose host part launches many loops, often the same ones again. */
final class RepeatKernels {
    private RepeatKernels() {}

    /** Two loops for each step, as in docs/kernels.md. */
    @GpuKernel
    static void smooth(int steps, int[] u, int[] v) {
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < u.length - 1; i++) {
                v[i] = u[i - 1] + u[i + 1] - u[i];
            }
            for (int i = 0; i < u.length; i++) {
                u[i] = v[i];
            }
        }
    }

    /** There and back in each step. */
    @GpuKernel
    static void swing(int steps, int[] u, int[] v) {
        for (int step = 0; step < steps; step += 2) {
            for (int i = 0; i < v.length; i++) {
                v[i] = 3 * u[i] + i;
            }
            for (int i = 0; i < u.length; i++) {
                u[i] = 5 * v[u.length - 1 - i] - i;
            }
        }
    }

    /** Some steps in between are others. */
    @GpuKernel
    static void now(int steps, int every, int[] u, int[] v) {
        for (int step = 0; step < steps; step++) {
            if (step % every == every - 1) {
                for (int i = 0; i < u.length; i++) {
                    u[i] += step;
                }
            } else {
                for (int i = 0; i < v.length; i++) {
                    v[i] += u[i];
                }
            }
            for (int i = 0; i < u.length; i++) {
                u[i] ^= 2 * v[i];
            }
        }
    }

    /** Goes through the rows of a pattern, of different periods. */
    @GpuKernel
    static void pattern(int steps, int bits, int period, int[] u, int[] v) {
        for (int step = 0; step < steps; step++) {
            if ((bits >> step % period & 1) != 0) {
                for (int i = 0; i < u.length; i++) {
                    u[i] = 3 * u[i] + v[i];
                }
            } else {
                for (int i = 0; i < v.length; i++) {
                    v[i] = v[i] + 7 * u[i];
                }
            }
        }
    }

    /** Asks for a sum now and then. */
    @GpuKernel
    static int sums(int steps, int every, int[] u) {
        int total = 0;
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < u.length; i++) {
                u[i] = u[i] * 5 + 1;
            }
            if (step % every == 0) {
                int sum = 0;
                for (int i = 0; i < u.length; i++) {
                    sum += u[i];
                }
                total ^= sum;
            }
        }
        return total;
    }

    /** Reads and writes an element on the host now and then. */
    @GpuKernel
    static void touch(int steps, int every, int[] u, int[] counts) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < u.length; i++) {
                u[i] = u[i] * 5 + 1;
            }
            if (step % every == every - 1) {
                counts[0] = counts[0] + u[3];
            }
        }
    }

    /** Writes an element on the host now and then. */
    @GpuKernel
    static void write(int steps, int every, int[] u, int[] v) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < u.length; i++) {
                u[i] = u[i] * 5 + v[i];
            }
            if (step % every == every - 1) {
                v[3] = step;
            }
        }
    }

    /** Makes an array anew every so many steps. */
    @GpuKernel
    static void renew(int times, int steps, int[] u, int[] v) {
        for (int time = 0; time < times; time++) {
            int[] made = new int[u.length];
            for (int step = 0; step < steps; step++) {
                for (int i = 0; i < made.length; i++) {
                    made[i] += v[i];
                }
                for (int i = 0; i < u.length; i++) {
                    u[i] += made[i];
                }
            }
        }
    }

    /** Its first steps are all different. */
    @GpuKernel
    static void calmDown(int steps, int until, int[] u, int[] v) {
        for (int step = 0; step < steps; step++) {
            if (step < until) {
                for (int i = 0; i < u.length; i++) {
                    u[i] = 3 * u[i] + step;
                }
            } else {
                for (int i = 0; i < u.length; i++) {
                    u[i] = 5 * u[i] + v[i];
                }
            }
        }
    }

    /** Loads where it must not once an element has become too large. */
    @GpuKernel
    static void climb(int steps, int[] index, int[] from, int[] to) {
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < to.length; i++) {
                to[i] += from[index[i]];
            }
            for (int i = 0; i < index.length; i++) {
                index[i]++;
            }
        }
    }

    /** Throws on the host in a late step. */
    @GpuKernel
    static void stop(int steps, int until, int[] u) {
        for (int step = 0; step < steps; step++) {
            if (step == until) {
                throw new IllegalStateException("too late");
            }
            for (int i = 0; i < u.length; i++) {
                u[i] += 3;
            }
        }
    }
}
