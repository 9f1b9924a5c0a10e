package dev.gpukernel.contract;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;

/** Kernels that every backend must run. */
public final class ContractKernels {
    private ContractKernels() {}

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
    static void scalarsLoop(int i, long l, float f, double d, int[] is, long[] ls, float[] fs, double[] ds) {
        for (int k = 0; k < is.length; k++) {
            is[k] = i + k;
            ls[k] = l + k;
            fs[k] = f + k;
            ds[k] = d + k;
        }
    }

    @GpuKernel
    static void scalarsGrid(int i, long l, float f, double d, int[] is, long[] ls, float[] fs, double[] ds) {
        int k = Grid.x();
        if (k < is.length) {
            is[k] = i + k;
            ls[k] = l + k;
            fs[k] = f + k;
            ds[k] = d + k;
        }
    }

    @GpuKernel
    static void gather(int[] index, int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = from[index[i]];
        }
    }

    @GpuKernel
    static void gatherLoop(int[] index, int[] from, int[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = from[index[i]];
        }
    }

    @GpuKernel
    static void divide(int[] a, int[] b, int[] c) {
        int i = Grid.x();
        if (i < c.length) {
            c[i] = a[i] / b[i];
        }
    }

    @GpuKernel
    static void divideLoop(int[] a, int[] b, int[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] / b[i];
        }
    }

    /** The host stores and loads an element, which is checked although what threads do is not. */
    @GpuKernel(checked = false)
    static int hostElement(int[] to, int stored, int loaded) {
        for (int i = 0; i < to.length; i++) {
            to[i] = i;
        }
        to[stored] = -1;
        return to[loaded];
    }

    /** The host's own array. */
    @GpuKernel(checked = false)
    static int hostsOwn(int[] to, int at) {
        int[] powers = {1, 2, 4, 8};
        int power = powers[at];
        for (int i = 0; i < to.length; i++) {
            to[i] = power;
        }
        return power;
    }

    @GpuKernel
    static void coordinates(int width, int height, int[] out) {
        int x = Grid.x();
        int y = Grid.y();
        int z = Grid.z();
        if (x < width && y < height) {
            int i = (z * height + y) * width + x;
            if (i < out.length) {
                out[i] = 1 + x + 1000 * y + 1000000 * z;
            }
        }
    }

    /** Large enough to become a function when it is called from several places. */
    private static int checkedHash(int[] from, int index, int divisor) {
        int a = from[index] / divisor;
        int b = a * 31 + index;
        for (int k = 0; k < 4; k++) {
            a = (a << 5 | a >>> 27) + b;
            b = (b << 9 | b >>> 23) ^ a;
            a = (a << 13 | a >>> 19) - b;
            b = (b << 18 | b >>> 14) ^ a;
            a = (a ^ a >>> 16) * 0x85ebca6b;
            b = (b ^ b >>> 15) * 0x2c1b3c6d;
            a = (a ^ a >>> 13) * 0xc2b2ae35;
            b = (b ^ b >>> 12) * 0x297a2d39;
            a = (a & 0x0f0f0f0f) << 4 | (a & 0xf0f0f0f0) >>> 4;
            b = (b & 0x00ff00ff) << 8 | (b & 0xff00ff00) >>> 8;
            a += (b & 1) == 0 ? index : -index;
            b -= (a & 1) == 0 ? index : -index;
            a ^= Math.min(a, b) + (Math.max(a, b) & 0x55555555);
            b ^= Math.max(a, b) - (Math.min(a, b) & 0xaaaaaaaa);
            a = (a & 0x33333333) << 2 | (a & 0xcccccccc) >>> 2;
            b = (b & 0x55555555) << 1 | (b & 0xaaaaaaaa) >>> 1;
        }
        return a ^ b;
    }

    private static int deeper(int[] from, int index, int divisor) {
        return checkedHash(from, index, divisor) ^ checkedHash(from, index - 1, divisor + 1);
    }

    /** Throws in a function, which four ways of calls lead to. */
    @GpuKernel
    static void callFunctions(int[] index, int[] divisors, int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            int sum = checkedHash(from, i, 7);
            sum += checkedHash(from, i, 9);
            sum += deeper(from, index[i], divisors[i]);
            to[i] = sum;
        }
    }

    /** With what it calls, large enough for a function. */
    private static int checkedPower(int number, int divisor) {
        return (int) StrictMath.pow(number, 1.0 / (number / divisor + 2));
    }

    /** Throws in a function, and in loops whose threads run several iterations. */
    @GpuKernel
    static void sumFunctions(int[] index, int[] divisors, int[] from, int[] to, int[] out) {
        int sum = 0;
        for (int i = 0; i < to.length; i++) {
            to[i] = checkedPower(i, 7) + checkedPower(from[index[i]], divisors[i]);
            sum += to[i];
        }
        out[0] = sum;
    }
}
