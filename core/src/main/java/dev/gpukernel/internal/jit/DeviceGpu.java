package dev.gpukernel.internal.jit;

import dev.gpukernel.Gpu;
import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuEvent;
import dev.gpukernel.GpuGraph;
import dev.gpukernel.GpuRegistration;
import dev.gpukernel.GpuStream;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.Leaves.Leaf;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.NativeCode;
import dev.gpukernel.internal.backend.NativeKernel;
import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.backend.Rows;
import dev.gpukernel.internal.backend.Sharing;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.IndexType;
import dev.gpukernel.internal.pass.WarpProducts;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A device as users see it. */
final class DeviceGpu implements Gpu {
    /** More launches with host arrays at once make nothing faster, and each has memory on the device. */
    private static final int MOST_LANES = 64;

    private static final Executor ASYNC =
            task -> Thread.ofVirtual().name("gpukernel-async").start(task);

    private final Device device;
    private final int index;
    private final Semaphore lanes = new Semaphore(MOST_LANES, true);
    private final Allocator allocator;
    private final ArrayDeque<Lane> idleLanes = new ArrayDeque<>();
    private final ArrayDeque<StepTimes> idleTimes = new ArrayDeque<>();
    private final Object order = new Object();
    private final List<ArrayClaim> waitingClaims = new ArrayList<>();
    private int waiting;
    private int streams;
    private volatile @Nullable DeviceStream defaultStream;
    private volatile long memoryTotal;

    DeviceGpu(Device device, int index) {
        this.device = device;
        this.index = index;
        this.allocator = new Allocator(device);
    }

    Device raw() {
        return device;
    }

    Executable compile(KernelUnit unit) {
        if (unit.source() instanceof NativeKernel kernel) {
            return allocator.make(() -> device.load(kernel.module()).executable(unit));
        }
        KernelUnit own = device.multipliesMatrices() ? unit : unit.withFunction(WarpProducts.without(unit.function()));
        return allocator.make(() -> device.compile(own));
    }

    /** {@return native code, loaded} */
    NativeCode load(NativeModule module) {
        return allocator.make(() -> device.load(module));
    }

    /** {@return bytes of memory that it has, or may take} */
    long memoryTotal() {
        long known = memoryTotal;
        if (known == 0) {
            known = device.memory().total();
            memoryTotal = known;
        }
        return known;
    }

    /** {@return what allocates its memory} */
    Allocator allocator() {
        return allocator;
    }

    /** {@return a number unique among all devices of all backends, from 0} */
    int index() {
        return index;
    }

    /** {@return the lock of the order in which arrays are used, held for short} */
    Object order() {
        return order;
    }

    /** {@return claims on arrays that wait for others, in turn, under the lock} */
    List<ArrayClaim> waitingClaims() {
        return waitingClaims;
    }

    /** {@return whether there are streams besides the default one, under the lock} */
    boolean hasStreams() {
        return streams > 0;
    }

    /** Takes note of a stream that is made, or closed, under the lock. */
    void countStream(boolean isOpen) {
        streams += isOpen ? 1 : -1;
    }

