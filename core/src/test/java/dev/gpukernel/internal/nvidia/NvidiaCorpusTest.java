package dev.gpukernel.internal.nvidia;

import dev.gpukernel.corpus.CorpusContract;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
final class NvidiaCorpusTest extends CorpusContract {
    @Override
    protected String backendName() {
        return "cuda";
    }
}
