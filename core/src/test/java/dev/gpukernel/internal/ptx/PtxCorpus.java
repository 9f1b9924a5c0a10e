package dev.gpukernel.internal.ptx;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.BlockDim;
import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.BlockReduce;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;
import dev.gpukernel.device.ThreadIdx;
import dev.gpukernel.device.Warp;

/** One kernel for each kind of code there is. */
final class PtxCorpus {
    private PtxCorpus() {}

    @GpuKernel
    static void addLoop(float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void addGrid(float[] a, float[] b, float[] c) {
        int i = Grid.x();
        if (i < c.length) {
            c[i] = a[i] + b[i];
        }
    }

    @GpuKernel
    static void saxpy(float a, float[] x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    @GpuKernel
    static void rowDots(float[] matrix, float[] vector, float[] out) {
        for (int row = 0; row < out.length; row++) {
            float sum = 0;
            for (int column = 0; column < vector.length; column++) {
                sum += matrix[row * vector.length + column] * vector[column];
            }
            out[row] = sum;
        }
    }

    /** Reduces and writes, and may throw. */
    @GpuKernel
    static void markedSum(int[] index, int[] table, int[] marks, int[] out) {
        int sum = 0;
        for (int i = 0; i < marks.length; i++) {
            marks[i] = table[index[i]];
            sum += index[i];
        }
        out[0] = sum;
    }

    @GpuKernel
    static void integers(int from, int to, int k, int[] ints, long[] longs) {
        for (int i = from; i <= to; i++) {
            ints[i] = -(ints[i] * k - (k & 0xff) + (i | 3)) ^ ~k;
            longs[i] = -(longs[i] * k - (k & 0xffL) + (longs[i] | 3)) ^ ~longs[i];
        }
    }

    @GpuKernel
    static void conversions(int n, int[] ints, long[] longs, float[] floats, double[] doubles) {
        int i = Grid.x();
        if (i >= n) {
            return;
        }
        int a = (int) floats[i] + (int) doubles[i] + (int) longs[i];
        long b = (long) floats[i] + (long) doubles[i] + ints[i];
        floats[i] = ints[i] + (float) longs[i] + (float) doubles[i];
        doubles[i] = ints[i] + (double) longs[i] + floats[i];
        ints[i] = (byte) a + (short) a + (char) a;
        longs[i] = b;
    }

    @GpuKernel
    static void comparisons(float x, double y, float[] floats, double[] doubles, int[] out) {
        for (int i = 0; i < out.length; i++) {
            int bits = 0;
            if (floats[i] < x) {
                bits |= 1;
            }
            if (!(floats[i] > x)) {
                bits |= 2;
            }
            if (doubles[i] == y) {
                bits |= 4;
            }
            if (doubles[i] != y || !(doubles[i] <= y)) {
                bits |= 8;
            }
            out[i] = bits;
        }
    }

    @GpuKernel
    static void shifts(int distance, int[] ints, long[] longs) {
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (ints[i] << distance) + (ints[i] >> 5) + (ints[i] >>> distance);
            longs[i] = (longs[i] << distance) + (longs[i] >> distance) + (longs[i] >>> 33);
        }
    }

    @GpuKernel
    static void divisions(int[] a, int[] b, long[] c, double[] d) {
        for (int i = 0; i < a.length; i++) {
            int divisor = b[i];
            a[i] = a[i] / divisor + a[i] % divisor + a[i] / 7;
            c[i] = c[i] / a[i] + c[i] % 10;
            d[i] = d[i] / divisor;
        }
    }

    @GpuKernel(checked = false)
    static void unchecked(int[] index, double[] from, double[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[index[i]];
        }
    }

    @GpuKernel(blockSize = 128)
    static void blocks(int[] out) {
        int i = BlockIdx.x() * BlockDim.x() + ThreadIdx.x();
        if (i < out.length) {
            out[i] = Grid.sizeX() * Grid.y();
        }
    }

    /** The loop passes its parameters to itself, exchanged. */
    @GpuKernel
    static void fibonacci(long[] out) {
        for (int i = 0; i < out.length; i++) {
            long a = 0;
            long b = 1;
            for (int k = 0; k < i; k++) {
                if ((k & 1) == 0) {
                    long sum = a + b;
                    a = b;
                    b = sum;
                } else {
                    long swapped = a;
                    a = b;
                    b = swapped;
                }
            }
            out[i] = a;
        }
    }

    @GpuKernel
    static void functions(int[] ints, float[] floats, double[] doubles) {
        for (int i = 0; i < ints.length; i++) {
            ints[i] = Math.min(Math.abs(ints[i]), Math.max(i, 100));
            floats[i] = Math.min(Math.abs(floats[i]), Math.max(Math.fma(floats[i], 2f, 1f), 100f));
            double root = Math.sqrt(doubles[i]);
            doubles[i] = Math.floor(root) + Math.ceil(root) + Math.rint(root) + Math.fma(root, root, 1);
        }
    }

    /** What a polynomial walk ended with. */
    record Walk(double at, int steps) {}

    /** Takes numbers and an array, may fault, and returns two numbers; large enough to be a function. */
    private static Walk walk(double[] coefficients, int first, double start) {
        double x = start;
        int steps = 0;
        for (int k = 0; k < 3; k++) {
            double a = coefficients[first + k];
            double y = ((a * x + 0.5) * x - 0.25) * x + 0.125;
            y = y > 4 ? 4 - (y - 4) * 0.5 : y < -4 ? -4 - (y + 4) * 0.5 : y;
            y = Math.abs(y) < 1e-3 ? y + 0.5 : y * (1 - 1e-3 * y);
            double z = ((a * y + 0.75) * y - 0.375) * y + 0.0625;
            z = z > 2 ? 2 - (z - 2) * 0.5 : z < -2 ? -2 - (z + 2) * 0.5 : z;
            z = Math.abs(z) < 1e-3 ? z + 0.25 : z * (1 - 1e-3 * z);
            double w = ((a * z + 0.625) * z - 0.875) * z + 0.03125;
            w = w > 1 ? 1 - (w - 1) * 0.5 : w < -1 ? -1 - (w + 1) * 0.5 : w;
            w = Math.abs(w) < 1e-3 ? w + 0.125 : w * (1 - 1e-3 * w);
            x = (x + y + z + w) * 0.25;
            steps += x > y ? 1 : x > z ? 2 : x > w ? 3 : 4;
        }
        return new Walk(x, steps);
    }

    /** Calls a function, from one that is inlined too. */
    @GpuKernel
    static void calls(double[] coefficients, double[] at, int[] steps) {
        int i = Grid.x();
        if (i < at.length) {
            Walk there = walk(coefficients, i, at[i]);
            Walk back = walk(coefficients, i / 2, -there.at);
            at[i] = back.at + twice(coefficients, there.steps);
            steps[i] = there.steps + back.steps;
        }
    }

    private static double twice(double[] coefficients, int first) {
        return walk(coefficients, first, 0.5).at - walk(coefficients, first + 1, 1.5).at;
    }

    @GpuKernel
    static void tiledProduct(int n, float[] a, float[] b, float[] c) {
        float[][] tileA = Shared.floats(16, 16);
        float[][] tileB = Shared.floats(16, 16);
        int column = Grid.x();
        int row = Grid.y();
        int x = ThreadIdx.x();
        int y = ThreadIdx.y();
        float sum = 0;
        for (int tile = 0; tile < n; tile += 16) {
            tileA[y][x] = row < n && tile + x < n ? a[row * n + tile + x] : 0;
            tileB[y][x] = column < n && tile + y < n ? b[(tile + y) * n + column] : 0;
            Block.sync();
            for (int k = 0; k < 16; k++) {
                sum += tileA[y][k] * tileB[k][x];
            }
            Block.sync();
        }
        if (row < n && column < n) {
            c[row * n + column] = sum;
        }
    }

    @GpuKernel(blockSize = 256)
    static void blockSum(float[] in, float[] out) {
        float sum = 0;
        for (int i = Grid.x(); i < in.length; i += Grid.sizeX()) {
            sum += in[i];
        }
        float ofBlock = BlockReduce.sum(sum);
        if (ThreadIdx.x() == 0) {
            out[BlockIdx.x()] = ofBlock;
        }
    }

    @GpuKernel
    static void atomics(int[] ints, long[] longs, float[] floats, double[] doubles) {
        int[] own = Shared.ints(64);
        float[] ownFloats = Shared.floats(64);
        int i = ThreadIdx.x() & 63;
        own[i] = 0;
        ownFloats[i] = 0;
        Block.sync();
        Atomic.increment(own, i >> 1);
        Atomic.add(ownFloats, i >> 2, floats[i]);
        Atomic.max(ownFloats, i >> 3, floats[i]);
        Block.sync();
        ints[0] = Atomic.add(ints, i, own[i]) + Atomic.min(ints, 1, i) + Atomic.exchange(ints, 2, i);
        ints[3] = Atomic.compareAndSet(ints, 4, i, 5) + Atomic.sub(ints, 5, i) + Atomic.xor(ints, 6, i);
        longs[0] = Atomic.add(longs, i, 1)
                + Atomic.max(longs, 1, i)
                + Atomic.and(longs, 2, i)
                + Atomic.decrement(longs, 3);
        longs[4] = Atomic.compareAndSet(longs, 5, i, 6);
        floats[0] = Atomic.add(floats, 1, ownFloats[i]) + Atomic.min(floats, 2, 1f) + Atomic.exchange(floats, 3, 2f);
        floats[4] = Atomic.compareAndSet(floats, 5, 1f, 2f);
        doubles[0] =
                Atomic.add(doubles, 1, 2.0) + Atomic.max(doubles, 2, 1.0) + Atomic.compareAndSet(doubles, 3, 1.0, 2.0);
    }

    @GpuKernel
    static void warps(int[] ints, long[] longs, float[] floats, double[] doubles) {
        int i = Grid.x();
        int v = ints[i];
        ints[i] = Warp.shuffle(v, 3) + Warp.shuffleUp(v, 1) + Warp.shuffleDown(v, v) + Warp.shuffleXor(v, 16);
        longs[i] = Warp.shuffle(longs[i], 0) + Warp.shuffleUp(longs[i], v) + Warp.match(longs[i]);
        floats[i] = Warp.shuffleDown(floats[i], 2) + Warp.shuffleXor(floats[i], 1);
        doubles[i] = Warp.shuffleXor(doubles[i], 4) + Warp.shuffle(doubles[i], v);
        boolean odd = (v & 1) == 1;
        ints[i] += Warp.ballot(odd)
                + Warp.match(v)
                + Warp.activeMask()
                + (Warp.all(odd) ? 1 : 0)
                + (Warp.any(odd) ? 2 : 0);
        Warp.sync();
        ints[i] += Warp.reduceAdd(v) + Warp.reduceMin(v) + Warp.reduceMax(v);
        ints[i] += Warp.reduceAnd(v) + Warp.reduceOr(v) + Warp.reduceXor(v) + Warp.lane();
        Warp.sync(Warp.ballot(odd));
        ints[i] += Block.syncCount(odd) + (Block.syncAnd(odd) ? 1 : 0) + (Block.syncOr(odd) ? 2 : 0);
    }

    @GpuKernel
    static void wholeGrid(int steps, int[] data) {
        int i = Grid.x();
        if (i >= data.length) {
            return;
        }
        for (int step = 0; step < steps; step++) {
            int next = data[(i + 1) % data.length];
            Grid.fence();
            Block.fence();
            Grid.sync();
            data[i] += next;
            Grid.sync();
        }
    }

    @GpuKernel
    static void dynamicShared(int[] ints, double[] doubles) {
        int n = BlockDim.x();
        double[] own = Shared.dynamicDoubles(0, n);
        int[] rest = Shared.dynamicInts(8 * n, n);
        int i = ThreadIdx.x();
        own[i] = doubles[Grid.x()];
        rest[n - 1 - i] = ints[Grid.x()];
        Block.sync();
        doubles[Grid.x()] = own[n - 1 - i];
        ints[Grid.x()] = rest[i] + Shared.dynamicBytes().length;
    }

    /** More than PTX lets a kernel declare. */
    @GpuKernel
    static void largeShared(int[] out) {
        int[] all = Shared.ints(20_000);
        int[] few = Shared.ints(10);
        int[] dynamic = Shared.dynamicInts();
        all[ThreadIdx.x()] = out[ThreadIdx.x()];
        few[0] = 1;
        Block.sync();
        out[ThreadIdx.x()] = all[ThreadIdx.x() ^ 1] + dynamic.length + few[0];
    }

    @GpuKernel
    static void prints(int[] ints, float[] floats, double[] doubles) {
        int i = Grid.x();
        Gpu.printf("%d of %,d: %.3f%n", i, 5L, floats[i]);
        System.out.println("element " + i + " is " + ints[i] + ", " + doubles[i] + " or " + (ints[i] > 0) + " %");
        System.out.print(floats[i]);
        System.out.println();
    }

    /** Neighbouring elements in one iteration. */
    @GpuKernel
    static void squaresOfComplex(double[] x, double[] y) {
        for (int i = 0; i < x.length / 2; i++) {
            double re = x[2 * i];
            double im = x[2 * i + 1];
            y[2 * i] = re * re - im * im;
            y[2 * i + 1] = 2 * re * im;
        }
    }

    /** A step of heat in three dimensions. */
    @GpuKernel
    static void volumes(float[][][] a, float[][][] b) {
        for (int k = 1; k < a.length - 1; k++) {
            for (int i = 1; i < a[k].length - 1; i++) {
                for (int j = 1; j < a[k][i].length - 1; j++) {
                    float sides = a[k][i][j - 1] + a[k][i][j + 1];
                    float planes = a[k - 1][i][j] + a[k + 1][i][j];
                    b[k][i][j] = (sides + planes + a[k][i - 1][j] + a[k][i + 1][j]) / 6;
                }
            }
        }
    }

    @GpuKernel
    static void volumesInGrid(double[][][] a, double[][][] b, double by) {
        int j = Grid.x();
        int i = Grid.y();
        int k = Grid.z();
        if (k < a.length && i < a[k].length && j < a[k][i].length) {
            b[k][i][j] = a[k][i][j] * by;
        }
    }
}
