package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Stream;
import java.lang.ref.Cleaner;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An array on a device, freed when it is closed or, some time after, no longer reachable; or a slice of one. */
final class HeldArray<A> implements GpuArray<A> {
    /** Closes what nothing refers to any more. */
    static final Cleaner CLEANER = Cleaner.create();

    private final DeviceGpu gpu;
    private final Class<A> type;
    private final ArrayOrder order;
    private final Memory memory;

    /** What this is a slice of, null if it is none. It is not freed as long as its slices are reachable. */
    private final @Nullable HeldArray<A> whole;

    /** Index of the first element in the memory that the order is of. */
    private final int start;

    private final Cleaner.@Nullable Cleanable cleanable;
    private volatile boolean closed;

    HeldArray(DeviceGpu gpu, Class<A> type, Memory memory, @Nullable StackTraceElement place, boolean ofZeros) {
        this.gpu = gpu;
        this.type = type;
        this.order = new ArrayOrder(gpu, memory, place, ofZeros);
        this.memory = memory;
        this.whole = null;
        this.start = 0;
        this.cleanable = CLEANER.register(this, order::close);
    }

    private HeldArray(HeldArray<A> whole, int from, int count) {
        this.gpu = whole.gpu;
        this.type = whole.type;
        this.order = whole.order;
        this.memory = whole.memory.slice(from, count);
        this.whole = whole;
        this.start = whole.start + from;
        this.cleanable = null;
    }

    /** {@return the order of what is done with the memory that its elements are in} */
    ArrayOrder order() {
        return order;
    }

    void requireOpen() {
        if (isClosed()) {
            throw new IllegalStateException(
                    Message.ARRAY_CLOSED.format(length(), memory.element().text()));
        }
    }

    /** {@return its own elements} */
    Memory memory() {
        return memory;
    }

    /** {@return whether it is another array, or a slice of the very same elements} */
    boolean isSame(GpuArray<?> other) {
        return this == other
                || (other instanceof HeldArray<?> held
                        && overlaps(held)
                        && start == held.start
                        && length() == held.length());
    }

    /** {@return whether it has an element that another array has} */
    boolean overlaps(HeldArray<?> other) {
        return order == other.order
                && Math.max(start, other.start) < Math.min(start + length(), other.start + other.length());
    }

    /** {@return whether its kernels may move vectors of some bytes to and from it} */
    boolean isAligned(int bytes) {
        return start == 0
                || gpu.raw().sharesHeap()
                || (long) start * memory.element().bytes() % bytes == 0;
    }

    /** {@return which elements of an array it has, such as {@code 10 to 20}, the latter not included} */
    String range() {
        return start + " to " + (start + length());
    }

    @Override
    public GpuArray<A> slice(int from, int to) {
        Objects.checkFromToIndex(from, to, length());
        requireOpen();
        return new HeldArray<>(this, from, to - from);
    }

    @Override
    public int length() {
        return memory.length();
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
        requireFit(host);
        copyOut(stream -> memory.copyTo(host, stream));
    }

    @Override
    public void copyTo(Buffer host) {
        GraphRecording.refuse("a copy to the host", "copy once the graph is launched");
        HostBuffer buffer = fitting(host);
        if (buffer.isReadOnly()) {
            throw new IllegalArgumentException(
                    Message.READ_ONLY_BUFFER.format("what the GpuArray is copied to", "which is then written"));
        }
        copyOut(stream -> buffer.copyFrom(memory, stream));
    }

    private void copyOut(Consumer<Stream> copy) {
        ArrayClaim claim = new ArrayClaim(gpu, 1);
        claim.add(order, false);
        try {
            Stream stream = claim.take(null).raw();
            memory.settle(stream);
            copy.accept(stream);
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        } finally {
            claim.giveUp();
        }
    }

    @Override
    public void copyFrom(A host) {
        GraphRecording.refuse("a copy from the host", "copy before the graph is launched");
        requireFit(host);
        copyIn(stream -> memory.copyFrom(host, stream));
    }

    @Override
    public void copyFrom(Buffer host) {
        GraphRecording.refuse("a copy from the host", "copy before the graph is launched");
        HostBuffer buffer = fitting(host);
        copyIn(stream -> buffer.copyTo(memory, stream));
    }

    private void copyIn(Consumer<Stream> copy) {
        ArrayClaim claim = new ArrayClaim(gpu, 1);
        claim.add(order, true);
        try {
            copy.accept(claim.take(null).raw());
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

    private void requireFit(A host) {
        requireOpen();
        Objects.requireNonNull(host, "host array");
        Class<?> hostType = host.getClass();
        requireFit(hostType, hostType.getSimpleName(), hostType.isArray() ? Array.getLength(host) : 0);
    }

    private HostBuffer fitting(Buffer host) {
        requireOpen();
        Objects.requireNonNull(host, "host buffer");
        HostBuffer buffer = new HostBuffer(host);
        requireFit(buffer.element().arrayClass(), buffer.type(), buffer.length());
        return buffer;
    }

    private void requireFit(Class<?> hostType, String hostName, int hostLength) {
        if (hostType != type) {
            throw new IllegalArgumentException(Message.ARRAY_TYPE.format(hostName, type.getSimpleName()));
        }
        if (hostLength != length()) {
            throw new IllegalArgumentException(Message.LENGTH_MISMATCH.format(hostLength, length()));
        }
    }

    @Override
    public boolean isClosed() {
        return closed || (whole != null && whole.isClosed());
    }

    @Override
    public void close() {
        GraphRecording.refuse("the close of a GpuArray", "close it after the graph");
        closed = true;
        if (cleanable != null) {
            cleanable.clean();
        }
    }

    @Override
    public String toString() {
        String slice = whole == null ? "" : ", elements " + range() + " of a longer one,";
        return type.getComponentType() + "[" + length() + "]" + slice + " on " + gpu;
    }
}
