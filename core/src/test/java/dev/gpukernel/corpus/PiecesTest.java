package dev.gpukernel.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.jit.OtherEngine;
import dev.gpukernel.oracle.InterpretedDevice.Interpreted;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every loop of the corpus that can be cut runs in small pieces, on a device that sees what they touch outside of their parts. */
@Execution(ExecutionMode.CONCURRENT)
class PiecesTest extends CorpusContract {
    private static final Interpreted BACKEND = new Interpreted(512, 1 << 14);
    private static final Gpu GPU = OtherEngine.gpu(BACKEND);

    @Override
    protected String backendName() {
        return BACKEND.name();
    }

    @Override
    protected Gpu gpu() {
        return GPU;
    }

    @AfterAll
    static void someRanInPieces() {
        assertThat(BACKEND.device().partLaunches()).isGreaterThan(500);
    }
}
