package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.cuda.CudaDriver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** NVIDIA GPUs through the CUDA driver. */
public final class NvidiaBackend implements Backend {
    private @Nullable Probe probe;

    /** Loads nothing yet. */
    public NvidiaBackend() {}

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public int priority() {
        return 20;
    }

    @Override
    public synchronized Probe probe() {
        Probe known = probe;
        if (known == null) {
            known = switch (CudaDriver.find()) {
                case CudaDriver.Absent absent ->
                    new Probe.Absent(absent.reason().text());
                case CudaDriver.Present(CudaDriver driver) -> new Probe.Present(devices(driver));
            };
            probe = known;
        }
        return known;
    }

    private static List<Device> devices(CudaDriver driver) {
        return driver.devices().stream()
                .<Device>map(device -> new NvidiaDevice(device, driver.version()))
                .toList();
    }
}
