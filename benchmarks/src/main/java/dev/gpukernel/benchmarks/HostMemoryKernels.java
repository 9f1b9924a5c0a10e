package dev.gpukernel.benchmarks;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.gpukernel.GpuKernel;
import java.lang.foreign.MemorySegment;

/** Loops over memory beside the Java heap. */
final class HostMemoryKernels {
    private HostMemoryKernels() {}

    /** Reads each element once and brings back a number. */
    @GpuKernel
    static int above(float bound, MemorySegment x) {
        int count = 0;
        for (long i = 0; i < x.byteSize() / 4; i++) {
            if (x.getAtIndex(JAVA_FLOAT, i) > bound) {
                count++;
            }
        }
        return count;
    }

    /** Reads few elements of a table. */
    @GpuKernel
    static void gather(MemorySegment table, MemorySegment indices, MemorySegment out) {
        for (long i = 0; i < out.byteSize() / 4; i++) {
            out.setAtIndex(JAVA_FLOAT, i, table.getAtIndex(JAVA_FLOAT, indices.getAtIndex(JAVA_INT, i)));
        }
    }

    @GpuKernel
    static void scale(float factor, MemorySegment x, MemorySegment y) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_FLOAT, i, factor * x.getAtIndex(JAVA_FLOAT, i));
        }
    }

    @GpuKernel
    static void saxpy(float a, MemorySegment x, MemorySegment y) {
        for (long i = 0; i < y.byteSize() / 4; i++) {
            y.setAtIndex(JAVA_FLOAT, i, a * x.getAtIndex(JAVA_FLOAT, i) + y.getAtIndex(JAVA_FLOAT, i));
        }
    }
}
