package dev.gpukernel.internal.tornado;

import dev.gpukernel.Gpu;
import java.time.Duration;

final class StandInConcurrencyTest extends ConcurrentLaunchContract {
    @Override
    Gpu gpu() {
        return StandIn.GPU;
    }

    @Override
    Duration duration() {
        return Duration.ofSeconds(1);
    }
}
