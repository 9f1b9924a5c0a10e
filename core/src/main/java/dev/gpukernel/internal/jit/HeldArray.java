package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.RowArray;
import dev.gpukernel.internal.backend.Rows;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.Dimensions;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An array on a device, freed when it is closed or, some time after, no longer reachable; or a slice of one. */
final class HeldArray<A> implements GpuArray<A> {
    /** Closes what nothing refers to any more. */
    static final Cleaner CLEANER = Cleaner.create();

    /** The sizes of what is no array of arrays. */
    static final int[] NO_ROWS = {};

    private final DeviceGpu gpu;
    private final Class<A> type;
    private final ArrayOrder order;
    private final Memory memory;

    /** What this is a slice of, or shows as rows; null if it is neither. It is not freed as long as that is reachable. */
    private final @Nullable HeldArray<?> whole;

    /** Whether nobody else has the whole, so that it is closed with this. */
    private final boolean ownsWhole;

    /** Index of the first element in the memory that the order is of. */
    private final long start;

    private final long length;

    /** Of an array of arrays the size of each dimension, of a slice those of the whole; else empty. Of rows of several lengths the first counts. */
    private final int[] sizes;

    /** Where rows of several lengths begin, as {@link Rows#starts(String, Object[])} says; null if they have one length, or there are none. */
    private final int @Nullable [][] starts;

    /** Index of the first element or row in the array that this is a slice of in the end. */
    private final long first;

    /** How many elements each index stands for, if {@link #starts} is null. */
    private final int width;

    /** The same arrays of starts for kernels, once there are any. */
    private @Nullable List<HeldArray<int[]>> startsThere;

    private final Cleaner.@Nullable Cleanable cleanable;
    private volatile boolean closed;

    /**
     * Makes an array.
     *
     * @param gpu where it is
     * @param type of the host array
     * @param memory its elements
     * @param sizes of each dimension, {@link #NO_ROWS} if that is no array of arrays
     * @param starts where rows of several lengths begin, null if they have one length
     * @param place where it was allocated, if that is known
     * @param ofZeros whether its elements are zeros, else they are undefined
     */
    HeldArray(
            DeviceGpu gpu,
            Class<A> type,
            Memory memory,
            int[] sizes,
            int @Nullable [][] starts,
            @Nullable StackTraceElement place,
            boolean ofZeros) {
        this.gpu = gpu;
        this.type = type;
        this.order = new ArrayOrder(gpu, memory, place, ofZeros);
        this.memory = memory;
        this.whole = null;
        this.ownsWhole = false;
        this.start = 0;
        this.sizes = sizes;
        this.starts = starts;
        this.first = 0;
        this.length = sizes.length == 0 ? memory.length() : sizes[0];
        this.width = length == 0 || starts != null ? 0 : Math.toIntExact(memory.length() / length);
        this.cleanable = CLEANER.register(this, order::close);
    }

    /**
     * Makes an array of memory of others.
     *
     * @param gpu where it is
     * @param type of the host array
     * @param order the order of what is done with the memory
     * @param memory its elements
     * @param start the first of them in the memory that the order is of
     * @param closing ends it
     */
    HeldArray(DeviceGpu gpu, Class<A> type, ArrayOrder order, Memory memory, long start, Runnable closing) {
        this.gpu = gpu;
        this.type = type;
        this.order = order;
        this.memory = memory;
        this.whole = null;
        this.ownsWhole = false;
        this.start = start;
        this.sizes = NO_ROWS;
        this.starts = null;
        this.first = start;
        this.length = memory.length();
        this.width = 1;
        this.cleanable = CLEANER.register(this, closing);
    }

    private HeldArray(HeldArray<A> whole, long from, long count) {
        this.gpu = whole.gpu;
        this.type = whole.type;
        this.order = whole.order;
        this.sizes = whole.sizes;
        this.width = whole.width;
        this.length = count;
        this.starts = whole.starts == null ? null : Rows.part(whole.starts, (int) from, (int) (from + count));
        this.first = whole.first + from;
        long begin = whole.begin(from);
        this.memory = whole.memory.slice(begin, whole.begin(from + count) - begin);
        this.whole = whole;
        this.ownsWhole = false;
        this.start = whole.start + begin;
        this.cleanable = null;
    }

