package dev.gpukernel.benchmarks.suite;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.GpuMath;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;

/** Grid kernels, with shared memory, barriers and warps. */
final class BlockKernels {
    private static final int TILE = 16;

    private BlockKernels() {}

    @GpuKernel(blockSize = 256)
    static void gemmTiled(int n, float[] a, float[] b, float[] c) {
        float[][] tileA = Shared.floats(TILE, TILE);
        float[][] tileB = Shared.floats(TILE, TILE);
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        int row = Grid.y();
        int column = Grid.x();
        float sum = 0;
        for (int t = 0; t < n; t += TILE) {
            tileA[y][x] = a[row * n + t + x];
            tileB[y][x] = b[(t + y) * n + column];
            Block.sync();
            for (int k = 0; k < TILE; k++) {
                sum += tileA[y][k] * tileB[k][x];
            }
            Block.sync();
        }
        c[row * n + column] = sum;
    }

    /** Blocks of 64 by 64 elements, of which each thread has 4 by 4. */
    @GpuKernel(blockSize = 256)
    static void gemmRegisters(int n, float[] a, float[] b, float[] c) {
        float[][] tileA = Shared.floats(16, 64);
        float[][] tileB = Shared.floats(16, 64);
        float[][] sums = new float[4][4];
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        int thread = y * 16 + x;
        int top = BlockIdx.y() * 64;
        int left = BlockIdx.x() * 64;
        for (int t = 0; t < n; t += 16) {
            for (int k = 0; k < 4; k++) {
                tileA[x][y + 16 * k] = a[(top + y + 16 * k) * n + t + x];
                tileB[thread / 64 + 4 * k][thread % 64] = b[(t + thread / 64 + 4 * k) * n + left + thread % 64];
            }
            Block.sync();
            for (int k = 0; k < 16; k++) {
                for (int i = 0; i < 4; i++) {
                    for (int j = 0; j < 4; j++) {
                        sums[i][j] += tileA[k][4 * y + i] * tileB[k][4 * x + j];
                    }
                }
            }
            Block.sync();
        }
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                c[(top + 4 * y + i) * n + left + 4 * x + j] = sums[i][j];
            }
        }
    }

    @GpuKernel(blockSize = 256)
    static void transposeTiled(int n, float[] in, float[] out) {
        float[][] tile = Shared.floats(32, 33);
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        int left = BlockIdx.x() * 32;
        int top = BlockIdx.y() * 32;
        for (int k = 0; k < 32; k += 8) {
            tile[y + k][x] = in[(top + y + k) * n + left + x];
        }
        Block.sync();
        for (int k = 0; k < 32; k += 8) {
            out[(left + y + k) * n + top + x] = tile[x][y + k];
        }
    }

    /** A sum by halves, in shared memory. */
    @GpuKernel(blockSize = 256)
    static void blockSums(float[] x, float[] sums) {
        float[] own = Shared.floats(256);
        int t = ThreadIdx.x();
        own[t] = x[Grid.x()];
        Block.sync();
        for (int half = 128; half > 0; half /= 2) {
            if (t < half) {
                own[t] += own[t + half];
            }
            Block.sync();
        }
        if (t == 0) {
            sums[BlockIdx.x()] = own[0];
        }
    }

    @GpuKernel(blockSize = 256)
    static void warpSums(double[] x, double[] sums) {
        int i = Grid.x();
        double sum = x[i];
        for (int delta = 16; delta > 0; delta /= 2) {
            sum += Warp.shuffleDown(sum, delta);
        }
        if (Warp.lane() == 0) {
            sums[i / 32] = sum;
        }
    }

    /** Running sums of a block, by distances that double. */
    @GpuKernel(blockSize = 256)
    static void blockScan(int[] x, int[] sums) {
        int[] own = Shared.ints(256);
        int t = ThreadIdx.x();
        own[t] = x[Grid.x()];
        Block.sync();
        for (int distance = 1; distance < 256; distance *= 2) {
            int left = t >= distance ? own[t - distance] : 0;
            Block.sync();
            own[t] += left;
            Block.sync();
        }
        sums[Grid.x()] = own[t];
    }

    /** A row for each block. */
    @GpuKernel(blockSize = 256)
    static void softmaxBlock(int columns, float[] x, float[] y) {
        float[] shared = Shared.floats(2);
        int row = BlockIdx.x() * columns;
        int t = ThreadIdx.x();
        float most = Float.NEGATIVE_INFINITY;
        for (int j = t; j < columns; j += 256) {
            most = Math.max(most, x[row + j]);
        }
        most = BlockReduce.max(most);
        if (t == 0) {
            shared[0] = most;
        }
        Block.sync();
        most = shared[0];
        float sum = 0;
        for (int j = t; j < columns; j += 256) {
            sum += GpuMath.exp(x[row + j] - most);
        }
        sum = BlockReduce.sum(sum);
        if (t == 0) {
            shared[1] = sum;
        }
        Block.sync();
        sum = shared[1];
        for (int j = t; j < columns; j += 256) {
            y[row + j] = GpuMath.exp(x[row + j] - most) / sum;
        }
    }

    /** Sorts 512 numbers in each block. */
    @GpuKernel(blockSize = 256)
    static void bitonicBlock(int[] x) {
        int[] own = Shared.ints(512);
        int t = ThreadIdx.x();
        int from = BlockIdx.x() * 512;
        own[t] = x[from + t];
        own[t + 256] = x[from + t + 256];
        for (int size = 2; size <= 512; size *= 2) {
            for (int stride = size / 2; stride > 0; stride /= 2) {
                Block.sync();
                int low = 2 * t - (t & (stride - 1));
                int a = own[low];
                int b = own[low + stride];
                if (a > b == ((low & size) == 0)) {
                    own[low] = b;
                    own[low + stride] = a;
                }
            }
        }
        Block.sync();
        x[from + t] = own[t];
        x[from + t + 256] = own[t + 256];
    }

    /** The factors of a matrix of 16 by 16 in each block. */
    @GpuKernel(blockSize = 16)
    static void ludBlock(float[] matrices) {
        float[][] a = Shared.floats(16, 16);
        int t = ThreadIdx.x();
        int from = BlockIdx.x() * 256;
        for (int i = 0; i < 16; i++) {
            a[i][t] = matrices[from + i * 16 + t];
        }
        Block.sync();
        for (int k = 0; k < 15; k++) {
            if (t > k) {
                a[t][k] /= a[k][k];
                for (int j = k + 1; j < 16; j++) {
                    a[t][j] -= a[t][k] * a[k][j];
                }
            }
            Block.sync();
        }
        for (int i = 0; i < 16; i++) {
            matrices[from + i * 16 + t] = a[i][t];
        }
    }

    /** Fourier's transform of 256 complex numbers in each block; those of one half of the unit circle are passed. */
    @GpuKernel(blockSize = 128)
    static void fftBlock(float[] cosines, float[] sines, float[] re, float[] im) {
        float[] a = Shared.floats(256);
        float[] b = Shared.floats(256);
        int t = ThreadIdx.x();
        int from = BlockIdx.x() * 256;
        for (int k = t; k < 256; k += 128) {
            int reversed = Integer.reverse(k) >>> 24;
            a[reversed] = re[from + k];
            b[reversed] = im[from + k];
        }
        for (int half = 1; half < 256; half *= 2) {
            Block.sync();
            int place = t % half;
            int low = (t - place) * 2 + place;
            float wr = cosines[place * (128 / half)];
            float wi = sines[place * (128 / half)];
            float x = a[low + half] * wr - b[low + half] * wi;
            float y = a[low + half] * wi + b[low + half] * wr;
            a[low + half] = a[low] - x;
            b[low + half] = b[low] - y;
            a[low] += x;
            b[low] += y;
        }
        Block.sync();
        for (int k = t; k < 256; k += 128) {
            re[from + k] = a[k];
            im[from + k] = b[k];
        }
    }

    /** A step of Jacobi's method, whose tile and border are in shared memory; the picture's border is not changed. */
    @GpuKernel(blockSize = 256)
    static void stencilTiled(int w, int h, float[] in, float[] out) {
        float[][] tile = Shared.floats(18, 18);
        int x = Grid.x();
        int y = Grid.y();
        int i = ThreadIdx.x() + 1;
        int j = ThreadIdx.y() + 1;
        if (x < w && y < h) {
            tile[j][i] = in[y * w + x];
            if (i == 1 && x > 0) {
                tile[j][0] = in[y * w + x - 1];
            }
            if (i == 16 && x < w - 1) {
                tile[j][17] = in[y * w + x + 1];
            }
            if (j == 1 && y > 0) {
                tile[0][i] = in[(y - 1) * w + x];
            }
            if (j == 16 && y < h - 1) {
                tile[17][i] = in[(y + 1) * w + x];
            }
        }
        Block.sync();
        if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
            out[y * w + x] = 0.25f * (tile[j][i - 1] + tile[j][i + 1] + tile[j - 1][i] + tile[j + 1][i]);
        }
    }

    @GpuKernel(blockSize = 256)
    static void histogramBlock(byte[] pixels, int[] bins) {
        int[] own = Shared.ints(256);
        own[ThreadIdx.x()] = 0;
        Block.sync();
        for (int i = Grid.x(); i < pixels.length; i += Grid.sizeX()) {
            Atomic.increment(own, pixels[i] & 0xff);
        }
        Block.sync();
        Atomic.add(bins, ThreadIdx.x(), own[ThreadIdx.x()]);
    }

    /** One row of a sparse matrix for each warp. */
    @GpuKernel(blockSize = 256)
    static void spmvWarp(int rows, int[] starts, int[] columns, float[] values, float[] x, float[] y) {
        int row = Grid.x() / 32;
        int lane = Warp.lane();
        float sum = 0;
        if (row < rows) {
            for (int k = starts[row] + lane; k < starts[row + 1]; k += 32) {
                sum += values[k] * x[columns[k]];
            }
        }
        for (int delta = 16; delta > 0; delta /= 2) {
            sum += Warp.shuffleDown(sum, delta);
        }
        if (row < rows && lane == 0) {
            y[row] = sum;
        }
    }

    /** The attraction of bodies that a block reads together. */
    @GpuKernel(blockSize = 256)
    static void nbodyTiled(int n, float softening, float[] x, float[] y, float[] m, float[] ax, float[] ay) {
        float[] tx = Shared.floats(256);
        float[] ty = Shared.floats(256);
        float[] tm = Shared.floats(256);
        int i = Grid.x();
        int t = ThreadIdx.x();
        float sumX = 0;
        float sumY = 0;
        for (int from = 0; from < n; from += 256) {
            tx[t] = x[from + t];
            ty[t] = y[from + t];
            tm[t] = m[from + t];
            Block.sync();
            for (int k = 0; k < 256; k++) {
                float dx = tx[k] - x[i];
                float dy = ty[k] - y[i];
                float inverse = 1 / (float) Math.sqrt(dx * dx + dy * dy + softening);
                float force = tm[k] * inverse * inverse * inverse;
                sumX += force * dx;
                sumY += force * dy;
            }
            Block.sync();
        }
        ax[i] = sumX;
        ay[i] = sumY;
    }
}
