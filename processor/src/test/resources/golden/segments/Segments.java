package com.acme;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.lang.foreign.MemorySegment;

/** Memory segments, also in overloads, whose arrays on a device would not tell which is meant. */
public class Segments {
    @GpuKernel
    public static void scale(float a, MemorySegment x, float[] y) {
        for (int i = 0; i < y.length; i++) {
            y[i] = a * x.getAtIndex(JAVA_FLOAT, i);
        }
    }

    @GpuKernel
    static void fill(int v, MemorySegment x) {
        for (long i = 0; i < x.byteSize() / JAVA_INT.byteSize(); i++) {
            x.setAtIndex(JAVA_INT, i, v);
        }
    }

    @GpuKernel
    static void fill(int v, int[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = v;
        }
    }

    @GpuKernel
    static void grid(MemorySegment x) {
        x.setAtIndex(JAVA_INT, Grid.x(), Grid.x());
    }
}
