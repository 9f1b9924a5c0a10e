package dev.gpukernel.internal.cuda;

import dev.gpukernel.internal.nvrtc.FakeNvJitLink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A driver in Java with one device, whose streams are threads and whose kernels are run by {@link FakePtx}: launches return before
 * they run, streams run beside each other and wait for events, and freed memory is overwritten. One for each JVM.
 */
public final class FakeDriver {
    static final int INVALID_HANDLE = 400;
    static final int ALREADY_REGISTERED = 712;
    static final int NOT_REGISTERED = 713;
    private static final long DEFAULT_STREAM = 0;
    private static final long LEGACY_STREAM = 1;
    private static final long STREAM_OF_THREAD = 2;

    /** Threads of the blocks that it suggests: few, so that short loops have several blocks and few threads without work. */
    private static final int BLOCK = 64;

    private static final MemorySegment EVERYTHING = all();
    /** As CUDA has it: a new one for each that retains it would be wrong. */
    private static final long CONTEXT = 1L << 40;

    private static final int INVALID_CONTEXT = 201;
    /** No number that would be boxed: tests of launches count garbage. */
    private static final ThreadLocal<long[]> CURRENT = ThreadLocal.withInitial(() -> new long[1]);

    private static final NavigableMap<Long, Long> SIZES = new ConcurrentSkipListMap<>();
    private static final Map<Long, Integer> OPENED = new ConcurrentHashMap<>();
    private static final Map<Long, Arena> MEMORY = new ConcurrentHashMap<>();
    private static final Map<Long, Queue> STREAMS = new ConcurrentHashMap<>();
    private static final Map<Long, Point> EVENTS = new ConcurrentHashMap<>();
    private static final Set<Long> LIVE_EVENTS = ConcurrentHashMap.newKeySet();
    private static final Map<Long, Map<String, FakePtx>> MODULES = new ConcurrentHashMap<>();
    private static final Map<Long, FakePtx> FUNCTIONS = new ConcurrentHashMap<>();
    private static final Map<Long, Map<String, MemorySegment>> VARIABLES = new ConcurrentHashMap<>();
    private static final Map<Long, String> LINKED = new ConcurrentHashMap<>();
    private static final Arena TEXTS = Arena.ofShared();
    private static final Pattern VARIABLE =
            Pattern.compile("\\.visible \\.(?:const|global) (?:\\.align \\d+ )?\\.b(\\d+) (\\w+)\\[(\\d+)];");
    private static final AtomicLong HANDLES = new AtomicLong(STREAM_OF_THREAD);
    private static final AtomicLong CALLS = new AtomicLong();

    private static final AtomicInteger LAUNCHES_WITHOUT_MEMORY = new AtomicInteger();
    private static final AtomicInteger LOADS_WITHOUT_MEMORY = new AtomicInteger();
    private static final AtomicInteger MADE_WITHOUT_MEMORY = new AtomicInteger();
    private static final AtomicLong ALLOCATIONS_LEFT = new AtomicLong(Long.MAX_VALUE);
    private static final AtomicLong LAUNCHES_LEFT = new AtomicLong(Long.MAX_VALUE);
    private static final Map<Long, Long> DEVICE_BYTES = new ConcurrentHashMap<>();
    private static final AtomicLong DEVICE_USE = new AtomicLong();
    private static final ThreadLocal<AtomicLong> OWN_CALLS = ThreadLocal.withInitial(AtomicLong::new);
    private static final ThreadLocal<@Nullable Consumer<String>> OWN_WATCHER = new ThreadLocal<>();
    private static volatile long capacity = 1L << 30;
    private static volatile boolean installed;
    private static volatile int streamStatus;

    /** Sizes of registered memory by address. */
    private static final NavigableMap<Long, Long> REGISTERED = new ConcurrentSkipListMap<>();

    private static volatile boolean refusesRegistration;
    private static final AtomicReference<@Nullable Runnable> AFTER_LAUNCH = new AtomicReference<>();

    /** Whether what is enqueued is forgotten. */
    private static volatile boolean pretends;

    private FakeDriver() {}

