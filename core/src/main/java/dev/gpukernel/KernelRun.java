package dev.gpukernel;

import java.time.Duration;

/**
 * Where and how a kernel ran last. Where it ran in pieces, because its host arrays are large, times overlap: those of transfers are what
 * all of them took, that of the kernel is the whole run. Small host arrays may stay in the host's memory, where the kernel
 * reads and writes them: the times of transfers are then zero, and that of the kernel is all.
 *
 * @param device where; its {@link Gpu#backend()} says through which backend
 * @param compile time to compile and load it for that device, once
 * @param bytesToDevice bytes that were moved to the device, 0 for resident arrays
 * @param bytesToHost bytes that came back, 0 for resident arrays
 * @param toDevice time of the transfers to the device
 * @param kernel time of the kernel itself; zero for resident arrays, where {@link GpuEvent}s tell it
 * @param toHost time of the transfers back
 */
public record KernelRun(
        Gpu device,
        Duration compile,
        long bytesToDevice,
        long bytesToHost,
        Duration toDevice,
        Duration kernel,
        Duration toHost) {}
