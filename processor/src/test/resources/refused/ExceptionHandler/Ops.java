package com.acme;

import dev.gpukernel.GpuKernel;
import dev.gpukernel.device.Grid;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

final class Ops {
    @GpuKernel
    static void handled(MemorySegment a) {
        int i = Grid.x();
        try {
            a.setAtIndex(ValueLayout.JAVA_INT, i, 1);
        } catch (IndexOutOfBoundsException e) {
            a.setAtIndex(ValueLayout.JAVA_INT, 0, 2);
        }
    }
}
