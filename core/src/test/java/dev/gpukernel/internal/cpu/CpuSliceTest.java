package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.contract.SliceContract;
import dev.gpukernel.internal.jit.OtherEngine;
import org.junit.jupiter.api.Test;

final class CpuSliceTest extends SliceContract {
    private static final Gpu CPU = OtherEngine.gpu(new CpuBackend());

    @Override
    protected Gpu gpu() {
        return CPU;
    }

    /** Runs as it is written, since it prints. */
    @GpuKernel
    static int[] printed(int[] from, int[] to) {
        for (int i = 0; i < from.length; i++) {
            to[i] = from[i] + 1;
            if (from[i] == -1) {
                System.out.println("minus one");
            }
        }
        return to;
    }

    @Test
    void methodsThatRunAsTheyAreWrittenTakeAndReturnSlices() {
        Kernel kernel = Kernel.of(CpuSliceTest.class, "printed");
        try (GpuArray<int[]> whole = CPU.upload(new int[] {1, 2, 3, 4, 5, 6})) {
            GpuArray<int[]> to = whole.slice(4, 6);
            assertThat(kernel.launch(whole.slice(1, 3), to)).isSameAs(to);
            assertThat(whole.toHost()).containsExactly(1, 2, 3, 4, 3, 4);
            assertThat(kernel.launch(to, whole.slice(4, 6))).isInstanceOf(GpuArray.class);
            assertThat(whole.toHost()).containsExactly(1, 2, 3, 4, 4, 5);
            // What was done before the exception stays, as in Java.
            assertThatThrownBy(() -> kernel.launch(whole.slice(0, 3), to))
                    .isInstanceOf(ArrayIndexOutOfBoundsException.class);
            assertThat(whole.toHost()).containsExactly(1, 2, 3, 4, 2, 3);
        }
    }
}
