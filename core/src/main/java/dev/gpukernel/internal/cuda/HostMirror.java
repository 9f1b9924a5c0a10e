package dev.gpukernel.internal.cuda;

/**
 * Device memory and as much pinned memory, copied from one to the other in one go each: what is small costs hardly more than the calls.
 * For one thread at a time, who waits for a copy before touching its bytes.
 */
public final class HostMirror {
    private final DeviceMemory device;
    private final PinnedMemory host;
    private final DeviceMemory mapped;
    private final CopyKernel kernel;
    private final CopyKernel.Arguments arguments = new CopyKernel.Arguments();

    private HostMirror(DeviceMemory device, PinnedMemory host, DeviceMemory mapped, CopyKernel kernel) {
        this.device = device;
        this.host = host;
        this.mapped = mapped;
        this.kernel = kernel;
    }

    /**
     * Makes one.
     *
     * @param bytes its size, a multiple of 16
     * @param stream whose later work may use it
     * @param kernel copies what is small
     * @return the mirror
     * @throws dev.gpukernel.GpuException if there is too little memory on either side
     */
    static HostMirror allocate(long bytes, CudaStream stream, CopyKernel kernel) {
        PinnedMemory host = PinnedMemory.allocate(stream.context(), bytes);
        try {
            DeviceMemory mapped = DeviceMemory.mapped(host, bytes, stream);
            return new HostMirror(DeviceMemory.allocate(bytes, stream), host, mapped, kernel);
        } catch (Throwable failed) {
            host.close();
            throw failed;
        }
    }

    /** {@return the device's side} */
    public DeviceMemory device() {
        return device;
    }

    /** {@return the host's side, which the device reads and writes where it is} */
    public DeviceMemory mapped() {
        return mapped;
    }

    /** Puts all elements of an array of primitives into the host's side, from a byte on. Allocates nothing. */
    public void put(Object array, int length, long offset) {
        HeapArray.read(array, 0, length, host.segment(), offset);
    }

    /** Fills an array of primitives from the host's side, from a byte on. Allocates nothing. */
    public void get(Object array, int length, long offset) {
        HeapArray.write(array, 0, length, host.segment(), offset);
    }

    /** Puts an array into the host's side, from a byte on. */
    public void put(HeapArray array, long offset) {
        array.read(0, host.segment(), offset, array.bytes());
    }

    /** Fills an array from the host's side, from a byte on. */
    public void get(HeapArray array, long offset) {
        array.write(0, host.segment(), offset, array.bytes());
    }

    /** Enqueues a copy of some bytes to the device's side, from a multiple of 16 on. {@return whether there are any} */
    public boolean copyIn(long from, long to, CudaStream stream) {
        if (from < to && to - from <= CopyKernel.MOST_BYTES) {
            kernel.copy(device.pointer() + from, host.devicePointer() + from, to - from, stream, arguments);
        } else if (from < to) {
            long target = device.pointer() + from;
            long source = host.address() + from;
            stream.context().makeCurrent();
            int status = CopyCalls.cuMemcpyHtoDAsync(target, source, to - from, stream.handle());
            Check.copied(status, "cuMemcpyHtoDAsync", target, source, to - from);
        }
        return from < to;
    }

    /** Enqueues a copy of some bytes to the host's side, from a multiple of 16 on. {@return whether there are any} */
    public boolean copyOut(long from, long to, CudaStream stream) {
        if (from < to && to - from <= CopyKernel.MOST_BYTES) {
            kernel.copy(host.devicePointer() + from, device.pointer() + from, to - from, stream, arguments);
        } else if (from < to) {
            long target = host.address() + from;
            long source = device.pointer() + from;
            stream.context().makeCurrent();
            int status = CopyCalls.cuMemcpyDtoHAsync(target, source, to - from, stream.handle());
            Check.copied(status, "cuMemcpyDtoHAsync", target, source, to - from);
        }
        return from < to;
    }
}