    private HeldArray(HeldArray<?> elements, Class<A> type, HeldArray<int[]> starts, int[] ownStarts) {
        this.gpu = elements.gpu;
        this.type = type;
        this.order = elements.order;
        this.memory = elements.memory;
        this.whole = elements;
        this.ownsWhole = false;
        this.start = elements.start;
        this.sizes = new int[] {ownStarts.length - 1, 0};
        this.starts = new int[][] {ownStarts};
        this.first = 0;
        this.length = sizes[0];
        this.width = 0;
        this.startsThere = List.of(starts);
        this.cleanable = elements.cleanable;
    }

    /**
     * Makes an array in an array of arrays.
     *
     * @param begin the whole's element that is its first
     * @param first its first array, among all of the whole that as many indices lead to
     * @param count its outermost size
     * @param inner its other sizes
     * @param starts where its rows begin, null if they have one length or it has none
     * @param ownsWhole whether the whole is closed with it
     */
    private HeldArray(
            HeldArray<?> whole,
            Class<A> type,
            long begin,
            int first,
            int count,
            int[] inner,
            int @Nullable [][] starts,
            boolean ownsWhole) {
        boolean areRows = inner.length > 0;
        long elements = starts != null ? Rows.start(starts, count) : count;
        for (int size : starts != null ? NO_ROWS : inner) {
            elements *= size;
        }
        this.gpu = whole.gpu;
        this.type = type;
        this.order = whole.order;
        this.sizes = areRows ? new int[1 + inner.length] : NO_ROWS;
        if (areRows) {
            sizes[0] = count;
            System.arraycopy(inner, 0, sizes, 1, inner.length);
        }
        this.length = count;
        this.starts = starts;
        this.width = count == 0 || starts != null ? 0 : Math.toIntExact(elements / count);
        this.memory = whole.memory.slice(begin, elements);
        this.whole = whole;
        this.ownsWhole = ownsWhole;
        this.start = whole.start + begin;
        this.first = areRows ? first : start;
        this.cleanable = null;
    }

    /**
     * {@return the array in this array of arrays that has a number among all that so many indices lead to, without a copy}
     *
     * @param ownsThis whether this array is closed with it
     */
    HeldArray<?> row(int depth, int number, boolean ownsThis) {
        Class<?> row = type;
        for (int i = 0; i < depth; i++) {
            row = row.componentType();
        }
        return row(row, depth, number, ownsThis);
    }

    private <R> HeldArray<R> row(Class<R> row, int depth, int number, boolean ownsThis) {
        int[] inner = Arrays.copyOfRange(sizes, Math.min(depth + 1, sizes.length), sizes.length);
        if (starts == null) {
            long begin = number;
            for (int i = depth; i < sizes.length; i++) {
                begin *= sizes[i];
            }
            return new HeldArray<>(this, row, begin, number * sizes[depth], sizes[depth], inner, null, ownsThis);
        }
        int from = starts[depth - 1][number];
        int to = starts[depth - 1][number + 1];
        int[][] rest = Arrays.copyOfRange(starts, depth, starts.length);
        int @Nullable [][] own = rest.length == 0 ? null : Rows.part(rest, from, to);
        return new HeldArray<>(this, row, Rows.start(rest, from), from, to - from, inner, own, ownsThis);
    }

    /** {@return the array in this array of arrays that indices lead to, without a copy} */
    HeldArray<?> row(int[] indices) {
        HeldArray<?> row = this;
        for (int index : indices) {
            row = row.row(1, index, false);
        }
        return row;
    }

    /**
     * Shows a kernel's result as the rows that it stands for.
     *
     * @param rows their type, of two dimensions
     * @param starts where each row begins and the last one ends, which is closed with them
     * @return the rows, in place of this array: closing them frees it
     */
    <R> HeldArray<R> asRows(Class<R> rows, HeldArray<int[]> starts) {
        return new HeldArray<>(this, rows, starts, starts.toHost());
    }

    /** {@return the index of the first element that an index stands for} */
    private long begin(long index) {
        return starts == null ? index * width : Rows.start(starts, (int) index);
    }

    /** {@return it as what it is known to be} */
    @SuppressWarnings("unchecked") // as just seen
    <T> HeldArray<T> as(Class<T> known) {
        if (type != known) {
            throw new IllegalStateException(this + " is no " + known.getSimpleName());
        }
        return (HeldArray<T>) this;
    }

