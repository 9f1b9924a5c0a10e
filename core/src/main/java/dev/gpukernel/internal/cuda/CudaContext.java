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
    private static final int RESERVED_NOW = 5;
    private static final long KEEP_EVERYTHING = -1L;
    private static final long NO_POOL = 0;

    private final CudaDevice device;
    private final Handle handle;
    private final long memoryPool;
    private final DevicePool pool;

    private CudaContext(CudaDevice device, Handle handle, long memoryPool, long memoryLimit) {
        this.device = device;
        this.handle = handle;
        this.memoryPool = memoryPool;
        this.pool = new DevicePool(this, memoryLimit);
    }

    /**
     * Memory of a device, in bytes.
     *
     * @param used what is allocated in this context
     * @param cached what was freed in this context and is kept for reuse
     * @param peak the most that was ever used
     * @param free what can be allocated still, {@code cached} included
     * @param total what the device has, or the limit if that is less
     */
    public record MemoryInfo(long used, long cached, long peak, long free, long total) {}

    /**
     * Memory as the driver sees it, in bytes.
     *
     * @param free what no process has
     * @param pooled what this process's memory pool has, in use or not
     */
    record DriverMemory(long free, long pooled) {}

    /**
     * The primary context of a device, made if need be, in about half a second.
     *
     * @param device which device
     * @param memoryLimit bytes of its memory that may be taken at most
     * @return the context
     */
    public static CudaContext retain(CudaDevice device, long memoryLimit) {
        OutCell out = OutCell.mine();
        int status = DeviceCalls.cuDevicePrimaryCtxRetain(out.first(), device.handle());
        Check.ok(status, "cuDevicePrimaryCtxRetain", device.handle());
        Handle handle = new Handle("the context of " + device.name(), out.firstLong());
        try {
            Check.ok(DeviceCalls.cuCtxSetCurrent(handle.get()), "cuCtxSetCurrent", handle.get());
            return new CudaContext(device, handle, openPool(device, memoryLimit), memoryLimit);
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

    /** {@return whether the driver calls it so} */
    boolean is(long context) {
        return handle.get() == context;
    }

    /** Runs something in a thread of another library, whose context is its own again after that. */
    public void inThreadOfOthers(Runnable body) {
        OutCell out = OutCell.mine();
        Check.ok(DeviceCalls.cuCtxGetCurrent(out.first()), "cuCtxGetCurrent");
        long before = out.firstLong();
        try {
            body.run();
        } finally {
            if (before != 0 && !is(before)) {
                Check.ok(DeviceCalls.cuCtxSetCurrent(before), "cuCtxSetCurrent", before);
            }
        }
    }

    /** {@return figures of the device's memory now} */
    public MemoryInfo memoryInfo() {
        return pool.info();
    }

    /** {@return the memory that its streams use} */
    DevicePool pool() {
        return pool;
    }

    /** {@return what the driver says of the device's memory} */
    DriverMemory driverMemory() {
        OutCell out = OutCell.mine();
        makeCurrent();
        Check.ok(MemoryCalls.cuMemGetInfo(out.first(), out.second()), "cuMemGetInfo");
        long free = out.firstLong();
        if (!hasMemoryPool()) {
            return new DriverMemory(free, 0);
        }
        int status = MemoryCalls.cuMemPoolGetAttribute(memoryPool, RESERVED_NOW, out.first());
        Check.ok(status, "cuMemPoolGetAttribute", memoryPool);
        return new DriverMemory(free, out.firstLong());
    }

    /** Waits for everything that was started on the device from this process. */
    public void synchronize() {
        makeCurrent();
        Check.ok(DeviceCalls.cuCtxSynchronize(), "cuCtxSynchronize");
    }

    /** Gives what the driver keeps of freed memory back to the device. */
    void trimMemoryPool() {
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
    private static long openPool(CudaDevice device, long memoryLimit) {
        if (device.get(DeviceAttribute.MEMORY_POOLS_SUPPORTED) == 0) {
            return NO_POOL;
        }
        OutCell out = OutCell.mine();
        int status = MemoryCalls.cuDeviceGetDefaultMemPool(out.first(), device.handle());
        Check.ok(status, "cuDeviceGetDefaultMemPool", device.handle());
        long pool = out.firstLong();
        MemorySegment threshold = out.second();
        threshold.set(ValueLayout.JAVA_LONG, 0, memoryLimit < device.totalMemory() ? memoryLimit : KEEP_EVERYTHING);
        int set = MemoryCalls.cuMemPoolSetAttribute(pool, RELEASE_THRESHOLD, threshold);
        Check.ok(set, "cuMemPoolSetAttribute", pool);
        return pool;
    }
}
