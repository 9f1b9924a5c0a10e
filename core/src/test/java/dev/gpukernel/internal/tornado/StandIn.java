package dev.gpukernel.internal.tornado;

import static java.util.Objects.requireNonNull;

import dev.gpukernel.Gpu;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Backend.Probe;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.jit.OtherEngine;
import java.util.List;

/** The backend on the stand-in for TornadoVM's API, which the service does not take. */
final class StandIn {
    static final TornadoBackend BACKEND = new TornadoBackend(StandIn.class.getClassLoader(), false);
    static final Gpu GPU = OtherEngine.gpu(BACKEND);

    /** The same, as if its backend wrote CUDA C. */
    static final Backend CUDA_C = new Backend() {
        private final Probe probe = probeOnce();

        @Override
        public String name() {
            return TornadoBackend.NAME;
        }

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public Probe probe() {
            return probe;
        }

        private static Probe probeOnce() {
            TornadoApi api = requireNonNull(TornadoApi.find(StandIn.class.getClassLoader()));
            TornadoApi.Found device = api.devices().getFirst();
            return TornadoBackend.found(
                    api,
                    List.of(new TornadoApi.Found(
                            "CUDA", device.name(), device.memory(), device.sharedMemory(), device.handle())));
        }
    };

    static final Gpu GPU_OF_CUDA_C = OtherEngine.gpu(CUDA_C);

    private StandIn() {}

    /** {@return the device of the stand-in, as if its backend wrote CUDA C} */
    static Device deviceOfCudaC() {
        return ((Probe.Present) CUDA_C.probe()).devices().getFirst();
    }

    /** {@return the device of the stand-in} */
    static Device device() {
        return ((Probe.Present) BACKEND.probe()).devices().getFirst();
    }

    /** {@return the CPU, to compare with} */
    static Gpu cpu() {
        return Gpu.all().stream()
                .filter(gpu -> gpu.backend().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }
}
