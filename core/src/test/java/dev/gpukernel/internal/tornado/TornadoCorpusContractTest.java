package dev.gpukernel.internal.tornado;

import dev.gpukernel.corpus.CorpusContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("tornado")
@ExtendWith(OnTornadoVm.class)
final class TornadoCorpusContractTest extends CorpusContract {
    @RegisterExtension
    static final Refused REFUSED = new Refused(TornadoCorpusContractTest.class, 209);

    @Override
    protected String backendName() {
        return TornadoBackend.NAME;
    }
}
