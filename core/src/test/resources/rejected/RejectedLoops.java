package rejected;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;

/** Loops that cannot run in parallel. A line that is reported says so. */
final class RejectedLoops {
    @GpuKernel
    static void smoothed(float[] x, float[] out) {
        float mean = 0;
        for (int i = 0; i < x.length; i++) {
            mean = 0.9f * mean + 0.1f * x[i]; // finds LoopCarried
            out[i] = mean;
        }
    }

    @GpuKernel
    static void gaussSeidel(int n, float[] u) {
        for (int i = 1; i < n; i++) {
            u[i] = 0.5f * (u[i - 1] + u[i + 1]); // finds LoopDependence
        }
    }

    @GpuKernel
    static void echo(int[] a) {
        for (int i = 1; i < a.length; i++) {
            a[i] += a[i - 1] / 2; // finds LoopDependence
        }
    }

    @GpuKernel
    static void histogram(int[] values, float[] counts) {
        for (int i = 0; i < values.length; i++) {
            counts[values[i] & 255]++; // finds LoopDependence
        }
    }

    @GpuKernel
    static void shift(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i + 1] = a[i] / 2; // finds LoopDependence
        }
    }

    @GpuKernel
    static void shiftFar(int n, int m, long[] a) {
        for (int i = 0; i < n; i++) {
            a[3 * i + m + 6] = a[3 * i + m] / 2; // finds LoopDependence
        }
    }

    @GpuKernel
    static void oneElement(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[0] = i; // finds LoopDependence
        }
    }

    @GpuKernel
    static void evenFactor(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[i << 31] = i; // finds LoopDependence
        }
    }

    @GpuKernel
    static void otherFactor(int n, int[] a) {
        for (int i = 0; i < n; i++) {
            a[3 * i] = a[i]; // finds LoopDependence
        }
    }

    @GpuKernel
    static void twoArrays(int n, int[] a, int[] b) {
        for (int i = 0; i < n; i++) {
            a[i] = a[i + 1];
            b[0] = i; // finds LoopDependence
        }
    }

    @GpuKernel
    static int breaks(int[] a) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) { // finds LoopShape
            sum += a[i];
            if (sum > 100) {
                break;
            }
        }
        return sum;
    }

    @GpuKernel
    static void returns(float[] a) {
        for (int i = 0; i < a.length; i++) { // finds LoopShape
            if (a[i] < 0) {
                return;
            }
            a[i + 1] = 1;
        }
    }

    @GpuKernel
    static void downward(float[] a) {
        for (int i = 0; i > a.length; i++) { // finds LoopShape
            a[i] = 1;
        }
    }

    @GpuKernel
    static void changedBound(int n, float[] a) {
        for (int i = 0; i < n; i++) { // finds LoopShape
            a[i] = 1;
            n -= i;
        }
    }

    @GpuKernel
    static void changedVariable(float[] a) {
        for (int i = 0; i < a.length; i++) { // finds LoopShape
            a[i] = 1;
            i *= 2;
        }
    }

    @GpuKernel
    static void boundInArray(int[] a, float[] b) {
        for (int i = 0; i < a[i]; i++) { // finds LoopShape
            b[i] = 1;
        }
    }

    @GpuKernel
    static void doTwice(float[] a) {
        int i = 1;
        do {
            a[i] = 1;
            i *= 2;
        } while (i < a.length); // finds LoopShape
    }

    @GpuKernel
    static void longStep(float[] a, long step) {
        for (long i = 0; i < a.length; i += step) { // finds LoopShape
            a[(int) i] = 1;
        }
    }

    @GpuKernel
    static void endless(float[] a) {
        for (int i = 0; ; i++) { // finds LoopShape
            a[i] = 1;
        }
    }

    @GpuKernel
    static void noLoop(float[] a) {
        a[0] = 1; // finds NotAKernel
    }

    @GpuKernel
    static void timeSteps(int steps, float[] a) {
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < a.length - 1; i++) {
                a[i] = (a[i - 1] + a[i + 1]) / 2; // finds LoopDependence
            }
        }
    }

    @GpuKernel
    static void sharedOwnArray(int[] a) {
        int[] count = new int[4];
        for (int i = 0; i < a.length; i++) {
            count[i & 3]++; // finds LoopCarried
            a[i] = count[i & 3];
        }
    }

    /** The least of numbers that are then narrowed is not the least of narrowed numbers. */
    @GpuKernel
    static void narrowedLater(int[] a) {
        int p = 1000;
        for (int i = 0; i < a.length; i++) {
            a[i] = p;
            p = (byte) Math.min(p, 3 * i); // finds LoopCarried
        }
    }

    /** Iterations below 0 read what that of 0 writes. */
    @GpuKernel
    static void clamped(int n, float[] a) {
        for (int i = -3; i < n; i++) {
            float read = a[Math.max(0, 2 * i + 1)];
            for (int j = 0; j < 2 * i + 1; j++) {
                a[2 * i] += read; // finds LoopDependence
            }
        }
    }

    /** No iteration of the outer loop would be independent if it made no array. */
    @GpuKernel
    static void dependentInSteps(int steps, float[] a, float[] b) {
        for (int step = 0; step < steps; step++) {
            float[] next = b.clone();
            for (int i = 1; i < next.length; i++) {
                a[i] = a[3 * i] + next[i]; // finds LoopDependence
            }
        }
    }
}
