package dev.gpukernel.samples;

import dev.gpukernel.Gpu;
import dev.gpukernel.Gpu.BackendStatus;
import dev.gpukernel.Gpu.Limits;
import dev.gpukernel.Settings;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/** What GpuKernel can run kernels on, here. */
@Command(
        name = "devices",
        description = "Lists every backend with its devices, or why it is absent, and which one is used.")
final class Devices implements Sample {
    /** Made by picocli. */
    Devices() {}

    @Override
    public Verdict run(Report report) {
        List<BackendStatus> backends = Gpu.backends();
        backends.forEach(backend -> tell(backend, report));
        Gpu current = Gpu.current();
        String choice = System.getProperty(Settings.BACKEND, "auto");
        long devices =
                backends.stream().mapToLong(backend -> backend.devices().size()).sum();
        return Verdict.ok("%d found, %s picks %s".formatted(devices, choice, Report.nameOf(current)));
    }

    private static void tell(BackendStatus backend, Report report) {
        if (!backend.isAvailable()) {
            report.fact(backend.name(), "absent: " + backend.absence());
            return;
        }
        for (Gpu device : backend.devices()) {
            report.fact(backend.name() + " " + device.ordinal(), device.name());
            report.fact("  memory", gibibytes(device.totalMemory()) + ", " + gibibytes(device.freeMemory()) + " free");
            device.computeCapability().ifPresent(capability -> report.fact("  capability", capability));
            report.fact("  driver", device.driverVersion());
            tell(device.limits(), report);
        }
    }

    private static void tell(Limits limits, Report report) {
        report.fact("  processors", Integer.toString(limits.multiprocessors()));
        report.fact("  block", "at most " + limits.block() + " threads, " + limits.threadsPerBlock() + " in all");
        report.fact("  grid", "at most " + limits.grid() + " blocks");
        report.fact("  shared", limits.sharedBytesPerBlock() + " bytes per block");
    }

    private static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }
}
