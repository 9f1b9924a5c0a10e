package dev.gpukernel.internal.cuda;

import org.jspecify.annotations.Nullable;

/** Bytes that the driver allocated, in use or kept by a {@link DevicePool}, which guards what changes. */
final class DeviceBlock {
    final long address;
    final long bytes;

    /** While kept: the stream whose work so far may use it still, null if nothing does. */
    @Nullable CudaStream lastUser;

    DeviceBlock(long address, long bytes) {
        this.address = address;
        this.bytes = bytes;
    }
}
