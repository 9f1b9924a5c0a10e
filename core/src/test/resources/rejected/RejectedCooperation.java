package rejected;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.device.Grid;
import dev.gpukernel.device.Shared;

/** Uses of shared memory, atomic operations and printing that have no meaning on a GPU. A line that is reported says so. */
final class RejectedCooperation {
    private static final int[] TABLE = {1, 2, 3};

    @GpuKernel
    static void variableSize(int[] a, int n) {
        int[] own = Shared.ints(n); // finds SharedNotConstant
        own[Grid.x()] = a[0];
        a[0] = own[0];
    }

    @GpuKernel
    static void variableRows(float[] a, int n) {
        float[][] own = Shared.floats(8, n + 1); // finds SharedNotConstant
        own[Grid.x()][0] = a[0];
        a[0] = own[0][0];
    }

    @GpuKernel
    static void negativeSize(long[] a) {
        long[] own = Shared.longs(-1); // finds SharedNotConstant
        own[Grid.x()] = a[0];
    }

    @GpuKernel
    static void tooLarge(float[] a) {
        float[][] own = Shared.floats(300, 300); // finds SharedTooLarge
        int[] more = Shared.ints(1000);
        own[Grid.x()][0] = more[0];
        a[0] = own[0][0];
    }

    @GpuKernel
    static void tooLargeTogether(double[] a) {
        double[] first = Shared.doubles(1); // takes 16 bytes
        byte[] most = Shared.bytes(227 * 1024 - 16);
        byte[] last = Shared.bytes(1); // finds SharedTooLarge
        first[0] = most[0] + last[0];
        a[0] = first[0];
    }

    @GpuKernel
    static void largest(byte[] a) {
        byte[] most = Shared.bytes(227 * 1024);
        a[0] = most[Grid.x()];
    }

    @GpuKernel
    static void larger(long[] a) {
        long[][] own = Shared.longs(Integer.MAX_VALUE, 2); // finds SharedTooLarge
        a[0] = own[0][0];
    }

    @GpuKernel
    static void atomicOnOwnArray(int[] a) {
        int[] own = new int[4];
        Atomic.add(own, Grid.x(), 1); // finds AtomicOwnArray
        a[0] = own[0];
    }

    @GpuKernel
    static void atomicOnTable(int[] a) {
        a[Grid.x()] = Atomic.add(TABLE, 0, 1); // finds TableWrite
    }

    @GpuKernel
    static void formats(int[] a, boolean b) {
        int i = Grid.x();
        Gpu.printf("%d and %d%n", i); // finds PrintFormat
        Gpu.printf("%d%n", 1.5); // finds PrintFormat
        Gpu.printf("value " + a[i]); // finds PrintFormat
        Gpu.printf("%s%n", "text"); // finds PrintFormat
        Gpu.printf("%b%n", b);
    }
}