    /** Waits under the lock, as long as something holds. */
    void awaitWhile(BooleanSupplier condition) {
        boolean interrupted = false;
        waiting++;
        while (condition.getAsBoolean()) {
            try {
                order.wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        waiting--;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets those look again who wait under the lock. */
    void wakeWaiting() {
        if (waiting > 0) {
            order.notifyAll();
        }
    }

    static void requireSame(String what, DeviceGpu gpu, String otherwise, DeviceGpu other) {
        if (gpu != other) {
            throw new IllegalArgumentException(Message.DEVICE_MISMATCH.format(what, gpu, otherwise, other));
        }
    }

    /** Takes a lane that nobody else uses until it is given back, or dropped. Waits if very many are in use. */
    Lane takeLane() {
        lanes.acquireUninterruptibly();
        Lane idle;
        synchronized (idleLanes) {
            idle = idleLanes.poll();
        }
        if (idle != null) {
            return idle;
        }
        boolean done = false;
        try {
            Lane made = new Lane(device);
            done = true;
            return made;
        } finally {
            if (!done) {
                lanes.release();
            }
        }
    }

    void giveBack(Lane lane) {
        synchronized (idleLanes) {
            idleLanes.add(lane);
        }
        lanes.release();
    }

    /** Takes events for the steps of a launch, which are given back when nobody asks for its times any more. */
    StepTimes takeTimes() {
        StepTimes idle;
        synchronized (idleTimes) {
            idle = idleTimes.poll();
        }
        return idle == null ? new StepTimes(device) : idle;
    }

    void giveBack(StepTimes times) {
        synchronized (idleTimes) {
            idleTimes.add(times);
        }
    }

    /** Ends the use of a lane that cannot be used again. */
    void dropLane() {
        lanes.release();
    }

    @Override
    public String backend() {
        return device.info().backend();
    }

    @Override
    public int ordinal() {
        return device.info().ordinal();
    }

    @Override
    public String name() {
        return device.info().name();
    }

    @Override
    public Optional<String> computeCapability() {
        return Optional.ofNullable(device.info().computeCapability());
    }

    @Override
    public String driverVersion() {
        return device.info().driverVersion();
    }

    @Override
    public long totalMemory() {
        return device.info().totalMemory();
    }

    @Override
    public MemoryUse memory() {
        dev.gpukernel.internal.backend.MemoryUse now = device.memory();
        return new MemoryUse(now.used(), now.cached(), now.peak(), now.free(), now.total());
    }

    @Override
    public Limits limits() {
        DeviceLimits limits = device.info().limits();
        return new Limits(
                limits.threadsPerBlock(),
                new Launch.Extent(limits.blockX(), limits.blockY(), limits.blockZ()),
                new Launch.Extent(limits.gridX(), limits.gridY(), limits.gridZ()),
                limits.sharedBytesPerBlock(),
                limits.multiprocessors());
    }

    @Override
    public <A> GpuArray<A> upload(A host) {
        Objects.requireNonNull(host, "host array");
        GraphRecording.refuse("an upload", "upload before recording");
        // The class of an object of type A that is a primitive array is A's own: such classes have no subclasses.
        @SuppressWarnings("unchecked")
        Class<A> type = (Class<A>) host.getClass();
        if (RecordArrays.areHeldBy(type)) {
            RecordArrays records = RecordArrays.of(type, MethodHandles.publicLookup());
            HeldRecords.requireRecords(records, (Object[]) host);
            return filled(holdRecords(type, records, Array.getLength(host), false), array -> array.copyFrom(host));
        }
        return filled(likeHost(host, type), array -> array.copyFrom(host));
    }

    @Override
    public <A> GpuArray<A> upload(Class<A> type, Buffer host) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(host, "host buffer");
        GraphRecording.refuse("an upload", "upload before recording");
        HostBuffer buffer = new HostBuffer(host);
        if (element(type) != buffer.element()) {
            throw new IllegalArgumentException(Message.ARRAY_TYPE.format(buffer.type(), type.getSimpleName()));
        }
        return filled(hold(type, element(type), buffer.length(), false), array -> array.copyFrom(host));
    }

    @Override
    public <A> GpuArray<A> upload(Class<A> type, MemorySegment host) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(host, "host segment");
        GraphRecording.refuse("an upload", "upload before recording");
        HostSegment segment = new HostSegment(host, element(type));
        if (segment.element() == ElementType.BOOLEAN) {
            throw new IllegalArgumentException(Message.ARRAY_TYPE.format("a memory segment", type.getSimpleName()));
        }
        if (!segment.isArray()) {
            throw segment.isNoArray("what is uploaded", IndexType.MOST_ELEMENTS);
        }
        return filled(hold(type, segment.element(), segment.length(), false), array -> array.copyFrom(host));
    }

    @Override
    public GpuRegistration register(MemorySegment memory, GpuRegistration.Reading reading) {
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(reading, "reading");
        String what = "what is registered";
        new HostSegment(memory, ElementType.BYTE).requireUsable(what);
        if (!memory.isNative()) {
            throw new IllegalArgumentException(Message.SEGMENT_UNUSABLE.format(
                    what, "of an array in the Java heap, which has no place of its own"));
        }
        boolean pins = reading != GpuRegistration.Reading.UNPINNED;
        Runnable end = pins
                ? device.register(memory, reading == GpuRegistration.Reading.IN_PLACE)
                : device.readUnpinned(memory);
        return new DeviceRegistration(this, memory, end, pins && end != null);
    }

    private static <A> GpuArray<A> filled(GpuArray<A> array, Consumer<GpuArray<A>> contents) {
        boolean done = false;
        try {
            contents.accept(array);
            done = true;
            return array;
        } finally {
            if (!done) {
                array.close();
            }
        }
    }

    private <A> HeldArray<A> likeHost(A host, Class<A> type) {
        if (!Rows.areHeldBy(type)) {
            ElementType element = element(type);
            return hold(type, element, Array.getLength(host), false);
        }
        Object[] array = (Object[]) host;
        int[] sizes = Rows.sizes(array);
        if (sizes != null) {
            return holdRows(type, sizes, false);
        }
        // Others may put other rows into it meanwhile.
        Object[] copy = Rows.copy(array);
        String nullRow = Rows.nullIn(copy);
        if (nullRow != null) {
            throw new IllegalArgumentException(
                    Message.ROW_LENGTH.format(nullRow, "is null", "no row of a GpuArray is"));
        }
        return holdRagged(type, Rows.starts("the GpuArray", copy));
    }

    /** {@return an array of rows of several lengths, whose elements are undefined} */
    private <A> HeldArray<A> holdRagged(Class<A> type, int[][] starts) {
        ElementType element = element(Rows.row(type));
        int[] sizes = new int[starts.length + 1];
        sizes[0] = starts[0].length - 1;
        int count = starts[starts.length - 1][starts[starts.length - 1].length - 1];
        Memory memory = allocator.allocate(element, count, defaultStream().raw());
        return new HeldArray<>(this, type, memory, sizes, starts, Allocator.place(element, count), false);
    }

    /** {@return where rows begin, for kernels} Also while a graph is recorded: what it holds never changes. */
    HeldArray<int[]> holdStarts(int[] starts) {
        HeldArray<int[]> array = hold(int[].class, ElementType.INT, starts.length, false);
        HeldArray.copyIn(List.of(array), stream -> array.memory().copyFrom(starts, stream));
        return array;
    }

    @Override
    public <A> GpuArray<A> allocate(Class<A> type, long length) {
        Objects.requireNonNull(type, "type");
        GraphRecording.refuse("an allocation", "allocate before recording");
        requireSize("length", length);
        boolean holdsRecords = RecordArrays.areHeldBy(type);
        long most = holdsRecords ? Integer.MAX_VALUE : IndexType.MOST_ELEMENTS;
        if (length > most) {
            throw new IllegalArgumentException(Message.ARRAY_TOO_LONG.format(
                    "what is allocated", length, "a GpuArray<" + type.getSimpleName() + ">", most));
        }
        return holdsRecords
                ? holdRecords(type, RecordArrays.of(type, MethodHandles.publicLookup()), (int) length, length > 0)
                : hold(type, element(type), length, true);
    }

    /** {@return a new array whose elements are undefined} */
    <A> GpuArray<A> allocateUndefined(Class<A> type, int length) {
        GraphRecording.refuse("an allocation", "allocate before recording");
        return hold(type, element(type), length, false);
    }

    @Override
    public <A> GpuArray<A> allocate(Class<A> type, int... sizes) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(sizes, "sizes");
        GraphRecording.refuse("an allocation", "allocate before recording");
        for (int size : sizes) {
            requireSize("size", size);
        }
        return holdRows(type, sizes.clone(), true);
    }

