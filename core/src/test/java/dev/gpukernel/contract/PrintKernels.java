package dev.gpukernel.contract;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Block;
import dev.gpukernel.device.Grid;

/** Kernels that print. */
public final class PrintKernels {
    private PrintKernels() {}

    @GpuKernel
    static void everyType(boolean z, byte b, char c, short s, int i, long l, float f, double d, int[] out) {
        Gpu.printf("%b %d %c %d %d %d %.3f %e %s%n", z, b, c, s, i, l, f, d, d);
        Gpu.printf("%5d|%-5d|%05d|%x|%,d%%%n", i, i, i, i, l);
        out[Grid.x()] = 1;
    }

    /** Lines in a loop, some threads more than others. */
    @GpuKernel
    static void loops(int[] counts) {
        int i = Grid.x();
        if (i < counts.length) {
            for (int k = 0; k < counts[i]; k++) {
                Gpu.printf("thread %d line %d%n", i, k);
            }
        }
    }

    /** Lines before and after a barrier. */
    @GpuKernel
    static void aroundABarrier(int[] out) {
        int i = Grid.x();
        Gpu.printf("%d before%n", i);
        out[i] = Block.syncCount(true);
        Gpu.printf("%d after %d%n", i, out[i]);
    }

    @GpuKernel
    static void lines(int[] values) {
        int i = Grid.x();
        if (i < values.length) {
            System.out.println("value " + values[i] + " of " + i + ", half " + values[i] * 0.5f);
            System.out.print("same line ");
            System.out.println(i);
        }
    }

    /** Conditions and choices, which are jumps in bytecode. */
    @GpuKernel
    static void expressions(int[] values) {
        for (int i = 0; i < values.length; i++) {
            int value = values[i];
            Gpu.printf(
                    "%b %d %s %b%n",
                    i > 1, value > 7 ? value : -i, value == 8 || i == 0 ? 1.5 : 2L, value > 7 && (i & 1) == 0);
        }
    }

    @GpuKernel
    static void loop(int[] values) {
        for (int i = 0; i < values.length; i++) {
            Gpu.printf("%d: %d%n", i, values[i]);
        }
    }
}
