package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.Backend;
import java.util.List;

/** The machine's own cores: always there, and chosen automatically only if nothing else is. */
public final class CpuBackend implements Backend {
    static final String NAME = "cpu";

    private final Probe probe = new Probe.Present(List.of(new CpuDevice()));

    /** Called by {@link java.util.ServiceLoader}. */
    public CpuBackend() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public Probe probe() {
        return probe;
    }
}
