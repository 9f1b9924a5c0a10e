package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A device's memory. What is freed is kept by size, so that an allocation that finds some calls no function of the driver.
 *
 * <p>Kept memory belongs to the stream that used it last: later work of that stream may use it at once, since it comes after. Any other
 * stream gets it once that one is idle. The driver has what the pool does not keep, in a pool of its own that puts pieces of all sizes
 * together; what both keep goes back to the device when memory is short.
 *
 * <p>Sizes are rounded up by at most an eighth, to multiples of 256 bytes and, from 16 MiB on, of 2 MiB. So arrays of nearly the same
 * length use the same memory.
 *
 * <p>Safe for use by several threads. Its lock is not held while the driver allocates or anything waits for the device.
 */
final class DevicePool {
    private static final long SMALLEST_STEP = 256;
    private static final long LARGEST_STEP = 2L << 20;
    private static final int STEPS_PER_DOUBLING = 8;

    /** More than this part of the memory is not kept: the driver's pool cuts and joins pieces, this one does not. */
    private static final int MOST_IDLE_PART = 4;

    private final CudaContext context;
    private final long limit;
    private final long mostIdle;

    private final Map<CudaStream, IdleBlocks> idle = new HashMap<>();

    /** Idle blocks that no stream uses. */
    private final IdleBlocks settled = new IdleBlocks();

    /** All idle blocks, that freed first before others. */
    private final LinkedHashSet<DeviceBlock> byAge = new LinkedHashSet<>();

    private long used;

    /** What is being asked of the driver. */
    private long asked;

    private long idleBytes;
    private long peak;

    /**
     * Makes an empty pool.
     *
     * @param context whose device
     * @param limit bytes that may be used and kept together at most
     */
    DevicePool(CudaContext context, long limit) {
        this.context = context;
        this.limit = Math.min(limit, context.device().totalMemory());
        this.mostIdle = this.limit / MOST_IDLE_PART;
    }

    /** {@return the size of the block for a number of bytes; the driver refuses to allocate nothing, so an empty array has one} */
    static long size(long bytes) {
        long step = Math.clamp(Long.highestOneBit(bytes) / STEPS_PER_DOUBLING, SMALLEST_STEP, LARGEST_STEP);
        return Math.max(1, Math.ceilDiv(bytes, step)) * step;
    }

    /**
     * Allocates memory of any content.
     *
     * @param bytes how much, at least 0
     * @param stream whose later work may use it
     * @return a block of at least this size
     * @throws GpuException if there is too little, even after the device is idle and everything that was kept is given back
     */
    DeviceBlock allocate(long bytes, CudaStream stream) {
        if (bytes > limit) {
            throw tooLittle(bytes, "");
        }
        long size = size(bytes);
        DeviceBlock kept = takeIdle(size, stream);
        if (kept != null) {
            return kept;
        }
        DeviceBlock fresh = request(size, stream);
        if (fresh == null) {
            releaseIdle();
            fresh = request(size, stream);
        }
        if (fresh == null) {
            throw tooLittle(bytes, "");
        }
        return fresh;
    }

    private synchronized @Nullable DeviceBlock takeIdle(long size, CudaStream stream) {
        IdleBlocks own = idle.get(stream);
        DeviceBlock found = own == null ? null : own.take(size);
        if (found == null) {
            found = settled.take(size);
        }
        if (found == null && settleOneWith(size)) {
            found = settled.take(size);
        }
        if (found != null) {
            byAge.remove(found);
            idleBytes -= found.bytes;
            use(found.bytes);
        }
        return found;
    }

    /** {@return whether a stream that has a block of a size is idle, so that its blocks are settled now} */
    private boolean settleOneWith(long size) {
        for (Map.Entry<CudaStream, IdleBlocks> other : idle.entrySet()) {
            if (other.getValue().has(size) && other.getKey().isIdle()) {
                other.getValue().settle(settled);
                return true;
            }
        }
        return false;
    }

    private void use(long bytes) {
        used += bytes;
        peak = Math.max(peak, used);
    }

    /** {@return a new block, null if there is too little memory} */
    private @Nullable DeviceBlock request(long size, CudaStream stream) {
        if (!reserve(size)) {
            return null;
        }
        boolean isThere = false;
        try {
            OutCell out = OutCell.mine();
            context.makeCurrent();
            int status = context.hasMemoryPool()
                    ? MemoryCalls.cuMemAllocAsync(out.first(), size, stream.handle())
                    : MemoryCalls.cuMemAlloc(out.first(), size);
            if (status == CudaError.OUT_OF_MEMORY.code()) {
                return null;
            }
            if (status != Check.SUCCESS) {
                String function = context.hasMemoryPool() ? "cuMemAllocAsync" : "cuMemAlloc";
                throw Check.failure(status, function, size + " bytes");
            }
            isThere = true;
            return new DeviceBlock(out.firstLong(), size);
        } finally {
            unreserve(size, isThere);
        }
    }

    /** Counts a block that is about to be allocated, and {@return whether the limit has room for it} */
    private synchronized boolean reserve(long size) {
        if (used + asked + size > limit) {
            return false;
        }
        while (used + asked + idleBytes + size > limit) {
            giveBack(byAge.removeFirst());
        }
        asked += size;
        return true;
    }

    private synchronized void unreserve(long size, boolean isThere) {
        asked -= size;
        if (isThere) {
            use(size);
        }
    }

