package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("tornado")
@ExtendWith(OnTornadoVm.class)
final class TornadoConcurrencyContractTest extends ConcurrentLaunchContract {
    @Override
    Gpu gpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals(TornadoBackend.NAME))
                .findFirst()
                .orElseThrow();
    }

    @Override
    Duration duration() {
        return Duration.ofSeconds(60);
    }
}
