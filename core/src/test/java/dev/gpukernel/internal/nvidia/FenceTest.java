package dev.gpukernel.internal.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.Kernel;
import dev.gpukernel.Launch;
import dev.gpukernel.contract.AtomicKernels;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A fence on a GPU, or on the fake one, whose first-level cache is behind until one. */
@Tag("gpu")
final class FenceTest {
    @Test
    void theThreadThatIsDoneLastSeesWhatAllOthersLeft() {
        Gpu gpu = Gpu.all().stream()
                .filter(each -> each.backend().equals("cuda"))
                .findFirst()
                .orElseThrow();
        Kernel kernel = Kernel.of(AtomicKernels.class, "lastThreadDone");
        for (int times = 0; times < 50; times++) {
            int[] values = new Random(times).ints(4 * AtomicKernels.BLOCK).toArray();
            int[] total = new int[1];
            int expected = Arrays.stream(values).map(value -> 3 * value + 1).sum();
            gpu.run(() -> kernel.launch(Launch.of(4, AtomicKernels.BLOCK), values, new int[1], total));
            assertThat(total).containsExactly(expected);
        }
    }
}
