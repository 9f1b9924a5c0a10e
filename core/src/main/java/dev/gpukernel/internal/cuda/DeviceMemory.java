package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Memory on a device, allocated and freed in the order of a stream by the {@link DevicePool}: neither waits for the device, except where
 * memory is short. Work on other streams must be made to wait for both.
 *
 * <p>Safe for use by several threads; closing it frees it once.
 */
public final class DeviceMemory implements AutoCloseable {
    private final CudaStream stream;
    private final long bytes;

    /** What the pool gave, null if this is memory of the host. */
    private final @Nullable DeviceBlock block;

    /** What the memory is part of, null if it is none that was registered. */
    private final HostRegistry.@Nullable Registered registered;

    private final Handle pointer;

    private DeviceMemory(
            CudaStream stream,
            long bytes,
            long address,
            @Nullable DeviceBlock block,
            HostRegistry.@Nullable Registered registered) {
        this.stream = stream;
        this.bytes = bytes;
        this.block = block;
        this.registered = registered;
        this.pointer = new Handle("device memory", address);
    }

    /**
     * Allocates memory of any content.
     *
     * @param bytes how much, at least 0
     * @param stream whose later work may use it
     * @return the memory
     * @throws GpuException if the device has too little, even after giving back what was freed
     */
    public static DeviceMemory allocate(long bytes, CudaStream stream) {
        if (bytes < 0) {
            throw new GpuException(Message.NEGATIVE_SIZE, "a number of bytes", bytes);
        }
        DeviceBlock block = stream.context().pool().allocate(bytes, stream);
        return new DeviceMemory(stream, bytes, block.address, block, null);
    }

    /**
     * Takes memory that somebody else allocated. Closing it here does not free it.
     *
     * @param address where it begins
     * @param bytes how much, at least 1
     * @param stream a stream of the device that uses it
     * @return the memory
     * @throws IllegalArgumentException if this device has no such memory
     */
    public static DeviceMemory foreign(long address, long bytes, CudaStream stream) {
        PointerFacts.require(address, bytes, stream.context());
        return new DeviceMemory(stream, bytes, address, null, null);
    }

    /** {@return memory of the host for work that takes memory of the device; closing it frees nothing} */
    static DeviceMemory mapped(PinnedMemory host, long bytes, CudaStream stream) {
        return new DeviceMemory(stream, bytes, host.devicePointer(), null, null);
    }

    /**
     * Takes memory that is registered for being read in place for memory of the device. It stays registered until this is freed.
     *
     * @param host native memory
     * @param registry has what is registered
     * @param stream a stream that is done with it when it is freed
     * @return the memory, null if none of it is to be read in place
     */
    public static @Nullable DeviceMemory inPlace(MemorySegment host, HostRegistry registry, CudaStream stream) {
        HostRegistry.Registered used = registry.use(host, true);
        return used == null ? null : new DeviceMemory(stream, host.byteSize(), used.devicePointer(host), null, used);
    }

    /** {@return its address on the device} */
    public long pointer() {
        return pointer.get();
    }

    /** {@return its size in bytes} */
    public long bytes() {
        return bytes;
    }

    /** Sets every byte, in the order of a stream. */
    public void fill(byte value, CudaStream queue) {
        fill(value, 0, bytes, queue);
    }

    /** Sets some bytes, in the order of a stream. */
    public void fill(byte value, long from, long count, CudaStream queue) {
        Objects.checkFromIndexSize(from, count, bytes);
        long address = pointer.get() + from;
        long handle = queue.handle();
        stream.context().makeCurrent();
        int status = CopyCalls.cuMemsetD8Async(address, value, count, handle);
        if (status != Check.SUCCESS) {
            throw Check.failure(status, "cuMemsetD8Async", Check.hex(address), value, count + " bytes");
        }
    }

    /** Copies some bytes to other memory of the same device, in the order of a stream. */
    public void copyTo(long offset, DeviceMemory target, long targetOffset, long count, CudaStream queue) {
        Objects.checkFromIndexSize(offset, count, bytes);
        Objects.checkFromIndexSize(targetOffset, count, target.bytes);
        long from = pointer.get() + offset;
        long to = target.pointer.get() + targetOffset;
        long handle = queue.handle();
        stream.context().makeCurrent();
        int status = CopyCalls.cuMemcpyDtoDAsync(to, from, count, handle);
        Check.copied(status, "cuMemcpyDtoDAsync", to, from, count);
    }

    /** Frees it after the work that its stream has now, or after all work if that stream is closed. */
    @Override
    public void close() {
        free(stream);
    }

    /**
     * Frees it after the work that a stream has now. Later calls do nothing.
     *
     * @param last the stream that used it last; if that is closed, it is freed after all work of the device
     */
    public void free(CudaStream last) {
        boolean isFirst = pointer.take() != 0;
        if (isFirst && block != null) {
            stream.context().pool().free(block, last);
        }
        if (isFirst && registered != null) {
            registered.endUse();
        }
    }
}