    /** Makes this the driver of the JVM, before another one is looked for. */
    public static void install() {
        installed = true;
        STREAMS.put(DEFAULT_STREAM, new Queue());
        STREAMS.put(LEGACY_STREAM, known(STREAMS.get(DEFAULT_STREAM)));
        STREAMS.put(STREAM_OF_THREAD, new Queue());
        // Many chunks for each piece, as large arrays have.
        PipelineSizes.use(new PipelineSizes(4, new PipelineSizes.Way(1 << 12, 2), new PipelineSizes.Way(1 << 12, 2)));
        FakeNvJitLink.install();
        Driver.use(new Driver.Loaded("a stand-in", FakeDriver::find));
    }

    /** {@return whether it is the driver of this JVM} */
    public static boolean isInstalled() {
        return installed;
    }

    /** Lets an allocation fail for want of memory, both times that it is tried. */
    public static void failAllocation(int after) {
        ALLOCATIONS_LEFT.set(after);
    }

    /** Lets a launch fail, once. */
    public static void failLaunch(int after) {
        LAUNCHES_LEFT.set(after);
    }

    /** Lets so many launches fail for want of memory, those of the next ones that are tried again counted twice. */
    public static void failLaunchesForMemory(int count) {
        LAUNCHES_WITHOUT_MEMORY.set(count);
    }

    /** Lets so many loads of modules and functions fail for want of memory, those that are tried again counted twice. */
    public static void failLoadsForMemory(int count) {
        LOADS_WITHOUT_MEMORY.set(count);
    }

    /** Lets so many calls that make streams, events and graphs, or launch a graph, fail for want of memory, as loads do. */
    public static void failMakingForMemory(int count) {
        MADE_WITHOUT_MEMORY.set(count);
    }

    /** {@return whether a call that makes something fails for want of memory} */
    static boolean isShortOfMemory() {
        return isShort(MADE_WITHOUT_MEMORY);
    }

    private static boolean isShort(AtomicInteger failures) {
        return failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    /** Says how much device memory there is beyond what is allocated now, as far as allocations are concerned. */
    public static void limitMemory(long bytes) {
        capacity = bytes == Long.MAX_VALUE ? 1L << 30 : DEVICE_USE.get() + bytes;
    }

    /** Lets streams fail with an error from now on, as after a kernel that left its memory; 0 for none. */
    public static void failStreams(int status) {
        streamStatus = status;
    }

    /** {@return bytes of device memory that are allocated} */
    public static long deviceBytes() {
        return DEVICE_USE.get();
    }

    /** Lets launches and events do nothing, and so allocate nothing. */
    public static void pretend(boolean newPretends) {
        pretends = newPretends;
    }

    /** Runs something once the next kernel is done, before its launch returns. */
    public static void afterLaunch(Runnable body) {
        AFTER_LAUNCH.set(body);
    }

    /** Lets memory not be registered, as where a process may not lock so much. */
    public static void refuseRegistration(boolean refuses) {
        refusesRegistration = refuses;
    }

    /** {@return whether all of some memory is registered} */
    public static boolean isRegistered(MemorySegment memory) {
        return isRegistered(memory.address(), memory.byteSize());
    }

    private static boolean isRegistered(long address, long bytes) {
        Map.Entry<Long, Long> before = REGISTERED.floorEntry(address);
        return before != null && address + bytes <= before.getKey() + before.getValue();
    }

    /** {@return how many calls of any function the current thread made} */
    public static long ownCalls() {
        return OWN_CALLS.get().get();
    }

    /** Keeps a stream from doing more, until what is returned is run. */
    public static Runnable hold(long stream) {
        Point released = new Point();
        stream(stream).add(released::await);
        return released::reach;
    }

    static void count(String function) {
        OWN_CALLS.get().incrementAndGet();
        Consumer<String> watcher = OWN_WATCHER.get();
        if (watcher != null) {
            watcher.accept(function);
        }
    }

    /** {@return which functions the current thread calls in a body, in order} */
    public static List<String> callsOf(Runnable body) {
        List<String> names = new ArrayList<>();
        watch(names::add, body);
        return names;
    }

    /** Tells of each function that the current thread calls in a body, at the call. */
    public static void watch(Consumer<String> watcher, Runnable body) {
        OWN_WATCHER.set(watcher);
        try {
            body.run();
        } finally {
            OWN_WATCHER.remove();
        }
    }

    /** {@return how many calls were made of what enqueues or waits} */
    public static long calls() {
        return CALLS.get();
    }

    /** {@return how many modules are loaded} */
    public static int modules() {
        return MODULES.size();
    }

    @SuppressWarnings("restricted") // addresses are real ones
    private static MemorySegment all() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }

