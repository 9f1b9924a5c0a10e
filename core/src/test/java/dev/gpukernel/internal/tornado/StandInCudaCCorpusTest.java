package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import dev.gpukernel.corpus.CorpusContract;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class StandInCudaCCorpusTest extends CorpusContract {
    @RegisterExtension
    static final Refused REFUSED = new Refused(StandInCudaCCorpusTest.class, 214);

    @Override
    protected String backendName() {
        return TornadoBackend.NAME;
    }

    @Override
    protected Gpu gpu() {
        return StandIn.GPU_OF_CUDA_C;
    }
}
