package dev.gpukernel.internal.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Host memory that stays in place, so that the device copies from and to it at full speed, or reads and writes it itself.
 * Allocating it takes milliseconds.
 *
 * <p>Safe for use by several threads. Closing it while the device uses it is the caller's mistake; use through
 * {@link #segment()} after that fails in Java.
 */
public final class PinnedMemory implements AutoCloseable {
    private static final int PORTABLE_AND_MAPPED = 3;

    private final CudaContext context;
    private final Handle address;
    private final long devicePointer;
    private final Arena lifetime;
    private final MemorySegment segment;

    private PinnedMemory(CudaContext context, Handle address, long devicePointer, long bytes) {
        this.context = context;
        this.address = address;
        this.devicePointer = devicePointer;
        this.lifetime = Arena.ofShared();
        this.segment = bound(address.get(), bytes, lifetime);
    }

    /** {@return new memory of any content, at least one byte} */
    public static PinnedMemory allocate(CudaContext context, long bytes) {
        OutCell out = OutCell.mine();
        context.makeCurrent();
        int status = MemoryCalls.cuMemHostAlloc(out.first(), bytes, PORTABLE_AND_MAPPED);
        if (status != Check.SUCCESS) {
            throw Check.failure(status, "cuMemHostAlloc", bytes + " bytes");
        }
        long address = out.firstLong();
        try {
            int mapped = MemoryCalls.cuMemHostGetDevicePointer(out.first(), address, 0);
            Check.ok(mapped, "cuMemHostGetDevicePointer", address);
            return new PinnedMemory(context, new Handle("pinned memory", address), out.firstLong(), bytes);
        } catch (Throwable failed) {
            MemoryCalls.cuMemFreeHost(address);
            throw failed;
        }
    }

    /** {@return its address for the device} */
    public long devicePointer() {
        address.get();
        return devicePointer;
    }

    /** {@return its address for host and driver} */
    public long address() {
        return address.get();
    }

    /** {@return its bytes, for Java} */
    public MemorySegment segment() {
        return segment;
    }

    /** Frees it. Later calls do nothing. */
    @Override
    public void close() {
        long taken = address.take();
        if (taken != 0) {
            lifetime.close();
            context.makeCurrent();
            Check.ok(MemoryCalls.cuMemFreeHost(taken), "cuMemFreeHost", taken);
        }
    }

    @SuppressWarnings("restricted") // the driver allocated exactly these bytes
    private static MemorySegment bound(long address, long bytes, Arena lifetime) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, lifetime, null);
    }
}