    /** {@return whether it is an array of arrays of several lengths} */
    boolean isRagged() {
        return starts != null;
    }

    /**
     * Says where its rows begin, to kernels for rows of any lengths.
     *
     * @return what {@link Rows#starts(String, Object[])} gives, as arrays on the device that are closed with this one
     */
    synchronized List<HeldArray<int[]>> starts() {
        List<HeldArray<int[]>> there = startsThere;
        if (there == null) {
            there = new ArrayList<>();
            for (int[] own : starts == null ? Rows.starts(ownSizes()) : starts) {
                there.add(gpu.holdStarts(own));
            }
            startsThere = there;
        }
        return there;
    }

    /** Adds its elements to a claim. */
    void addTo(ArrayClaim claim, boolean write) {
        claim.add(order, start, start + memory.length(), write);
    }

    void watch(WriteWatch.Onlooker onlooker) {
        order.watch(onlooker, start, start + memory.length());
    }

    void tellOnlookers() {
        order.tellOnlookers(start, start + memory.length());
    }

    /** {@return a copy of an array of numbers, on the same device} */
    HeldArray<A> copy() {
        HeldArray<A> copy = ((HeldArray<?>) gpu.allocateUndefined(type, Math.toIntExact(length))).as(type);
        ArrayClaim claim = new ArrayClaim(gpu, 2);
        addTo(claim, false);
        copy.addTo(claim, true);
        try {
            copy.memory.copyFrom(memory, claim.take(null).raw());
        } finally {
            claim.giveUp();
        }
        return copy;
    }

    void requireOpen() {
        if (isClosed()) {
            throw new IllegalStateException(
                    Message.ARRAY_CLOSED.format(size(), memory.element().text()));
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
                        && type == held.type
                        && overlaps(held)
                        && start == held.start
                        && first == held.first
                        && length == held.length);
    }

    /** {@return whether it has an element that another array has} */
    boolean overlaps(HeldArray<?> other) {
        return order == other.order
                && Math.max(start, other.start)
                        < Math.min(start + memory.length(), other.start + other.memory.length());
    }

    /** {@return whether its kernels may move vectors of some bytes to and from it} */
    boolean isAligned(int bytes) {
        return gpu.raw().sharesHeap()
                || (order.firstAddress() + start * memory.element().bytes()) % bytes == 0;
    }

    /** {@return which elements or rows of an array it has, such as {@code 10 to 20}, the latter not included} */
    String range() {
        return first + " to " + (first + length);
    }

    /** {@return what it is made of, in the plural} */
    String parts() {
        return sizes.length > 0 ? Dimensions.counted(sizes.length).getFirst() : "elements";
    }

    /** {@return the size of a dimension, 0 the outermost} */
    int size(int dimension) {
        return dimension == 0 ? (int) length : sizes[dimension];
    }

    private int[] ownSizes() {
        int[] own = sizes.length == 0 ? new int[1] : sizes.clone();
        own[0] = (int) length;
        return own;
    }

    @Override
    public GpuArray<A> slice(long from, long to) {
        Objects.checkFromToIndex(from, to, length);
        requireOpen();
        return new HeldArray<>(this, from, to - from);
    }

    @Override
    public long size() {
        return length;
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
        Object hostArray = fitting(host);
        copyOut(stream -> memory.copyTo(hostArray, stream));
    }

    @Override
    public void copyTo(Buffer host) {
        GraphRecording.refuse("a copy to the host", "copy once the graph is launched");
        HostBuffer buffer = fitting(host);
        if (buffer.isReadOnly()) {
            throw new IllegalArgumentException(
                    Message.READ_ONLY_BUFFER.format("what the GpuArray is copied to", "which is then written"));
        }
        copyOut(stream -> buffer.copyFrom(memory, gpu.raw(), stream));
    }

    @Override
    public void copyTo(MemorySegment host) {
        GraphRecording.refuse("a copy to the host", "copy once the graph is launched");
        HostSegment segment = fitting(host);
        segment.requireWritable("what the GpuArray is copied to");
        copyOut(stream -> segment.copyFrom(memory, gpu.raw(), stream));
    }

    @Override
    public void copyFrom(MemorySegment host) {
        GraphRecording.refuse("a copy from the host", "copy before the graph is launched");
        HostSegment segment = fitting(host);
        copyIn(stream -> segment.copyTo(memory, gpu.raw(), stream));
    }

