package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.oracle.LaunchRun.Checked;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Grid kernels whose threads meet lead, run in turn, to what they lead to with a Java thread each. More of them with
 * {@code -Dgpukernel.test.kernels=10000}, and by {@link Fuzz}.
 */
@Execution(ExecutionMode.CONCURRENT)
class GridFormTest {
    private static final int COUNT = Integer.getInteger("gpukernel.test.kernels", 8);
    private static final int BATCH = 8;

    @Test
    void runInTurnAsInThreadsOfTheirOwn() {
        List<Gpu> cpu =
                Gpu.all().stream().filter(gpu -> gpu.backend().equals("cpu")).toList();
        List<Checked> checked = new LaunchRun(new GridGenerator()::generate, cpu).runFirst(COUNT, BATCH);
        assertThat(checked).hasSize(COUNT).noneMatch(Checked::isRefused).noneMatch(Checked::isFailure);
    }
}