    static MemorySegment everything() {
        return EVERYTHING;
    }

    private static MethodHandle find(DriverFunction function) {
        try {
            MethodHandles.Lookup own = MethodHandles.lookup();
            MethodHandle call = own.findStatic(
                    function.symbol().startsWith("cuGraph") ? FakeGraphs.class : FakeDriver.class,
                    function.symbol().replace("_v2", ""),
                    function.descriptor().toMethodType());
            MethodHandle count =
                    own.findStatic(FakeDriver.class, "count", MethodType.methodType(void.class, String.class));
            return MethodHandles.foldArguments(
                    call,
                    MethodHandles.insertArguments(count, 0, function.symbol().replace("_v2", "")));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(function.symbol(), e);
        }
    }

    /** A point in a stream. */
    private static final class Point {
        final CountDownLatch reached = new CountDownLatch(1);
        volatile long nanos;

        void reach() {
            nanos = System.nanoTime();
            reached.countDown();
        }

        void await() {
            // As in native code, a virtual thread that waits here keeps its carrier.
            while (Thread.currentThread().isVirtual() && reached.getCount() > 0) {
                Thread.onSpinWait();
            }
            uninterruptibly(reached::await);
        }
    }

    /** What may wait. */
    private interface Wait {
        void run() throws InterruptedException;
    }

    /** Waits as native code does, which knows nothing of interruption. */
    private static void uninterruptibly(Wait wait) {
        boolean interrupted = false;
        boolean done = false;
        while (!done) {
            try {
                wait.run();
                done = true;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A stream. */
    private static final class Queue {
        private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>(1024);
        private final AtomicLong unfinished = new AtomicLong();
        private volatile boolean closed;

        Queue() {
            Thread.ofPlatform()
                    .daemon()
                    .inheritInheritableThreadLocals(false)
                    .name("stream")
                    .start(this::work);
        }

        private void work() {
            try {
                while (!closed) {
                    tasks.take().run();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            } catch (Throwable broken) {
                broken.printStackTrace();
                Runtime.getRuntime().halt(3);
            }
        }

        void add(Runnable task) {
            put(() -> {
                task.run();
                unfinished.decrementAndGet();
            });
        }

        private void put(Runnable task) {
            CALLS.incrementAndGet();
            unfinished.incrementAndGet();
            uninterruptibly(() -> tasks.put(task));
        }

        Point mark() {
            Point point = new Point();
            // Who waited for it finds the stream idle.
            put(() -> {
                unfinished.decrementAndGet();
                point.reach();
            });
            return point;
        }
    }

    static <T> T known(@Nullable T found) {
        return Objects.requireNonNull(found, "closed, or never made");
    }

    private static Queue stream(long handle) {
        Queue found = STREAMS.get(handle);
        if (found == null) {
            throw new AssertionError("a stream that is closed or never was: " + handle);
        }
        return found;
    }

    static int create(MemorySegment out, Runnable1 add) {
        long handle = HANDLES.incrementAndGet();
        add.run(handle);
        out.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, handle);
        return 0;
    }

    interface Runnable1 {
        void run(long handle);
    }

    private static int put(MemorySegment out, int value) {
        out.set(ValueLayout.JAVA_INT_UNALIGNED, 0, value);
        return 0;
    }

    static int cuInit(int flags) {
        return flags;
    }

    static int cuDriverGetVersion(MemorySegment version) {
        return put(version, 13000);
    }

    static int cuDeviceGetCount(MemorySegment count) {
        return put(count, 1);
    }

    static int cuDeviceGet(MemorySegment device, int ordinal) {
        return put(device, ordinal);
    }

    static int cuDeviceGetName(MemorySegment name, int length, int device) {
        name.setString(0, "Fake GPU");
        return device + length - length;
    }

    static int cuDeviceTotalMem(MemorySegment bytes, int device) {
        bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 1L << 30);
        return device;
    }

    static int cuDeviceGetAttribute(MemorySegment value, int attribute, int device) {
        return put(
                value,
                switch (attribute) {
                    case 1, 2, 3 -> 1024;
                    case 4 -> 64;
                    case 5 -> Integer.MAX_VALUE;
                    case 6, 7 -> 65_535;
                    case 8, 97 -> 49_152;
                    case 10 -> 32;
                    case 16 -> 4;
                    case 75 -> 7;
                    case 76 -> 5;
                    case 95, 115 -> 1;
                    default -> device;
                });
    }

    static int cuDevicePrimaryCtxRetain(MemorySegment context, int device) {
        context.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, CONTEXT);
        return device;
    }

    static int cuDevicePrimaryCtxRelease(int device) {
        return device;
    }

    static int cuCtxSetCurrent(long context) {
        CURRENT.get()[0] = context;
        return context == 0 ? INVALID_HANDLE : 0;
    }

    static int cuCtxGetCurrent(MemorySegment context) {
        context.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, CURRENT.get()[0]);
        return 0;
    }

