package dev.gpukernel.internal.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A device's primary context, which this process shares with every other user of the device in it. Nouns of this package
 * make it current immediately before each driver call, in the same method: a virtual thread may have changed its carrier
 * at any point where it could block.
 *
 * <p>Safe for use by several threads. It is closed after everything that was made in it.
 */
public final class CudaContext implements AutoCloseable {
    private static final int RELEASE_THRESHOLD = 4;
    private static final long KEEP_EVERYTHING = -1L;
    private static final long NO_POOL = 0;

    private final CudaDevice device;
    private final Handle handle;
    private final long memoryPool;

    private CudaContext(CudaDevice device, Handle handle, long memoryPool) {
        this.device = device;
        this.handle = handle;
        this.memoryPool = memoryPool;
    }

    /**
     * Memory of a device.
     *
     * @param free bytes that can be allocated, by any process
     * @param total bytes that the device has
     */
    public record MemoryInfo(long free, long total) {}

    /** {@return the primary context of a device, made if need be, in about half a second} */
    public static CudaContext retain(CudaDevice device) {
        OutCell out = OutCell.mine();
        int status = DeviceCalls.cuDevicePrimaryCtxRetain(out.first(), device.handle());
        Check.ok(status, "cuDevicePrimaryCtxRetain", device.handle());
        Handle handle = new Handle("the context of " + device.name(), out.firstLong());
        try {
            Check.ok(DeviceCalls.cuCtxSetCurrent(handle.get()), "cuCtxSetCurrent", handle.get());
            return new CudaContext(device, handle, openPool(device));
        } catch (Throwable failed) {
            DeviceCalls.cuDevicePrimaryCtxRelease(device.handle());
            throw failed;
        }
    }

    /** {@return the device it belongs to} */
    public CudaDevice device() {
        return device;
    }

    /** Makes this the calling thread's context, in some ten nanoseconds. */
    public void makeCurrent() {
        long context = handle.get();
        Check.ok(DeviceCalls.cuCtxSetCurrent(context), "cuCtxSetCurrent", context);
    }

    /** {@return how much memory the device has and has left} */
    public MemoryInfo memoryInfo() {
        OutCell out = OutCell.mine();
        makeCurrent();
        Check.ok(MemoryCalls.cuMemGetInfo(out.first(), out.second()), "cuMemGetInfo");
        return new MemoryInfo(out.firstLong(), out.secondLong());
    }

    /** Waits for everything that was started on the device from this process. */
    public void synchronize() {
        makeCurrent();
        Check.ok(DeviceCalls.cuCtxSynchronize(), "cuCtxSynchronize");
    }

    /** Waits for the device, and gives memory that was freed and kept for reuse back to it. */
    public void releaseFreedMemory() {
        synchronize();
        if (hasMemoryPool()) {
            Check.ok(MemoryCalls.cuMemPoolTrimTo(memoryPool, 0), "cuMemPoolTrimTo", memoryPool);
        }
    }

    /** Gives the context up. It ends when nothing else in the process uses it. Later calls do nothing. */
    @Override
    public void close() {
        if (handle.take() != 0) {
            Check.ok(
                    DeviceCalls.cuDevicePrimaryCtxRelease(device.handle()),
                    "cuDevicePrimaryCtxRelease",
                    device.handle());
        }
    }

    boolean hasMemoryPool() {
        return memoryPool != NO_POOL;
    }

    /** The device's default pool, told to keep freed memory: giving it back costs far more than the allocation. */
    private static long openPool(CudaDevice device) {
        if (device.get(DeviceAttribute.MEMORY_POOLS_SUPPORTED) == 0) {
            return NO_POOL;
        }
        OutCell out = OutCell.mine();
        int status = MemoryCalls.cuDeviceGetDefaultMemPool(out.first(), device.handle());
        Check.ok(status, "cuDeviceGetDefaultMemPool", device.handle());
        long pool = out.firstLong();
        MemorySegment threshold = out.second();
        threshold.set(ValueLayout.JAVA_LONG, 0, KEEP_EVERYTHING);
        int set = MemoryCalls.cuMemPoolSetAttribute(pool, RELEASE_THRESHOLD, threshold);
        Check.ok(set, "cuMemPoolSetAttribute", pool);
        return pool;
    }
}
