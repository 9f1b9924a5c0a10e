package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import java.lang.ref.Cleaner;
import java.lang.reflect.Array;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An array on a device, freed when it is closed or, some time after, no longer reachable. */
final class HeldArray<A> implements GpuArray<A> {
    /** Closes what nothing refers to any more. */
    static final Cleaner CLEANER = Cleaner.create();

    private final DeviceGpu gpu;
    private final Class<A> type;
    private final ArrayOrder order;
    private final Cleaner.Cleanable cleanable;
    private volatile boolean closed;

    HeldArray(DeviceGpu gpu, Class<A> type, Memory memory, @Nullable StackTraceElement place, boolean ofZeros) {
        this.gpu = gpu;
        this.type = type;
        this.order = new ArrayOrder(gpu, memory, place, ofZeros);
        this.cleanable = CLEANER.register(this, order::close);
    }

    /** {@return the order of what is done with it, and its memory} */
    ArrayOrder order() {
        return order;
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException(
                    Message.ARRAY_CLOSED.format(length(), memory().element().text()));
        }
    }

    private Memory memory() {
        return order.memory();
    }

    @Override
    public int length() {
        return memory().length();
    }

    @Override
    public Class<A> type() {
        return type;
    }

    @Override
    public DeviceGpu device() {
        return gpu;
    }

    @Override
    public void copyTo(A host) {
        GraphRecording.refuse("a copy to the host", "copy once the graph is launched");
        requireLength(host);
        ArrayClaim claim = new ArrayClaim(gpu, 1);
        claim.add(order, false);
        try {
            Stream stream = claim.take(null).raw();
            memory().settle(stream);
            memory().copyTo(host, stream);
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        } finally {
            claim.giveUp();
        }
    }

    @Override
    public void copyFrom(A host) {
        GraphRecording.refuse("a copy from the host", "copy before the graph is launched");
        requireLength(host);
        ArrayClaim claim = new ArrayClaim(gpu, 1);
        claim.add(order, true);
        try {
            memory().copyFrom(host, claim.take(null).raw());
        } finally {
            claim.giveUp();
        }
    }

    @Override
    public A toHost() {
        GraphRecording.refuse("a copy to the host", "copy once the graph is launched");
        requireOpen();
        A host = type.cast(Array.newInstance(type.getComponentType(), length()));
        copyTo(host);
        return host;
    }

    private void requireLength(A host) {
        requireOpen();
        Objects.requireNonNull(host, "host array");
        if (host.getClass() != type) {
            throw new IllegalArgumentException(
                    Message.ARRAY_TYPE.format(host.getClass().getSimpleName(), type.getSimpleName()));
        }
        if (Array.getLength(host) != length()) {
            throw new IllegalArgumentException(Message.LENGTH_MISMATCH.format(Array.getLength(host), length()));
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        GraphRecording.refuse("the close of a GpuArray", "close it after the graph");
        closed = true;
        cleanable.clean();
    }

    @Override
    public String toString() {
        return type.getComponentType() + "[" + length() + "] on " + gpu;
    }
}
