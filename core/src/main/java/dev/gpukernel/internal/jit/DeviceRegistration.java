package dev.gpukernel.internal.jit;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuRegistration;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import org.jspecify.annotations.Nullable;

/** Memory that is registered with a device, or was to be. */
final class DeviceRegistration implements GpuRegistration {
    private final Gpu gpu;
    private final MemorySegment memory;
    private final Cleaner.@Nullable Cleanable registered;
    private final boolean isPinned;

    /**
     * Makes it.
     *
     * @param gpu the device
     * @param memory the memory
     * @param end ends the registration, null if the device has none
     * @param isPinned whether the memory is pinned until then
     */
    DeviceRegistration(Gpu gpu, MemorySegment memory, @Nullable Runnable end, boolean isPinned) {
        this.gpu = gpu;
        this.memory = memory;
        this.isPinned = isPinned;
        this.registered = end == null ? null : HeldArray.CLEANER.register(this, end);
    }

    @Override
    public MemorySegment memory() {
        return memory;
    }

    @Override
    public Gpu device() {
        return gpu;
    }

    @Override
    public boolean isPinned() {
        return isPinned;
    }

    @Override
    public void close() {
        if (registered != null) {
            registered.clean();
        }
    }

    @Override
    public String toString() {
        return "GpuRegistration of %s on %s%s".formatted(memory, gpu, isPinned() ? "" : ", not pinned");
    }
}