    /** Waits for the launches that its elements follow from and that may throw, and throws what they threw. */
    void settle() {
        // What is recorded has not run.
        if (JitEngine.recording() == null && !gpu.raw().sharesHeap()) {
            moveOut(List.of(this), _ -> {});
        }
    }

    @Override
    public long address() {
        // Others may write it from now on.
        return address(true);
    }

    /** {@return the address for others} What the array must hold before is there before what comes next on any stream of ours. */
    long address(boolean mayBeWritten) {
        GraphRecording.refuse("the address of a GpuArray", "ask for it before recording");
        requireOpen();
        if (!memory.hasAddress()) {
            throw new IllegalStateException(Message.ARRAY_ADDRESS.format(
                    this,
                    "it is in the Java heap, where the collector moves it",
                    "wrap native memory with Gpu.wrap, or choose -Dgpukernel.backend=cuda"));
        }
        if (isClaimedHere()) {
            return memory.address();
        }
        ArrayClaim claim = new ArrayClaim(gpu, 1);
        addTo(claim, mayBeWritten);
        try {
            claim.take(null);
            return memory.address();
        } finally {
            claim.giveUp();
        }
    }

    @Override
    public byte[] ipcHandle() {
        GraphRecording.refuse("the handle of a GpuArray", "ask for it before recording");
        requireOpen();
        if (!order.isShareable() || start != 0) {
            String reason =
                    order.isShareable() ? "it begins within it" : "its memory is none that other processes can open";
            throw new IllegalStateException(Message.IPC_ARRAY.format(this, reason));
        }
        SharedArrays.await(this, true);
        order.lend();
        try {
            return gpu.raw().sharing().handle(memory.address());
        } finally {
            order.giveBack();
        }
    }

    long[] shape() {
        if (starts != null) {
            throw new IllegalArgumentException(
                    Message.RAGGED_ROWS.format(this, "another library, which takes rows of one length"));
        }
        return sizes.length == 0
                ? new long[] {length}
                : Arrays.stream(ownSizes()).asLongStream().toArray();
    }

    private boolean isClaimedHere() {
        synchronized (gpu.order()) {
            return order.isClaimedHere();
        }
    }

    /** {@return what must be run once, when others are done with the memory: it stays until then} */
    Runnable lend() {
        requireOpen();
        order.lend();
        AtomicBoolean isBack = new AtomicBoolean();
        ArrayOrder lent = order;
        return () -> {
            if (!isBack.getAndSet(true)) {
                lent.giveBack();
            }
        };
    }

    private void copyOut(Consumer<Stream> copy) {
        copyOut(List.of(this), copy);
    }

    /** Copies arrays of one device, as one step of what is done with them. */
    static void copyOut(List<HeldArray<?>> arrays, Consumer<Stream> copy) {
        FlightEvents.Copied event = FlightEvents.copy();
        moveOut(arrays, copy);
        if (event != null) {
            event.end(arrays.getFirst().device(), false, bytes(arrays));
        }
    }

    private static long bytes(List<HeldArray<?>> arrays) {
        return arrays.stream()
                .mapToLong(array ->
                        array.memory().length() * array.memory().element().bytes())
                .sum();
    }

