package dev.gpukernel.internal.backend;

/**
 * Figures of a device's memory, in bytes.
 *
 * @param used what arrays and launches have now
 * @param cached what was freed and is kept for later arrays and launches
 * @param peak the most that was ever used
 * @param free what can be allocated still, {@code cached} included
 * @param total what there is, or the limit that {@link MemoryLimit} says
 */
public record MemoryUse(long used, long cached, long peak, long free, long total) {}
