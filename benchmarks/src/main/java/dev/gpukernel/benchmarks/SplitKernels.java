package dev.gpukernel.benchmarks;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.Parallel;
import dev.gpukernel.Sequential;

/** Nests of two loops of which either could be split among threads, in both ways. */
final class SplitKernels {
    private SplitKernels() {}

    /** A row for each thread. */
    @GpuKernel
    static void rowsByOuter(int w, int h, int[] x, int[] sums) {
        for (@Parallel int i = 0; i < h; i++) {
            int sum = 0;
            for (int j = 0; j < w; j++) {
                sum += x[i * w + j];
            }
            sums[i] = sum;
        }
    }

    /** A launch for each row. */
    @GpuKernel
    @SuppressWarnings("HostLoop")
    static void rowsByInner(int w, int h, int[] x, int[] sums) {
        for (@Sequential int i = 0; i < h; i++) {
            int sum = 0;
            for (int j = 0; j < w; j++) {
                sum += x[i * w + j];
            }
            sums[i] = sum;
        }
    }

    /** A column for each thread, of which neighbours read neighbouring elements. */
    @GpuKernel
    static void columnsByOuter(int w, int h, int[] x, int[] sums) {
        for (@Parallel int i = 0; i < h; i++) {
            int sum = 0;
            for (int j = 0; j < w; j++) {
                sum += x[j * h + i];
            }
            sums[i] = sum;
        }
    }

    /** A launch for each column. */
    @GpuKernel
    @SuppressWarnings("HostLoop")
    static void columnsByInner(int w, int h, int[] x, int[] sums) {
        for (@Sequential int i = 0; i < h; i++) {
            int sum = 0;
            for (int j = 0; j < w; j++) {
                sum += x[j * h + i];
            }
            sums[i] = sum;
        }
    }

    /** As the launch chooses. */
    @GpuKernel
    static void rowsByChoice(int w, int h, int[] x, int[] sums) {
        for (int i = 0; i < h; i++) {
            int sum = 0;
            for (int j = 0; j < w; j++) {
                sum += x[i * w + j];
            }
            sums[i] = sum;
        }
    }

    /** Sums of columns, each element by an atomic operation: a histogram. */
    @GpuKernel
    static void columnsByAtomics(int w, int h, int[] x, int[] sums) {
        for (int j = 0; j < w; j++) {
            for (int i = 0; i < h; i++) {
                sums[i] += x[j * h + i];
            }
        }
    }

    /** Running sums down the columns, a column for each thread. */
    @GpuKernel
    static void scanByExchange(int w, int h, int[] x, int[] y) {
        for (int j = 1; j < w; j++) {
            for (int i = 0; i < h; i++) {
                y[j * h + i] = y[(j - 1) * h + i] + x[j * h + i];
            }
        }
    }

    /** A launch for each row of them. */
    @GpuKernel
    @SuppressWarnings("HostLoop")
    static void scanByRows(int w, int h, int[] x, int[] y) {
        for (@Sequential int j = 1; j < w; j++) {
            for (int i = 0; i < h; i++) {
                y[j * h + i] = y[(j - 1) * h + i] + x[j * h + i];
            }
        }
    }
}
