package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.RecordArrays;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An array of records on a device: its marks, which are 0 where an element is null, and an array for each number in a record. One that was
 * allocated, or that a kernel made, holds null until a kernel or a copy stored all its elements. No code of a device makes one null again;
 * plain Java may.
 */
final class HeldRecords<A> implements GpuArray<A> {
    private final Class<A> type;
    private final RecordArrays records;
    private final List<HeldArray<?>> parts;

    /** Shared with slices. */
    private final AtomicBoolean mayHoldNull;

    private final boolean isSlice;

    /**
     * Makes it.
     *
     * @param type of the host array
     * @param records what takes it apart
     * @param parts the marks, then an array for each number, all of them on one device
     * @param mayHoldNull whether a mark may be 0
     */
    HeldRecords(Class<A> type, RecordArrays records, List<HeldArray<?>> parts, boolean mayHoldNull) {
        this(type, records, parts, new AtomicBoolean(mayHoldNull), false);
    }

    private HeldRecords(
            Class<A> type, RecordArrays records, List<HeldArray<?>> parts, AtomicBoolean mayHoldNull, boolean isSlice) {
        this.type = type;
        this.records = records;
        this.parts = List.copyOf(parts);
        this.mayHoldNull = mayHoldNull;
        this.isSlice = isSlice;
    }

    /** {@return one of the marks and numbers that a kernel made} */
    static <A> HeldRecords<A> made(Class<A> type, RecordArrays records, List<Object> parts) {
        List<HeldArray<?>> held = new ArrayList<>();
        parts.forEach(part -> held.add((HeldArray<?>) part));
        return new HeldRecords<>(type, records, held, true);
    }

    /** {@return the marks, then an array for each number} */
    List<HeldArray<?>> parts() {
        return parts;
    }

    private HeldArray<?> marks() {
        return parts.getFirst();
    }

    void requireOpen() {
        marks().requireOpen();
    }

    /** {@return whether it is another array, or a slice of the very same elements} */
    boolean isSame(GpuArray<?> other) {
        return other instanceof HeldRecords<?> that && marks().isSame(that.marks());
    }

    /** {@return the index of the first element that is null, -1 if there is none} Waits for what stores them, if one may be. */
    int firstNull() {
        if (!mayHoldNull.get()) {
            return -1;
        }
        byte[] marks = new byte[(int) size()];
        HeldArray.copyOut(List.of(marks()), stream -> marks().memory().copyTo(marks, stream));
        for (int i = 0; i < marks.length; i++) {
            if (marks[i] == 0) {
                return i;
            }
        }
        if (!isSlice) {
            mayHoldNull.set(false);
        }
        return -1;
    }

    @Override
    public GpuArray<A> slice(long from, long to) {
        List<HeldArray<?>> slices = new ArrayList<>();
        for (HeldArray<?> part : parts) {
            slices.add((HeldArray<?>) part.slice(from, to));
        }
        return new HeldRecords<>(type, records, slices, mayHoldNull, true);
    }

    @Override
    public long size() {
        return marks().size();
    }

    @Override
    public Class<A> type() {
        return type;
    }

    @Override
    public DeviceGpu device() {
        return marks().device();
    }

    @Override
    public long address() {
        throw noAddress();
    }

    @Override
    public byte[] ipcHandle() {
        requireOpen();
        throw new IllegalStateException(
                Message.IPC_ARRAY.format(this, "each component of its records has memory of its own"));
    }

    private IllegalStateException noAddress() {
        requireOpen();
        return new IllegalStateException(Message.ARRAY_ADDRESS.format(
                this, "each component of its records is an array of its own", "use an array for each component"));
    }

    @Override
    public void copyTo(A host) {
        GraphRecording.refuse("a copy to the host", "copy once the graph is launched");
        @Nullable Object[] array = fitting(host);
        List<Object> flat = new ArrayList<>();
        for (HeldArray<?> part : parts) {
            flat.add(Array.newInstance(part.type().componentType(), array.length));
        }
        HeldArray.copyOut(parts, stream -> {
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).memory().copyTo(flat.get(i), stream);
            }
        });
        records.assemble(flat, array);
    }

    @Override
    public void copyFrom(A host) {
        GraphRecording.refuse("a copy from the host", "copy before the graph is launched");
        requireRecords(records, fitting(host));
        replace(host);
    }

    /**
     * Asks whether an array may go to a device.
     *
     * @throws NullPointerException if an element is null
     */
    static void requireRecords(RecordArrays records, @Nullable Object[] host) {
        int first = records.firstNull(host);
        if (first >= 0) {
            throw new NullPointerException(Message.NULL_ELEMENT.format(first, "the host array"));
        }
    }

    /** Replaces the whole contents by those of an array that may hold null. */
    void replace(A host) {
        List<Object> flat = records.pack((Object[]) host);
        if (records.firstNull((Object[]) host) >= 0) {
            mayHoldNull.set(true);
        }
        HeldArray.copyIn(parts, stream -> {
            for (int i = 0; i < parts.size(); i++) {
                Memory memory = parts.get(i).memory();
                memory.copyFrom(flat.get(i), stream);
            }
        });
    }

    private @Nullable Object[] fitting(A host) {
        requireOpen();
        Objects.requireNonNull(host, "host array");
        Class<?> hostType = host.getClass();
        HeldArray.requireFit(this, hostType, hostType.getSimpleName(), hostType.isArray() ? Array.getLength(host) : 0);
        return (Object[]) host;
    }

    @Override
    public void copyTo(Buffer host) {
        throw noBuffer(host);
    }

    @Override
    public void copyFrom(Buffer host) {
        throw noBuffer(host);
    }

    @Override
    public void copyTo(MemorySegment host) {
        throw noSegment(host);
    }

    @Override
    public void copyFrom(MemorySegment host) {
        throw noSegment(host);
    }

    private IllegalArgumentException noSegment(MemorySegment host) {
        requireOpen();
        Objects.requireNonNull(host, "host segment");
        return new IllegalArgumentException(Message.ARRAY_TYPE.format("a memory segment", type.getSimpleName()));
    }

    private IllegalArgumentException noBuffer(Buffer host) {
        requireOpen();
        String buffer = new HostBuffer(Objects.requireNonNull(host, "host buffer")).type();
        return new IllegalArgumentException(Message.ARRAY_TYPE.format(buffer, type.getSimpleName()));
    }

    @Override
    public A toHost() {
        GraphRecording.refuse("a copy to the host", "copy once the graph is launched");
        requireOpen();
        A host = type.cast(Array.newInstance(type.componentType(), (int) size()));
        copyTo(host);
        return host;
    }

    @Override
    public boolean isClosed() {
        return marks().isClosed();
    }

    @Override
    public void close() {
        parts.forEach(HeldArray::close);
    }

    @Override
    public String toString() {
        return type.componentType().getSimpleName() + " of " + parts;
    }
}
