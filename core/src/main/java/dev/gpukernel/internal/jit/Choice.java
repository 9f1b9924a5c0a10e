package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuException;
import dev.gpukernel.Settings;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Backend;
import dev.gpukernel.internal.backend.Backend.Probe;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.MemoryLimit;
import dev.gpukernel.internal.setting.Setting;
import dev.gpukernel.internal.setting.SettingsCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chooses the device that kernels run on when nothing else is said. */
final class Choice {
    private static final System.Logger LOGGER = System.getLogger("dev.gpukernel");
    private static final String AUTO = "auto";

    private final List<Backend> backends;

    Choice(List<Backend> backends) {
        this.backends = backends.stream()
                .sorted(Comparator.comparingInt(Backend::priority))
                .toList();
    }

    /**
     * {@return the backends, the preferred one first}
     *
     * @throws GpuException if {@link Settings#MEMORY} is no size
     */
    List<Backend> backends() {
        MemoryLimit.bytes();
        return backends;
    }

    /**
     * Chooses by {@link Settings#BACKEND} and {@link Settings#DEVICE}; says which and why if left to itself.
     *
     * @throws GpuException if what is asked for by name is not there, or {@link Settings#MEMORY} is no size
     */
    Device choose() {
        MemoryLimit.bytes();
        String asked = Setting.BACKEND.value();
        return asked.equals(AUTO) ? automatic() : device(named(asked));
    }

    /** {@return whether the device is chosen without a backend that is asked for} */
    static boolean isAutomatic() {
        return Setting.BACKEND.has(AUTO);
    }

    /** Says in the log which settings are mistyped. */
    static void warnOfSettings() {
        Properties all = System.getProperties();
        Map<String, String> texts = all.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, name -> all.getProperty(name, "")));
        SettingsCheck.warnings(texts).forEach(warning -> LOGGER.log(System.Logger.Level.WARNING, warning));
    }

    private Device automatic() {
        List<String> absent = new ArrayList<>();
        for (Backend backend : backends) {
            switch (backend.probe()) {
                case Probe.Absent(String reason) -> {
                    absent.add(backend.name() + ": " + reason);
                    LOGGER.log(System.Logger.Level.DEBUG, "backend {0} is not available: {1}", backend.name(), reason);
                }
                case Probe.Present _ -> {
                    Device device = device(backend);
                    // Who has a GPU that is not found looks there.
                    String hint = device.sharesHeap() && !absent.isEmpty() ? "; Gpu.backends() says why on no GPU" : "";
                    LOGGER.log(System.Logger.Level.INFO, "kernels run on {0}{1}", device.info(), hint);
                    return device;
                }
            }
        }
        throw new GpuException(Message.BACKEND_ABSENT, AUTO, String.join("; ", absent));
    }

    private Backend named(String name) {
        for (Backend backend : backends) {
            if (backend.name().equals(name)) {
                return backend;
            }
        }
        List<String> names = Stream.concat(Stream.of(AUTO), backends.stream().map(Backend::name))
                .toList();
        throw new GpuException(
                Message.BACKEND_UNKNOWN,
                Setting.BACKEND.written(),
                String.join(", ", names),
                Setting.didYouMean(name, names));
    }

    private static String listed(List<Device> devices) {
        return devices.stream()
                .map(Device::info)
                .map(info -> info.ordinal() + " is " + info.name())
                .collect(Collectors.joining(", "));
    }

    private static Device device(Backend backend) {
        return switch (backend.probe()) {
            case Probe.Absent(String reason) -> throw new GpuException(Message.BACKEND_ABSENT, backend.name(), reason);
            case Probe.Present(List<Device> devices) -> {
                String asked = Setting.DEVICE.value();
                int ordinal = asked.matches("\\d{1,6}") ? Integer.parseInt(asked) : -1;
                if (ordinal < 0 || ordinal >= devices.size()) {
                    throw new GpuException(
                            Message.DEVICE_UNKNOWN, asked, backend.name(), devices.size() - 1, listed(devices));
                }
                yield devices.get(ordinal);
            }
        };
    }
}