    private static void requireSize(String what, long size) {
        if (size < 0) {
            throw new IllegalArgumentException(Message.NEGATIVE_SIZE.format(what + " of the GpuArray", size));
        }
    }

    /** {@return a new array of zeros, as a kernel makes them} */
    HeldArray<?> make(ElementType element, int length) {
        return hold(element.arrayClass(), element, length, true);
    }

    /** {@return a new array of arrays of zeros, as a kernel makes them} */
    HeldArray<?> make(ElementType element, int[] sizes) {
        return holdRows(Rows.type(element.arrayClass(), sizes.length), sizes, true);
    }

    /** {@return an array of a device that shares the heap} */
    HeldArray<?> hold(Object array) {
        Object[] rows = array instanceof Object[] own ? own : null;
        Memory memory = device.wrap(rows == null ? array : Rows.pack(rows));
        int[] sizes = rows == null ? HeldArray.NO_ROWS : Rows.firstSizes(rows);
        int[][] starts = rows == null || Rows.sizes(rows) != null ? null : Rows.starts("the GpuArray", rows);
        StackTraceElement place = Allocator.place(memory.element(), memory.length());
        return new HeldArray<>(this, array.getClass(), memory, sizes, starts, place, false);
    }

    private <A> HeldArray<A> holdRows(Class<A> type, int[] sizes, boolean ofZeros) {
        if (!Rows.areHeldBy(type) || Rows.dimensions(type) != sizes.length) {
            throw new IllegalArgumentException(Message.NOT_ROWS.format(type.getTypeName(), sizes.length));
        }
        return hold(type, element(Rows.row(type)), Rows.count("the GpuArray", sizes), sizes, ofZeros);
    }

