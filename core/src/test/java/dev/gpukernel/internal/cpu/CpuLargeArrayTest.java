package dev.gpukernel.internal.cpu;

import com.sun.management.OperatingSystemMXBean;
import dev.gpukernel.Gpu;
import dev.gpukernel.contract.LargeArrayContract;
import dev.gpukernel.internal.jit.OtherEngine;
import java.lang.management.ManagementFactory;

final class CpuLargeArrayTest extends LargeArrayContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }

    /** Half of what the machine has left. */
    @Override
    protected long room() {
        long free =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getFreeMemorySize();
        return Math.min(CPU.memory().free(), free / 2);
    }

    @Override
    protected long bytes() {
        return (1L << 31) + 70_003;
    }
}