    /**
     * Allocates memory that other processes can open, which the driver's pools do not have.
     *
     * @param bytes how much
     * @return the address
     * @throws GpuException if there is too little
     */
    long allocateShareable(long bytes) {
        long size = shareableSize(bytes);
        if (!reserve(size)) {
            releaseIdle();
            if (!reserve(size)) {
                throw tooLittle(bytes, "");
            }
        }
        boolean isThere = false;
        try {
            OutCell out = OutCell.mine();
            int status = withRoom(() -> MemoryCalls.cuMemAlloc(out.first(), size));
            if (status == CudaError.OUT_OF_MEMORY.code()) {
                throw tooLittle(bytes, "");
            }
            if (status != Check.SUCCESS) {
                throw Check.failure(status, "cuMemAlloc", size + " bytes");
            }
            isThere = true;
            return out.firstLong();
        } finally {
            unreserve(size, isThere);
        }
    }

    /** Frees what {@link #allocateShareable} gave for as many bytes, once nothing uses it. */
    void freeShareable(long address, long bytes) {
        synchronized (this) {
            used -= shareableSize(bytes);
        }
        context.makeCurrent();
        Check.ok(MemoryCalls.cuMemFree(address), "cuMemFree", address);
    }

    /** Other processes open all that the driver took from the device at once, so that is no other array's. */
    private static long shareableSize(long bytes) {
        return Math.max(1, Math.ceilDiv(bytes, LARGEST_STEP)) * LARGEST_STEP;
    }

    /**
     * Takes a block back after the work that a stream has now.
     *
     * @param block what was allocated
     * @param last the stream that used it last; if that is closed, all work of the device may use it
     */
    void free(DeviceBlock block, CudaStream last) {
        synchronized (this) {
            used -= block.bytes;
            if (!last.isClosed()) {
                keep(block, last);
                return;
            }
        }
        context.makeCurrent();
        Check.ok(MemoryCalls.cuMemFree(block.address), "cuMemFree", block.address);
    }

    private void keep(DeviceBlock block, CudaStream last) {
        block.lastUser = last;
        if (block.bytes > mostIdle) {
            release(block);
            return;
        }
        while (idleBytes + block.bytes > mostIdle) {
            giveBack(byAge.removeFirst());
        }
        idle.computeIfAbsent(last, _ -> new IdleBlocks()).add(block);
        byAge.add(block);
        idleBytes += block.bytes;
    }

    /** Gives an idle block to the driver. */
    private void giveBack(DeviceBlock block) {
        IdleBlocks holder = block.lastUser == null ? settled : idle.get(block.lastUser);
        if (holder != null) {
            holder.remove(block);
        }
        idleBytes -= block.bytes;
        release(block);
    }

    /** Frees a block after what uses it still, in the order of the driver's default stream if that is nothing. */
    private void release(DeviceBlock block) {
        CudaStream last = block.lastUser;
        context.makeCurrent();
        if (context.hasMemoryPool()) {
            long handle = last == null ? 0 : last.handle();
            Check.ok(MemoryCalls.cuMemFreeAsync(block.address, handle), "cuMemFreeAsync", block.address);
        } else {
            Check.ok(MemoryCalls.cuMemFree(block.address), "cuMemFree", block.address);
        }
    }

    /** Waits for the device, and gives it back everything that is kept for reuse. */
    void releaseIdle() {
        synchronized (this) {
            while (!byAge.isEmpty()) {
                giveBack(byAge.removeFirst());
            }
        }
        context.synchronize();
        context.trimMemoryPool();
    }

    /**
     * Takes a stream's blocks from it before it is closed.
     *
     * @param closing does that
     */
    synchronized void close(CudaStream stream, Runnable closing) {
        IdleBlocks left = idle.get(stream);
        if (left != null) {
            if (stream.isIdle()) {
                left.settle(settled);
            } else {
                byAge.removeIf(block -> {
                    if (block.lastUser != stream) {
                        return false;
                    }
                    giveBack(block);
                    return true;
                });
            }
            idle.remove(stream);
        }
        closing.run();
    }

    /** {@return figures of the memory now} */
    CudaContext.MemoryInfo info() {
        CudaContext.DriverMemory driver = context.driverMemory();
        synchronized (this) {
            // What the driver's pool keeps of this process.
            long kept = Math.max(0, driver.pooled() - used - idleBytes);
            long cached = idleBytes + kept;
            long free = Math.min(driver.free() + cached, limit - used);
            return new CudaContext.MemoryInfo(used, cached, peak, Math.max(0, free), limit);
        }
    }

    /**
     * Gives back what is kept for reuse, if the driver has too little memory for what it needs itself: code, or what threads have.
     *
     * @param status what a call of the driver ended with
     * @return whether the call is worth another try
     */
    boolean makesRoom(int status) {
        if (status != CudaError.OUT_OF_MEMORY.code()) {
            return false;
        }
        releaseIdle();
        return true;
    }

    /**
     * Calls the driver, in this context, and once again if it {@linkplain #makesRoom has too little memory}.
     *
     * @param call makes something that the driver has memory for
     * @return the status of the last call
     */
    int withRoom(IntSupplier call) {
        context.makeCurrent();
        int status = call.getAsInt();
        if (makesRoom(status)) {
            context.makeCurrent();
            status = call.getAsInt();
        }
        return status;
    }

    /**
     * {@return what to throw where there is too little memory}
     *
     * @param user the end of a sentence that says what needs it, empty if that is an array
     */
    GpuException tooLittle(long bytes, String user) {
        CudaContext.MemoryInfo memory = info();
        return new GpuException(
                Message.OUT_OF_DEVICE_MEMORY, bytes, context.device().name(), memory.free(), memory.total(), user);
    }
}
