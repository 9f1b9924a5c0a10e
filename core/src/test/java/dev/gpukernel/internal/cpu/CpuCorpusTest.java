package dev.gpukernel.internal.cpu;

import dev.gpukernel.corpus.CorpusContract;

final class CpuCorpusTest extends CorpusContract {
    @Override
    protected String backendName() {
        return CpuBackend.NAME;
    }
}
