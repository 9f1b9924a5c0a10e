package dev.gpukernel.internal.cuda;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The driver once it is initialised, with at least one device.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @param library the library it was loaded from
 * @param version the newest CUDA version it supports, such as {@code 13.0}
 * @param devices all devices, in the order of their numbers
 */
public record CudaDriver(String library, String version, List<CudaDevice> devices) {
    private static final int NO_DEVICE = CudaError.NO_DEVICE.code();

    private static @Nullable Presence found;

    /** Copies the list. */
    public CudaDriver {
        devices = List.copyOf(devices);
    }

    /** Whether there is a driver to work with. */
    public sealed interface Presence permits Present, Absent {}

    /**
     * A driver with devices.
     *
     * @param driver that driver
     */
    public record Present(CudaDriver driver) implements Presence {}

    /**
     * No driver, or none with a device.
     *
     * @param reason why, and what to do
     */
    public record Absent(Diagnostic reason) implements Presence {}

    /**
     * Loads and initialises the driver, the first time in about half a second.
     *
     * @return the driver or the reason why there is none, the same for the life of the JVM
     */
    public static synchronized Presence find() {
        Presence known = found;
        if (known == null) {
            known = from(Driver.load());
            found = known;
        }
        return known;
    }

    /** Initialises what was loaded. */
    static Presence from(Driver.Result loaded) {
        return switch (loaded) {
            case Driver.Loaded library -> initialise(library.name());
            case Driver.Missing(String lookedFor) -> absent(Message.DRIVER_MISSING, lookedFor);
            case Driver.TooOld(String name, String function) ->
                absent(Message.DRIVER_TOO_OLD, function + " in " + name, Driver.OLDEST);
            case Driver.Denied(String module) -> absent(Message.NATIVE_ACCESS_DENIED, module, module);
        };
    }

    /** {@return a version as the driver encodes it, 1000 times the major plus 10 times the minor, for reading} */
    static String versionText(int encoded) {
        return encoded / 1000 + "." + encoded % 1000 / 10;
    }

    private static Presence initialise(String library) {
        int status = DeviceCalls.cuInit(0);
        if (status == NO_DEVICE) {
            return absent(Message.NO_DEVICE, library);
        }
        if (status != Check.SUCCESS) {
            return new Absent(Check.diagnostic(status, "", "cuInit", 0));
        }
        OutCell out = OutCell.mine();
        Check.ok(DeviceCalls.cuDriverGetVersion(out.first()), "cuDriverGetVersion");
        String version = versionText(out.firstInt());
        Check.ok(DeviceCalls.cuDeviceGetCount(out.first()), "cuDeviceGetCount");
        int count = out.firstInt();
        if (count == 0) {
            return absent(Message.NO_DEVICE, library);
        }
        return new Present(new CudaDriver(
                library,
                version,
                IntStream.range(0, count).mapToObj(CudaDevice::read).toList()));
    }

    private static Absent absent(Message message, Object... arguments) {
        return new Absent(Diagnostic.of(message, null, arguments));
    }
}
