package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Generated loops run in pieces of a few iterations, on a device that sees what they touch outside of their parts of arrays. More of
 * them with {@code -Dgpukernel.test.kernels=10000}.
 */
@Execution(ExecutionMode.CONCURRENT)
class GeneratedPiecesTest {
    private static final int COUNT = Integer.getInteger("gpukernel.test.kernels", 24);
    private static final int PIECE_BYTES = 64;

    /** Arrays of generated kernels are small. */
    private static final int MOST_FREE = 2048;

    private final Interpreted backend = new Interpreted(PIECE_BYTES, MOST_FREE);
    private final List<Gpu> gpus = List.of(OtherEngine.gpu(backend));

    @Test
    void nestsLeadToWhatTheyLeadToInJava() {
        DifferentialRun run = new DifferentialRun(new NestGenerator()::generate, gpus);
        assertThat(run.run(1, 1 + COUNT, _ -> {}).failures()).isEmpty();
        assertThat(backend.device().partLaunches()).isPositive();
    }

    @Test
    void loopsThatCarryValuesLeadToWhatTheyLeadToInJava() {
        LaunchRun run = new LaunchRun(new CarriedGenerator()::generate, gpus);
        assertThat(run.run(LongStream.range(1, 1 + 2L * COUNT).toArray(), _ -> {}))
                .filteredOn(LaunchRun.Checked::isFailure)
                .isEmpty();
        assertThat(backend.device().partLaunches()).isPositive();
    }
}