    private static void moveOut(List<HeldArray<?>> arrays, Consumer<Stream> copy) {
        ArrayClaim claim = new ArrayClaim(arrays.getFirst().device(), arrays.size());
        arrays.forEach(array -> array.addTo(claim, false));
        try {
            Stream stream = claim.take(null).raw();
            for (HeldArray<?> array : arrays) {
                array.memory().settle(stream);
            }
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
        Object hostArray = fitting(host);
        copyIn(stream -> memory.copyFrom(hostArray, stream));
    }

    @Override
    public void copyFrom(Buffer host) {
        GraphRecording.refuse("a copy from the host", "copy before the graph is launched");
        HostBuffer buffer = fitting(host);
        copyIn(stream -> buffer.copyTo(memory, gpu.raw(), stream));
    }

    private void copyIn(Consumer<Stream> copy) {
        copyIn(List.of(this), copy);
    }

    /** Fills arrays of one device, as one step of what is done with them. */
    static void copyIn(List<HeldArray<?>> arrays, Consumer<Stream> copy) {
        FlightEvents.Copied event = FlightEvents.copy();
        ArrayClaim claim = new ArrayClaim(arrays.getFirst().device(), arrays.size());
        arrays.forEach(array -> array.addTo(claim, true));
        try {
            copy.accept(claim.take(null).raw());
        } finally {
            claim.giveUp();
        }
        if (event != null) {
            event.end(arrays.getFirst().device(), true, bytes(arrays));
        }
    }

    @Override
    public A toHost() {
        GraphRecording.refuse("a copy to the host", "copy once the graph is launched");
        requireOpen();
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    Message.ARRAY_TOO_LONG.format(this, length, "an array on the host", Integer.MAX_VALUE));
        }
        A host = type.cast(
                starts == null
                        ? Array.newInstance(Rows.row(type).componentType(), ownSizes())
                        : Rows.zeros(type, shape(starts)));
        copyTo(host);
        return host;
    }

    /** {@return the host array that elements are copied from or to} */
    private Object fitting(A host) {
        requireOpen();
        Objects.requireNonNull(host, "host array");
        Class<?> hostType = host.getClass();
        requireFit(this, hostType, hostType.getSimpleName(), hostType.isArray() ? Array.getLength(host) : 0);
        if (host instanceof Object[] array) {
            // Others may put other rows into it meanwhile.
            Object[] copy = Rows.copy(array);
            Rows.Odd odd = starts == null ? Rows.odd(copy, ownSizes()) : Rows.odd(copy, starts);
            if (odd != null) {
                String what = odd.array() == null ? "is null" : "has " + Array.getLength(odd.array());
                throw new IllegalArgumentException(Message.ROW_LENGTH.format(
                        odd.indices(), what, "that of the GpuArray has " + odd.size() + " elements"));
            }
            return new RowArray(copy, starts == null);
        }
        return host;
    }

    private Object[] shape(int[][] ownStarts) {
        List<Object> shape = new ArrayList<>(List.of((int) length));
        shape.addAll(Arrays.asList((Object[]) ownStarts));
        return shape.toArray();
    }

    private HostSegment fitting(MemorySegment host) {
        requireOpen();
        HostSegment segment = new HostSegment(Objects.requireNonNull(host, "host segment"), memory.element());
        if (memory.element() == ElementType.BOOLEAN) {
            throw new IllegalArgumentException(Message.ARRAY_TYPE.format("a memory segment", type.getSimpleName()));
        }
        segment.requireUsable("what the GpuArray is copied to or from");
        if (!segment.isArray()) {
            throw segment.isNoArray("what the GpuArray is copied to or from", IndexType.MOST_ELEMENTS);
        }
        requireFit(this, memory.element().arrayClass(), "a memory segment", segment.length());
        return segment;
    }

    private HostBuffer fitting(Buffer host) {
        requireOpen();
        Objects.requireNonNull(host, "host buffer");
        HostBuffer buffer = new HostBuffer(host);
        requireFit(this, buffer.element().arrayClass(), buffer.type(), buffer.length());
        return buffer;
    }

    static void requireFit(GpuArray<?> array, Class<?> hostType, String hostName, long hostLength) {
        if (hostType != array.type()) {
            throw new IllegalArgumentException(
                    Message.ARRAY_TYPE.format(hostName, array.type().getSimpleName()));
        }
        if (hostLength != array.size()) {
            throw new IllegalArgumentException(Message.LENGTH_MISMATCH.format(hostLength, array.size()));
        }
    }

    @Override
    public boolean isClosed() {
        return closed || (whole != null && whole.isClosed());
    }

    @Override
    public void close() {
        GraphRecording.refuse("the close of a GpuArray", "close it after the graph");
        if (cleanable != null && !closed) {
            order.requireClosable();
        }
        closed = true;
        if (cleanable != null) {
            cleanable.clean();
        }
        if (ownsWhole && whole != null) {
            whole.close();
        }
        closeStarts();
    }

    private synchronized void closeStarts() {
        if (startsThere != null) {
            startsThere.forEach(HeldArray::close);
            startsThere = null;
        }
    }

    @Override
    public String toString() {
        String slice = cleanable != null ? "" : ", " + parts() + " " + range() + " of a longer one,";
        String inner = IntStream.range(1, sizes.length)
                .mapToObj(i -> starts == null ? "[" + sizes[i] + "]" : "[]")
                .collect(Collectors.joining());
        return memory.element().text() + "[" + length + "]" + inner + slice + " on " + gpu;
    }
}
