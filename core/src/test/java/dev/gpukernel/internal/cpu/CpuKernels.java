package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.BlockIdx;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.ThreadIdx;

/** Kernels for the tests of the CPU backend. Public, so that a lookup without rights can call them. */
public final class CpuKernels {
    private CpuKernels() {}

    /** Counts how often each thread of a grid ran, at the place of its index. */
    public static void visit(int[] visits) {
        visits[(Grid.z() * Grid.sizeY() + Grid.y()) * Grid.sizeX() + Grid.x()]++;
    }

    /** Notes block and thread. */
    public static void where(int[] blocks, int[] threads) {
        blocks[Grid.x()] = BlockIdx.x();
        threads[Grid.x()] = ThreadIdx.x();
    }

    public static void everyType(
            boolean z, byte b, char c, short s, int i, long j, float f, double d, long[] bits, boolean[] flag) {
        flag[0] = z;
        bits[0] = b;
        bits[1] = c;
        bits[2] = s;
        bits[3] = i;
        bits[4] = j;
        bits[5] = Float.floatToRawIntBits(f);
        bits[6] = Double.doubleToRawLongBits(d);
        bits[7] = Grid.x();
    }

    public static void addLoop(float[] a, float[] b, float[] c) {
        for (int i = 0; i < c.length; i++) {
            c[i] = a[i] + b[i];
        }
    }

    /** One index out of range in three, and marks the others. */
    public static void oneInThree(int[] ran) {
        int i = Grid.x();
        if (i % 3 == 2) {
            ran[ran.length + i] = 1;
        }
        ran[i] = 1;
    }

    public static void inHelper(int[] a) {
        read(a, Grid.x());
    }

    private static int read(int[] a, int i) {
        return a[i];
    }

    public static void recurse(int[] a) {
        if (Grid.x() == 5) {
            recurse(a);
        }
        a[Grid.x()]++;
    }

    /** Takes its time and counts itself and the thread that it ran in. */
    public static void slow(int[] a, long[] threads) {
        long end = System.nanoTime() + 2_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        a[Grid.x()]++;
        threads[Grid.x()] = Thread.currentThread().threadId();
    }

    /** Moves a cursor and stores there: doing it twice stores elsewhere. */
    public static void push(int[] cursor, int[] to) {
        int i = Grid.x();
        cursor[i] = cursor[i] + 1;
        to[cursor[i]] = i;
    }

    public static void pushLoop(int[] cursor, int[] to) {
        for (int i = 0; i < cursor.length; i++) {
            cursor[i] = cursor[i] + 1;
            to[cursor[i]] = i;
        }
    }
}
