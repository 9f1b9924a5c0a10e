package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.device.Grid;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One launch works on one device: here a GPU and the CPU, which every machine with a GPU has. */
@Tag("gpu")
final class DeviceMismatchTest {
    private static Gpu device(String backend) {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals(backend))
                .findFirst()
                .orElseThrow();
    }

    @GpuKernel
    static void copy(int[] from, int[] to) {
        int i = Grid.x();
        if (i < to.length) {
            to[i] = from[i];
        }
    }

    @Test
    void arraysOfTwoDevicesAreRefused() {
        Kernel kernel = Kernel.of(DeviceMismatchTest.class, "copy");
        int[] host = {1, 2, 3};
        try (GpuArray<int[]> onGpu = device("cuda").upload(host);
                GpuArray<int[]> onCpu = device("cpu").upload(host);
                GpuArray<int[]> target = device("cuda").allocate(int[].class, 3);
                GpuStream cpuStream = device("cpu").newStream()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel.launch(Launch.covering(3), onCpu, target))
                    .withMessageContaining("[DeviceMismatch] argument 'to'");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kernel.launch(Launch.covering(3).on(cpuStream), onGpu, target))
                    .withMessageContaining("[DeviceMismatch] argument 'from'");
            kernel.launch(Launch.covering(3), onGpu, target);
            assertThat(target.toHost()).containsExactly(host);
        }
    }
}
