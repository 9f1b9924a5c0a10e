package dev.gpukernel.internal.backend;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a device.
 *
 * @param backend name of its backend
 * @param ordinal its number within the backend
 * @param name its name
 * @param computeCapability such as {@code 9.0}, or {@code null} if it is not an NVIDIA GPU
 * @param driverVersion version of the driver, or of the Java runtime for the CPU
 * @param totalMemory bytes
 * @param limits what a launch may ask for
 */
public record DeviceInfo(
        String backend,
        int ordinal,
        String name,
        @Nullable String computeCapability,
        String driverVersion,
        long totalMemory,
        DeviceLimits limits) {

    @Override
    public String toString() {
        return name + " (" + backend + " " + ordinal + ")";
    }
}
