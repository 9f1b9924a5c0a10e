package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.Backend;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The machine's own cores: always there, and chosen automatically only if nothing else is. */
public final class CpuBackend implements Backend {
    static final String NAME = "cpu";

    /** Made late: a device may refuse its settings, which a {@link java.util.ServiceLoader} would hide in errors of its own. */
    private @Nullable Probe probe;

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
    public synchronized Probe probe() {
        Probe known = probe;
        if (known == null) {
            known = new Probe.Present(List.of(new CpuDevice()));
            probe = known;
        }
        return known;
    }
}