    private <A> HeldArray<A> hold(Class<A> type, ElementType element, long length, boolean ofZeros) {
        return hold(type, element, length, HeldArray.NO_ROWS, ofZeros);
    }

    private <A> HeldArray<A> hold(Class<A> type, ElementType element, long count, int[] sizes, boolean ofZeros) {
        Memory memory = allocator.allocate(element, count, defaultStream().raw());
        return new HeldArray<>(this, type, memory, sizes, null, Allocator.place(element, count), ofZeros);
    }

    private <A> HeldRecords<A> holdRecords(Class<A> type, RecordArrays records, int length, boolean ofNulls) {
        List<HeldArray<?>> parts = new ArrayList<>();
        boolean done = false;
        try {
            for (Leaf leaf : Leaves.of("", type)) {
                parts.add(hold(leaf.flat(), element(leaf.flat()), length, ofNulls));
            }
            done = true;
            return new HeldRecords<>(type, records, parts, ofNulls);
        } finally {
            if (!done) {
                parts.forEach(HeldArray::close);
            }
        }
    }

    /** {@return an array of records that a kernel's method made, some of which may be null} */
    <A> GpuArray<A> hold(A host, RecordArrays records) {
        @SuppressWarnings("unchecked") // as in upload
        Class<A> type = (Class<A>) host.getClass();
        HeldRecords<A> array = holdRecords(type, records, Array.getLength(host), true);
        return filled(array, _ -> array.replace(host));
    }

    static DeviceGpu of(GpuArray<?> array) {
        return (DeviceGpu) array.device();
    }

    @Override
    @SuppressWarnings("ReachabilityFenceUsage") // it is reachable from what calls the fence, until then
    public <A> GpuArray<A> wrap(Class<A> type, long address, long length, Object owner) {
        Objects.requireNonNull(owner, "owner");
        // The owner stays reachable as long as this is to be run.
        return wrap(type, address, length, defaultStream(), () -> Reference.reachabilityFence(owner));
    }

    /**
     * Takes memory of others for an array.
     *
     * @param type of the array
     * @param address where it is
     * @param length number of elements
     * @param first a stream behind what was done with the memory so far
     * @param ending what is run once nothing uses the memory any more; not if this throws something
     */
    <A> HeldArray<A> wrap(Class<A> type, long address, long length, DeviceStream first, Runnable ending) {
        return wrap(type, address, length, ArrayOrder.Origin.FOREIGN, first, ending);
    }

    private <A> HeldArray<A> wrap(
            Class<A> type, long address, long length, ArrayOrder.Origin origin, DeviceStream first, Runnable ending) {
        Objects.requireNonNull(type, "type");
        GraphRecording.refuse("a GpuArray of other memory", "make it before recording");
        requireSize("length", length);
        ElementType element = element(type);
        if (element == ElementType.BOOLEAN) {
            throw new IllegalArgumentException(Message.ARRAY_TYPE.format("memory of others", type.getSimpleName()));
        }
        if (length == 0) {
            ending.run();
            return hold(type, element, 0, false);
        }
        if (length > IndexType.MOST_ELEMENTS) {
            throw new IllegalArgumentException(Message.ARRAY_TOO_LONG.format(
                    "what is wrapped", length, "a GpuArray<" + type.getSimpleName() + ">", IndexType.MOST_ELEMENTS));
        }
        long bytes = length * element.bytes();
        if (address == 0) {
            throw unusable(address, bytes, "the address is null", "pass where the memory begins");
        }
        if (address % element.bytes() != 0) {
            throw unusable(
                    address,
                    bytes,
                    "the address is no multiple of %s, the size of a %s".formatted(element.bytes(), element.text()),
                    "pass memory that is aligned to its elements, or wrap its bytes");
        }
        synchronized (order) {
            ArrayOrder there = allocator.find(address, bytes);
            if (there != null) {
                return join(type, element, address, length, there, ending);
            }
            Memory memory = device.sharing().memory(element, address, length, first.raw());
            ArrayOrder made = ArrayOrder.of(this, memory, origin, first, ending);
            return new HeldArray<>(this, type, made, memory, 0, made::close);
        }
    }

    /** Makes one more array of memory that is an array's already, so that what is done with both is done in order. */
    private <A> HeldArray<A> join(
            Class<A> type, ElementType element, long address, long length, ArrayOrder there, Runnable ending) {
        Memory whole = there.memory();
        long offset = address - whole.address();
        boolean isWithin = offset >= 0 && offset / element.bytes() + length <= whole.length();
        if (element != whole.element() || offset % element.bytes() != 0 || !isWithin) {
            throw unusable(
                    address,
                    length * element.bytes(),
                    "other elements of it are those of the GpuArray " + there.description(),
                    "close that array first, or wrap all of the memory once and take slices");
        }
        there.join();
        long start = offset / element.bytes();
        return new HeldArray<>(this, type, there, whole.slice(start, length), start, () -> there.close(ending));
    }

