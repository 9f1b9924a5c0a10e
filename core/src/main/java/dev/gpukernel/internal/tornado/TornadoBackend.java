package dev.gpukernel.internal.tornado;

import dev.gpukernel.GpuException;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Device;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** GPUs through TornadoVM, if the JVM was started with it. */
public final class TornadoBackend implements Backend {
    static final String NAME = "tornado";

    /** The runtime comes with TornadoVM's SDK only; its API may be on a class path by itself. */
    private static final String RUNTIME = "uk.ac.manchester.tornado.runtime.TornadoCoreRuntime";

    /** TornadoVM's backends whose code there is a way to keep exact, the one taken first in front. */
    private static final List<String> EXACT = List.of(Generator.PTX.backend(), Generator.CUDA_C.backend());

    /** What is most often missing where TornadoVM is. */
    private static final String NEEDS_DRIVER =
            "its backends for PTX and CUDA need the NVIDIA driver (libcuda.so.1, or nvcuda.dll on Windows); nvidia-smi"
                    + " tells whether it works";

    private final ClassLoader loader;
    private final boolean needsRuntime;
    private @Nullable Probe probe;

    /** Loads nothing yet. */
    public TornadoBackend() {
        this(ClassLoader.getSystemClassLoader(), true);
    }

    /**
     * Takes TornadoVM from somewhere.
     *
     * @param loader where its API is
     * @param needsRuntime whether its own runtime must be there too
     */
    TornadoBackend(ClassLoader loader, boolean needsRuntime) {
        this.loader = loader;
        this.needsRuntime = needsRuntime;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int priority() {
        return 10;
    }

    @Override
    public synchronized Probe probe() {
        Probe known = probe;
        if (known == null) {
            known = find();
            probe = known;
        }
        return known;
    }

    private Probe find() {
        if (needsRuntime && !isThere(RUNTIME)) {
            return new Probe.Absent("Java was not started with TornadoVM's SDK; "
                    + howToStart(System.getenv("TORNADOVM_HOME"), isThere(TornadoApi.GRAPH)));
        }
        try {
            TornadoApi api = TornadoApi.find(loader);
            return api == null
                    ? new Probe.Absent("there is no class uk.ac.manchester.tornado.api.TaskGraph")
                    : found(api, api.devices());
        } catch (GpuException e) {
            return new Probe.Absent(String.valueOf(e.getMessage()));
        } catch (TornadoApi.Failure e) {
            return new Probe.Absent("TornadoVM fails to look for devices: " + e.getMessage() + "; " + NEEDS_DRIVER);
        }
    }

    /**
     * Takes the devices whose results can be Java's.
     *
     * @param all what TornadoVM finds
     */
    static Probe found(TornadoApi api, List<TornadoApi.Found> all) {
        List<TornadoApi.Found> taken = all.stream()
                .filter(device -> EXACT.contains(device.backend()))
                .sorted(Comparator.comparingInt(device -> EXACT.indexOf(device.backend())))
                .toList();
        if (!taken.isEmpty()) {
            List<Device> devices = new ArrayList<>();
            for (TornadoApi.Found device : taken) {
                long place = taken.subList(0, devices.size()).stream()
                        .filter(before -> before.backend().equals(device.backend()))
                        .count();
                devices.add(new TornadoDevice(api, device, devices.size(), (int) place));
            }
            return new Probe.Present(devices);
        }
        String others =
                all.stream().map(TornadoApi.Found::backend).distinct().sorted().collect(Collectors.joining(", "));
        return new Probe.Absent(
                others.isEmpty()
                        ? "TornadoVM " + api.version() + " finds no device; " + NEEDS_DRIVER
                        : "TornadoVM " + api.version() + " has devices of its backend " + others
                                + " only, whose results are not Java's; install its SDK with the backend for PTX or"
                                + " CUDA");
    }

    /**
     * {@return how to start Java with TornadoVM}
     *
     * @param home where its SDK is, as the environment says, if it does
     * @param hasApi whether its API is there without the rest
     */
    static String howToStart(@Nullable String home, boolean hasApi) {
        String alone = hasApi ? "its API on the class path is not enough; " : "";
        return alone
                + (home == null || home.isBlank()
                        ? "install the SDK, set TORNADOVM_HOME to its folder, and start Java with its argument file:"
                                + " java @$TORNADOVM_HOME/tornado-argfile ..."
                        : "start it with the argument file: java @" + home + "/tornado-argfile ...");
    }

    private boolean isThere(String name) {
        try {
            Class.forName(name, false, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError _) {
            return false;
        }
    }
}
