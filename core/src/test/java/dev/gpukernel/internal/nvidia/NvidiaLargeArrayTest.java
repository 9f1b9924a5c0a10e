package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.Kernel;
import dev.gpukernel.contract.LargeArrayContract;
import dev.gpukernel.contract.LargeSegmentKernels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
final class NvidiaLargeArrayTest extends LargeArrayContract {
    @Override
    protected Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
    }

    @Override
    protected long room() {
        return gpu().memory().free();
    }

    @Override
    protected long bytes() {
        return 1L << 32;
    }

    /** All sums are whole numbers, so that their order does not show. */
    @Test
    void floatsOnTheDevice() {
        long n = 1L << 32;
        assumeTrue(room() > 4 * n + (1L << 28));
        try (GpuArray<float[]> x = gpu().allocate(float[].class, n)) {
            Kernel.of(LargeSegmentKernels.class, "fillFloats").launch(x);
            for (long from : new long[] {0, (1L << 30) - 500, (1L << 31) - 500, n - 1000}) {
                float[] part = x.slice(from, from + 1000).toHost();
                for (int i = 0; i < part.length; i++) {
                    long at = from + i;
                    assertThat(part[i]).isEqualTo((float) ((at ^ (at >> 32)) & 63));
                }
            }
            long expected = (n >> 6) * 63 * 32;
            assertThat(Kernel.of(LargeSegmentKernels.class, "sumFloats").launch(x))
                    .isEqualTo((double) expected);
        }
    }
}