    private IllegalArgumentException unusable(long address, long bytes, String reason, String advice) {
        return new IllegalArgumentException(
                Message.FOREIGN_MEMORY.format("0x" + Long.toHexString(address), bytes, this, reason, advice));
    }

    @Override
    public <A> GpuArray<A> allocateShareable(Class<A> type, long length) {
        Objects.requireNonNull(type, "type");
        GraphRecording.refuse("an allocation", "allocate before recording");
        requireSize("length", length);
        long bytes = Math.multiplyExact(length, element(type).bytes());
        long address = allocator.allocateShareable(bytes);
        return ending(
                () -> device.sharing().free(address, bytes),
                free -> wrap(type, address, length, ArrayOrder.Origin.SHAREABLE, defaultStream(), free));
    }

    @Override
    public <A> GpuArray<A> openIpc(Class<A> type, byte[] handle, long offset, long length) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(handle, "handle");
        GraphRecording.refuse("a GpuArray of other memory", "make it before recording");
        requireSize("length", length);
        requireSize("offset", offset);
        if (handle.length != Sharing.HANDLE_BYTES) {
            throw new IllegalArgumentException(Message.IPC_HANDLE.format(handle.length, Sharing.HANDLE_BYTES));
        }
        long address = device.sharing().open(handle.clone());
        return ending(
                () -> device.sharing().close(address),
                close -> wrap(type, address + offset, length, defaultStream(), close));
    }

    private static <A> GpuArray<A> ending(Runnable ending, Function<Runnable, GpuArray<A>> maker) {
        boolean done = false;
        try {
            GpuArray<A> made = maker.apply(ending);
            done = true;
            return made;
        } finally {
            if (!done) {
                ending.run();
            }
        }
    }

    /** Waits for what was enqueued that writes an array, or uses it if others will write it; takes no faults. */
    void await(HeldArray<?> array, boolean isToBeWritten) {
        ArrayClaim claim = new ArrayClaim(this, 1);
        array.addTo(claim, isToBeWritten);
        Event behind = device.newEvent();
        try {
            behind.record(claim.take(null).raw());
        } finally {
            claim.giveUp();
        }
        behind.await();
        behind.close();
    }

    private static ElementType element(Class<?> type) {
        ElementType element = ElementType.ofArray(type);
        if (element == null) {
            throw new IllegalArgumentException(Message.NOT_PRIMITIVE_ARRAY.format(type.getTypeName()));
        }
        return element;
    }

    @Override
    public DeviceStream defaultStream() {
        DeviceStream known = defaultStream;
        if (known != null) {
            return known;
        }
        synchronized (this) {
            DeviceStream made = defaultStream;
            if (made == null) {
                made = new DeviceStream(this, device.newStream(), false);
                defaultStream = made;
            }
            return made;
        }
    }

    @Override
    public GpuStream newStream() {
        return open(device.newStream());
    }

    @Override
    public GpuStream wrapStream(long handle) {
        return open(device.sharing().stream(handle));
    }

    private GpuStream open(Stream made) {
        DeviceStream stream = new DeviceStream(this, made, true);
        synchronized (order) {
            countStream(true);
        }
        return stream;
    }

    @Override
    public GpuEvent newEvent() {
        return new DeviceEvent(this);
    }

    @Override
    public void synchronize() {
        defaultStream().synchronize();
    }

    @Override
    public <R> R call(Supplier<R> body) {
        Objects.requireNonNull(body, "body");
        return JitEngine.callOn(this, null, body);
    }

    @Override
    public <R> CompletableFuture<R> callAsync(Supplier<R> body) {
        Objects.requireNonNull(body, "body");
        GraphRecording.refuse("what another thread does", "launch in the thread that records");
        return CompletableFuture.supplyAsync(() -> call(body), ASYNC);
    }

    @Override
    public GpuGraph record(Runnable body) {
        Objects.requireNonNull(body, "body");
        GraphRecording.refuse("another recording", "record one graph after the other");
        GraphRecording recording = new GraphRecording(this);
        JitEngine.record(recording, body);
        return new DeviceGraph(this, recording.calls());
    }

    @Override
    public String toString() {
        return device.info().toString();
    }
}