    static int cuStreamGetCtx(long stream, MemorySegment context) {
        context.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, CONTEXT);
        return STREAMS.containsKey(stream) ? 0 : INVALID_CONTEXT;
    }

    static int cuPointerGetAttributes(int count, MemorySegment attributes, MemorySegment values, long pointer) {
        Map.Entry<Long, Long> memory = SIZES.floorEntry(pointer);
        boolean isKnown = memory != null && pointer < memory.getKey() + memory.getValue();
        for (int i = 0; i < count; i++) {
            long value = values.getAtIndex(ValueLayout.JAVA_LONG, i);
            switch (attributes.getAtIndex(ValueLayout.JAVA_INT, i)) {
                case 2 -> EVERYTHING.set(ValueLayout.JAVA_INT_UNALIGNED, value, isKnown ? 2 : 0);
                case 8 -> EVERYTHING.set(ValueLayout.JAVA_BYTE, value, (byte) 0);
                case 9 -> EVERYTHING.set(ValueLayout.JAVA_INT_UNALIGNED, value, isKnown ? 0 : -1);
                case 3 -> EVERYTHING.set(ValueLayout.JAVA_LONG_UNALIGNED, value, isKnown ? pointer : 0);
                case 11 -> EVERYTHING.set(ValueLayout.JAVA_LONG_UNALIGNED, value, isKnown ? memory.getKey() : 0);
                case 12 -> EVERYTHING.set(ValueLayout.JAVA_LONG_UNALIGNED, value, isKnown ? memory.getValue() : 0);
                default -> {
                    return INVALID_HANDLE;
                }
            }
        }
        return 0;
    }

    static int cuIpcGetMemHandle(MemorySegment handle, long pointer) {
        // Nothing but the address, so that it opens in the same process, which the real driver refuses.
        handle.fill((byte) 0).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, pointer);
        return MEMORY.containsKey(pointer) && !DEVICE_BYTES.containsKey(pointer) ? 0 : 1;
    }

    static int cuIpcOpenMemHandle(MemorySegment pointer, MemorySegment handle, int flags) {
        long address = handle.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        if (!MEMORY.containsKey(address) || flags != 1) {
            return INVALID_CONTEXT;
        }
        OPENED.merge(address, 1, Integer::sum);
        pointer.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, address);
        return 0;
    }

    static int cuIpcCloseMemHandle(long pointer) {
        return OPENED.computeIfPresent(pointer, (_, count) -> count > 0 ? count - 1 : null) == null ? 1 : 0;
    }

    /** {@return how many times memory of other processes is open} */
    public static int opened() {
        return OPENED.values().stream().mapToInt(count -> count).sum();
    }

    static int cuCtxSynchronize() {
        STREAMS.values().forEach(stream -> stream.mark().await());
        return 0;
    }

    static int cuGetErrorName(int error, MemorySegment text) {
        return error == 0 || text == null ? 0 : INVALID_HANDLE;
    }

    static int cuGetErrorString(int error, MemorySegment text) {
        return cuGetErrorName(error, text);
    }

    static int cuMemGetInfo(MemorySegment free, MemorySegment total) {
        free.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, capacity - DEVICE_USE.get());
        total.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 1L << 30);
        return 0;
    }

    static int cuMemAlloc(MemorySegment pointer, long bytes) {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(bytes, 256);
        memory.fill((byte) 0x5a);
        MEMORY.put(memory.address(), arena);
        SIZES.put(memory.address(), bytes);
        pointer.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, memory.address());
        return 0;
    }

    static int cuMemFree(long pointer) {
        cuCtxSynchronize();
        return free(pointer);
    }

    private static int free(long pointer) {
        Long bytes = DEVICE_BYTES.remove(pointer);
        if (bytes != null) {
            DEVICE_USE.addAndGet(-bytes);
        }
        Arena arena = MEMORY.remove(pointer);
        if (arena == null) {
            throw new AssertionError("freed twice: " + pointer);
        }
        EVERYTHING.set(ValueLayout.JAVA_INT_UNALIGNED, pointer, 0x5a5a5a5a);
        SIZES.remove(pointer);
        arena.close();
        return 0;
    }

    static int cuMemAllocAsync(MemorySegment pointer, long bytes, long stream) {
        stream(stream);
        long left = ALLOCATIONS_LEFT.decrementAndGet();
        if (left < 0) {
            if (left < -1) {
                ALLOCATIONS_LEFT.set(Long.MAX_VALUE);
            }
            return CudaError.OUT_OF_MEMORY.code();
        }
        if (DEVICE_USE.addAndGet(bytes) > capacity) {
            DEVICE_USE.addAndGet(-bytes);
            return CudaError.OUT_OF_MEMORY.code();
        }
        int status = cuMemAlloc(pointer, bytes);
        DEVICE_BYTES.put(pointer.get(ValueLayout.JAVA_LONG_UNALIGNED, 0), bytes);
        return status;
    }

    static int cuMemFreeAsync(long pointer, long stream) {
        stream(stream).add(() -> free(pointer));
        return 0;
    }

    static int cuDeviceGetDefaultMemPool(MemorySegment pool, int device) {
        return create(pool, _ -> {}) + device;
    }

    static int cuMemPoolSetAttribute(long pool, int attribute, @Nullable MemorySegment value) {
        return pool != 0 && attribute != 0 && value != null ? 0 : INVALID_HANDLE;
    }

    static int cuMemPoolGetAttribute(long pool, int attribute, MemorySegment value) {
        value.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, DEVICE_USE.get());
        return pool != 0 && attribute == 5 ? 0 : INVALID_HANDLE;
    }

    static int cuMemPoolTrimTo(long pool, long bytesToKeep) {
        return pool != 0 && bytesToKeep >= 0 ? 0 : INVALID_HANDLE;
    }

    static int cuMemHostAlloc(MemorySegment pointer, long bytes, int flags) {
        return flags == 0 ? INVALID_HANDLE : cuMemAlloc(pointer, bytes);
    }

    static int cuMemFreeHost(long pointer) {
        return free(pointer);
    }

    static int cuMemHostRegister(MemorySegment memory, long bytes, int flags) {
        Map.Entry<Long, Long> before = REGISTERED.lowerEntry(memory.address() + bytes);
        if (before != null && before.getKey() + before.getValue() > memory.address()) {
            return ALREADY_REGISTERED;
        }
        if (refusesRegistration || flags != 3 || memory.byteSize() < bytes) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        REGISTERED.put(memory.address(), bytes);
        return 0;
    }

    static int cuMemHostUnregister(long pointer) {
        return REGISTERED.remove(pointer) == null ? NOT_REGISTERED : 0;
    }

    static int cuMemHostGetDevicePointer(MemorySegment devicePointer, long hostPointer, int flags) {
        devicePointer.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, hostPointer);
        return flags;
    }

    static int cuMemcpyHtoD(long device, MemorySegment host, long bytes) {
        MemorySegment.copy(host, 0, EVERYTHING, device, bytes);
        return 0;
    }

    static int cuMemcpyDtoH(MemorySegment host, long device, long bytes) {
        MemorySegment.copy(EVERYTHING, device, host, 0, bytes);
        return 0;
    }

    static int cuMemcpyHtoD_ptds(long device, MemorySegment host, long bytes) {
        if (isRegistered(host.address(), bytes)) {
            return cuMemcpyHtoD(device, host, bytes);
        }
        // The device has the bytes later.
        byte[] staged = host.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
        stream(STREAM_OF_THREAD)
                .add(() -> MemorySegment.copy(staged, 0, EVERYTHING, ValueLayout.JAVA_BYTE, device, staged.length));
        return 0;
    }

    static int cuMemcpyDtoH_ptds(MemorySegment host, long device, long bytes) {
        return cuMemcpyDtoH(host, device, bytes);
    }

    static int cuMemcpyHtoDAsync(long device, long host, long bytes, long stream) {
        return cuMemcpyDtoDAsync(device, host, bytes, stream);
    }

    static int cuMemcpyDtoHAsync(long host, long device, long bytes, long stream) {
        return cuMemcpyDtoDAsync(host, device, bytes, stream);
    }

    static int cuMemcpyDtoDAsync(long target, long source, long bytes, long stream) {
        stream(stream).add(() -> MemorySegment.copy(EVERYTHING, source, EVERYTHING, target, bytes));
        return 0;
    }

    static int cuMemsetD8Async(long device, byte value, long count, long stream) {
        stream(stream).add(() -> EVERYTHING.asSlice(device, count).fill(value));
        return 0;
    }

    static int cuStreamCreate(MemorySegment stream, int flags) {
        if (isShortOfMemory()) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        return create(stream, handle -> STREAMS.put(handle, new Queue())) + flags - flags;
    }

    static int cuStreamDestroy(long stream) {
        Queue queue = stream(stream);
        STREAMS.remove(stream);
        queue.add(() -> queue.closed = true);
        return 0;
    }

    static int cuStreamSynchronize(long stream) {
        if (pretends) {
            return 0;
        }
        stream(stream).mark().await();
        return streamStatus;
    }

    static int cuStreamQuery(long stream) {
        return stream(stream).unfinished.get() == 0 ? 0 : Check.NOT_READY;
    }

    static int cuStreamWaitEvent(long stream, long event, int flags) {
        if (isGone(event)) {
            return INVALID_HANDLE;
        }
        Point point = pretends ? null : EVENTS.get(event);
        if (point != null) {
            stream(stream).add(point::await);
        }
        return flags;
    }

    static int cuEventCreate(MemorySegment event, int flags) {
        if (isShortOfMemory()) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        return create(event, LIVE_EVENTS::add) + flags - flags;
    }

    private static boolean isGone(long event) {
        return !pretends && !LIVE_EVENTS.contains(event);
    }

    static int cuEventDestroy(long event) {
        EVENTS.remove(event);
        return LIVE_EVENTS.remove(event) ? 0 : INVALID_HANDLE;
    }

    static int cuEventRecord(long event, long stream) {
        if (pretends) {
            return 0;
        }
        if (isGone(event)) {
            return INVALID_HANDLE;
        }
        EVENTS.put(event, stream(stream).mark());
        return 0;
    }

    static int cuEventSynchronize(long event) {
        Point point = pretends ? null : EVENTS.get(event);
        if (point != null) {
            point.await();
        }
        // One that is destroyed while somebody waits is gone for the real driver, too.
        return isGone(event) ? INVALID_HANDLE : 0;
    }

    static int cuEventQuery(long event) {
        if (isGone(event)) {
            return INVALID_HANDLE;
        }
        Point point = EVENTS.get(event);
        return point == null || point.reached.getCount() == 0 ? 0 : Check.NOT_READY;
    }

    static int cuEventElapsedTime(MemorySegment milliseconds, long start, long end) {
        Point from = EVENTS.get(start);
        Point to = EVENTS.get(end);
        if (isGone(start) || isGone(end) || from == null || to == null) {
            return INVALID_HANDLE;
        }
        if (from.reached.getCount() + to.reached.getCount() > 0) {
            return Check.NOT_READY;
        }
        milliseconds.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 0, (to.nanos - from.nanos) / 1e6f);
        return 0;
    }

    static int cuModuleLoadDataEx(
            MemorySegment module, MemorySegment image, int options, MemorySegment names, MemorySegment values) {
        if (isShort(LOADS_WITHOUT_MEMORY)) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        String text = image.getString(0);
        Map<String, MemorySegment> variables = variables(text);
        Map<String, FakePtx> entries = FakePtx.read(text, variables);
        return names.byteSize() < options || values.byteSize() < options
                ? INVALID_HANDLE
                : create(module, handle -> {
                    MODULES.put(handle, entries);
                    VARIABLES.put(handle, variables);
                });
    }

    /** {@return memory for the variables of a module, such as {@code .visible .const .align 4 .b8 offsets[16];}} */
    private static Map<String, MemorySegment> variables(String text) {
        Map<String, MemorySegment> variables = new ConcurrentHashMap<>();
        Matcher matcher = VARIABLE.matcher(text);
        while (matcher.find()) {
            long bytes = Long.parseLong(matcher.group(1)) / 8 * Long.parseLong(matcher.group(3));
            variables.put(matcher.group(2), Arena.ofAuto().allocate(bytes, 16));
        }
        return variables;
    }

    static int cuModuleGetFunction(MemorySegment function, long module, MemorySegment name) {
        if (isShort(LOADS_WITHOUT_MEMORY)) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        FakePtx kernel = known(MODULES.get(module)).get(name.getString(0));
        return kernel == null ? CudaError.NOT_FOUND.code() : create(function, handle -> FUNCTIONS.put(handle, kernel));
    }

    /** A variable of a module is zero at first. */
    static int cuModuleGetGlobal(MemorySegment pointer, MemorySegment bytes, long module, MemorySegment name) {
        MemorySegment variable = VARIABLES.getOrDefault(module, Map.of()).get(name.getString(0));
        if (variable == null) {
            return CudaError.NOT_FOUND.code();
        }
        pointer.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, variable.address());
        bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, variable.byteSize());
        return 0;
    }

    static int cuModuleGetFunctionCount(MemorySegment count, long module) {
        return put(count, known(MODULES.get(module)).size());
    }

    static int cuModuleEnumerateFunctions(MemorySegment functions, int count, long module) {
        MemorySegment all = EVERYTHING.asSlice(functions.address(), 8L * count);
        int next = 0;
        for (FakePtx kernel : known(MODULES.get(module)).values()) {
            create(all.asSlice(8L * next++), handle -> FUNCTIONS.put(handle, kernel));
        }
        return 0;
    }

    static int cuFuncGetName(MemorySegment name, long function) {
        name.set(
                ValueLayout.JAVA_LONG_UNALIGNED,
                0,
                TEXTS.allocateFrom(known(FUNCTIONS.get(function)).entry()).address());
        return 0;
    }

    static int cuFuncGetParamInfo(long function, long index, MemorySegment offset, MemorySegment size) {
        int[] bytes = known(FUNCTIONS.get(function)).paramBytes();
        if (index >= bytes.length) {
            return 1;
        }
        size.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, bytes[(int) index]);
        return 0;
    }

    static int cuLinkCreate(int options, MemorySegment names, MemorySegment values, MemorySegment state) {
        return names.byteSize() < options || values.byteSize() < options
                ? INVALID_HANDLE
                : create(state, handle -> LINKED.put(handle, ""));
    }

    /** It links PTX only, by putting texts together. */
    static int cuLinkAddData(
            long state,
            int type,
            MemorySegment data,
            long bytes,
            MemorySegment name,
            int options,
            MemorySegment names,
            MemorySegment values) {
        String text = data.getString(0);
        if (type != 1 || bytes != text.length() + 1 || options != 0 || !names.equals(values)) {
            return CudaError.INVALID_IMAGE.code();
        }
        LINKED.merge(state, text, String::concat);
        return name.getString(0).isEmpty() ? INVALID_HANDLE : 0;
    }

    static int cuLinkComplete(long state, MemorySegment image, MemorySegment bytes) {
        MemorySegment text = TEXTS.allocateFrom(known(LINKED.get(state)));
        image.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, text.address());
        bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, text.byteSize());
        return 0;
    }

    static int cuLinkDestroy(long state) {
        known(LINKED.remove(state));
        return 0;
    }

    static int cuModuleUnload(long module) {
        Map<String, FakePtx> entries = known(MODULES.remove(module));
        VARIABLES.remove(module);
        FUNCTIONS.values().removeAll(entries.values());
        return 0;
    }

    static int cuFuncGetAttribute(MemorySegment value, int attribute, long function) {
        return put(value, attribute == 0 ? known(FUNCTIONS.get(function)).maxThreads() : 0);
    }

    static int cuFuncSetAttribute(long function, int attribute, int value) {
        return function == 0 || attribute + value < 0 ? INVALID_HANDLE : 0;
    }

    static int cuLaunchKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            MemorySegment parameters,
            MemorySegment extra) {
        if (pretends) {
            return 0;
        }
        if (isShort(LAUNCHES_WITHOUT_MEMORY)) {
            return CudaError.OUT_OF_MEMORY.code();
        }
        if (isToFail()) {
            return CudaError.LAUNCH_OUT_OF_RESOURCES.code();
        }
        int[] grid = {gridX, gridY, gridZ};
        int[] block = {blockX, blockY, blockZ};
        Launch launch = launch(function, grid, block, parameters);
        enqueue(stream, launch::run, sharedBytes + extra.address());
        Runnable after = AFTER_LAUNCH.getAndSet(null);
        if (after != null) {
            cuStreamSynchronize(stream);
            after.run();
        }
        return 0;
    }

    static int cuLaunchCooperativeKernel(
            long function,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            int sharedBytes,
            long stream,
            MemorySegment parameters) {
        return cuLaunchKernel(
                function,
                gridX,
                gridY,
                gridZ,
                blockX,
                blockY,
                blockZ,
                sharedBytes,
                stream,
                parameters,
                MemorySegment.NULL);
    }

    /** {@return whether a launch fails, as was asked for} */
    static boolean isToFail() {
        boolean fails = LAUNCHES_LEFT.getAndDecrement() == 0;
        if (fails) {
            LAUNCHES_LEFT.set(Long.MAX_VALUE);
        }
        return fails;
    }

    /** Adds kernels to a stream. */
    static void enqueue(long stream, Consumer<SplittableRandom> work, long seed) {
        SplittableRandom random = new SplittableRandom(CALLS.get() + seed);
        stream(stream).add(() -> work.accept(random));
    }

    /** A kernel with its arguments, ready to run. */
    interface Launch {
        void run(SplittableRandom random);
    }

    static Launch launch(long function, int[] grid, int[] block, MemorySegment parameters) {
        FakePtx kernel = known(FUNCTIONS.get(function));
        int[] bytes = kernel.paramBytes();
        long[] arguments = new long[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            long pointer = parameters.getAtIndex(ValueLayout.JAVA_LONG, i);
            arguments[i] = bytes[i] == 8
                    ? EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, pointer)
                    : EVERYTHING.get(ValueLayout.JAVA_INT_UNALIGNED, pointer);
        }
        return random -> kernel.run(grid, block, arguments, random);
    }

    static int cuOccupancyMaxPotentialBlockSize(
            MemorySegment minGridSize,
            MemorySegment blockSize,
            long function,
            MemorySegment sharedBytesOfBlockSize,
            long sharedBytes,
            int blockSizeLimit) {
        put(blockSize, Math.min(BLOCK, known(FUNCTIONS.get(function)).maxThreads()));
        return put(minGridSize, 4) + (int) sharedBytesOfBlockSize.address() + blockSizeLimit + (int) (sharedBytes & 0);
    }

    static int cuOccupancyMaxActiveBlocksPerMultiprocessor(
            MemorySegment blocks, long function, int blockSize, long sharedBytes) {
        return put(blocks, function == 0 || sharedBytes < 0 || blockSize < 1 ? 0 : blockSize > BLOCK ? 1 : 8);
    }
}
