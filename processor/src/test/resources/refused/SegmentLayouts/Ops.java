package com.acme;

import dev.gpukernel.GpuKernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

final class Ops {
    @GpuKernel
    static void copyBits(MemorySegment numbers, int n) {
        for (int i = 0; i < n; i++) {
            float number = numbers.getAtIndex(ValueLayout.JAVA_FLOAT, i);
            numbers.setAtIndex(ValueLayout.JAVA_INT, i, Float.floatToRawIntBits(number));
        }
    }
}
