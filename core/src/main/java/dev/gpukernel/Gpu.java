package dev.gpukernel;

import dev.gpukernel.device.ThreadState;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A device that runs kernels: an NVIDIA GPU, or the machine's CPU where a kernel is to run there. Usable from several threads.
 */
public interface Gpu {
    /**
     * The device that kernels with host arrays run on: that of the enclosing {@link #call}, else the first device of the
     * backend that {@link Settings#BACKEND} chooses.
     *
     * @return the device
     * @throws GpuException if the backend asked for by name is not available, saying what was looked for and where
     */
    static Gpu current() {
        return Engine.get().current();
    }

    /** {@return every backend that GpuKernel has, available or not, with its devices} */
    static List<BackendStatus> backends() {
        return Engine.get().backends();
    }

    /** {@return every device of every available backend} */
    static List<Gpu> all() {
        return backends().stream()
                .flatMap(backend -> backend.devices().stream())
                .toList();
    }

    /**
     * Prints from a kernel, to {@link System#out} of the host: CUDA's {@code printf}. What one thread prints comes in its order,
     * and threads in the order of their indices; all of it at the latest when the launch is waited for.
     *
     * @param format a literal, as {@link java.util.Formatter} takes it; numbers as in {@link Locale#ROOT}
     * @param arguments primitive values, one for each specifier
     */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library, and this one needs none
    static void printf(String format, Object... arguments) {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(arguments, "arguments");
        ThreadState.print(String.format(Locale.ROOT, format, arguments));
    }

    /** {@return the name of the backend that runs it, such as {@code cuda} or {@code cpu}} */
    String backend();

    /** {@return its number within its backend, from 0} */
    int ordinal();

    /** {@return its name, such as {@code NVIDIA H200}} */
    String name();

    /** {@return the compute capability, such as {@code 9.0}, if it is an NVIDIA GPU} */
    Optional<String> computeCapability();

    /** {@return the version of its driver, or of the Java runtime for the CPU} */
    String driverVersion();

    /** {@return its memory in bytes} */
    long totalMemory();

    /** {@return bytes that can be allocated on it still, as {@link MemoryUse#free} says} */
    default long freeMemory() {
        return memory().free();
    }

    /** {@return figures of its memory now} */
    MemoryUse memory();

    /** {@return what a launch on it may ask for} */
    Limits limits();

    /**
     * Copies a host array to this device.
     *
     * @param <A> type of the array, such as {@code float[]}, {@code float[][]}, or an array of records of primitives
     * @param host the array; its rows may be of several lengths
     * @return an array of the same length and contents on this device
     * @throws IllegalArgumentException if it is not of a supported type, or a row is null
     * @throws NullPointerException if it or a record is null
     * @throws GpuException if the device has too little memory, even once arrays that nothing refers to any more are freed; the message
     *     names the largest {@link GpuArray}s
     */
    <A> GpuArray<A> upload(A host);

    /**
     * Copies the elements of a buffer, from its position to its limit, to this device. The position stays.
     *
     * @param <A> type of the array
     * @param type class of the array, such as {@code float[].class} for a {@link java.nio.FloatBuffer}
     * @param host the buffer, direct or not, in any byte order
     * @return an array of the same length and contents on this device
     * @throws IllegalArgumentException if the buffer has elements of another type
     * @throws GpuException if the device has too little memory, as {@link #upload(Object)} says
     */
    <A> GpuArray<A> upload(Class<A> type, Buffer host);

    /**
     * Copies a memory segment to this device.
     *
     * @param <A> type of the array
     * @param type class of an array of the elements that the segment holds, such as {@code float[].class}, but no {@code boolean[]}
     * @param host the segment, native or of an array
     * @return an array of its elements on this device
     * @throws IllegalArgumentException if it ends within an element, or has more elements than an array
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     * @throws GpuException if the device has too little memory, as {@link #upload(Object)} says
     */
    <A> GpuArray<A> upload(Class<A> type, MemorySegment host);

    /**
     * Registers memory, so that copies of it move as fast as the device can: launches with it or a part of it, and copies to and from {@link
     * GpuArray}s. Registering takes far longer than a copy, so it is for what is copied often.
     *
     * @param memory native memory, that of a mapped file or of a direct buffer ({@link MemorySegment#ofBuffer}) too
     * @return the registration, to be closed before the memory's arena
     * @throws IllegalArgumentException if the memory is in the Java heap
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     */
    default GpuRegistration register(MemorySegment memory) {
        return register(memory, GpuRegistration.Reading.COPIED);
    }

    /**
     * Registers memory, so that launches that only read it do so where it is, if asked for, and copies move as fast as the device can.
     *
     * <p>What the driver does not take moves as without a registration; {@link GpuRegistration#isPinned} says whether it took it. Memory
     * that is a part of registered memory shares the registration, and memory that shares some bytes with it has none. While a copy runs,
     * Java does not let the arena be closed. An arena that is closed while memory of it is registered ends the registration; a launch
     * that reads the memory in place meanwhile fails.
     *
     * @param memory native memory, that of a mapped file or of a direct buffer ({@link MemorySegment#ofBuffer}) too
     * @param reading what launches do with it that only read it; of a part that does not begin at a multiple of 16 bytes, and of arrays of up to
     *     1 MiB in all, they copy it anyway
     * @return the registration, to be closed before the memory's arena
     * @throws IllegalArgumentException if the memory is in the Java heap
     * @throws IllegalStateException if it is closed
     * @throws WrongThreadException if it is confined to another thread
     * @throws GpuException if it is to be read in place unpinned, and this device cannot do that
     */
    GpuRegistration register(MemorySegment memory, GpuRegistration.Reading reading);

    /**
     * Allocates an array of zeros on this device, or of records, which are null until a kernel stores them.
     *
     * @param <A> type of the array
     * @param type class of the array, such as {@code float[].class}
     * @param length number of elements, at least 0; of primitives there may be more than an array of Java's has
     * @return the array
     * @throws IllegalArgumentException if the length is negative or the type is not an array of a supported type
     * @throws GpuException if the device has too little memory, as {@link #upload(Object)} says
     */
    <A> GpuArray<A> allocate(Class<A> type, long length);

    /**
     * Allocates an array of arrays of zeros on this device.
     *
     * @param <A> type of the array
     * @param type class of the array, such as {@code float[][].class}
     * @param sizes the size of each dimension as Java writes them, such as the number of rows and that of columns, at least 0; their product
     *     is less than 2^31
     * @return the array
     * @throws IllegalArgumentException if a size is negative, there are too many elements, or the type is not an array of a supported type
     *     with as many dimensions, of two to four
     * @throws GpuException if the device has too little memory, as {@link #upload} says
     */
    <A> GpuArray<A> allocate(Class<A> type, int... sizes);

    /**
     * Takes memory that another library allocated for an array, without a copy: memory of this device, managed memory, or memory of the host
     * that CUDA has pinned; on the CPU any native memory. It is not freed here.
     *
     * <p>What was done with the memory before must be done, or on a stream that waits for it: the first launches come after what is in
     * {@link #defaultStream()}. What another library does with it later is ordered by {@link GpuStream#enqueue}. Memory that is another
     * array's already may be wrapped if it is a part of that array's elements; what is done with both is then done in order, as with slices.
     *
     * <p>Closing the array waits until nothing that was launched uses the memory. The owner is reachable until then; so it is if the array is
     * not closed, but unreachable.
     *
     * @param <A> type of the array
     * @param type class of the array, such as {@code float[].class}, but no {@code boolean[]}
     * @param address where the memory begins, a multiple of an element's size; CUDA's device pointer
     * @param length number of elements, at least 0
     * @param owner what stays reachable as long as the memory is used here, such as an arena or an object that frees it when collected
     * @return the array
     * @throws IllegalArgumentException if this device has no such memory, the address is null or not aligned, the length is negative or beyond
     *     what was allocated there, or some of the memory is another array's in another way
     * @throws GpuException if this is a device of TornadoVM
     */
    <A> GpuArray<A> wrap(Class<A> type, long address, long length, Object owner);

    /**
     * Allocates an array of zeros that other processes can open with its {@link GpuArray#ipcHandle}. It takes a multiple of 2 MiB.
     *
     * @param <A> type of the array
     * @param type class of the array, such as {@code float[].class}, but no {@code boolean[]}
     * @param length number of elements, at least 0
     * @return the array
     * @throws IllegalArgumentException if the length is negative or the type is not an array of numbers
     * @throws GpuException if the device has too little memory, or is no GPU
     */
    <A> GpuArray<A> allocateShareable(Class<A> type, long length);

    /**
     * Takes memory of another process on the same GPU for an array, without a copy. The other process must keep it until this array is
     * closed. Nothing orders what the processes do with it but they themselves.
     *
     * @param <A> type of the array
     * @param type class of the array, such as {@code float[].class}, but no {@code boolean[]}
     * @param handle what {@link GpuArray#ipcHandle} or {@code cuIpcGetMemHandle} gave there
     * @param offset where the array begins in what the handle stands for, in bytes
     * @param length number of elements, at least 0
     * @return the array
     * @throws IllegalArgumentException if the handle has not 64 bytes, or the array does not fit into the memory
     * @throws GpuException if the driver refuses it, as in the process that made the handle, or this is no GPU
     */
    <A> GpuArray<A> openIpc(Class<A> type, byte[] handle, long offset, long length);

    /** {@return the stream that launches use which name none; it cannot be closed} */
    GpuStream defaultStream();

    /** {@return a new stream} */
    GpuStream newStream();

    /**
     * Takes a stream that another library made, so that launches are done in order with what that enqueues there. Closing it waits for what was
     * launched on it and does not destroy it; who made it does, after that.
     *
     * @param handle CUDA's name of it, a {@code CUstream} or {@code cudaStream_t}; 0 or 1 for the default stream of the process
     * @return the stream
     * @throws IllegalArgumentException if it is in another context than the device's primary one, which the CUDA runtime uses, or is the
     *     default stream of each thread
     * @throws GpuException if this is no GPU
     */
    GpuStream wrapStream(long handle);

    /** {@return a new event} */
    GpuEvent newEvent();

    /** Waits until everything enqueued on this device's default stream is done; throws what a kernel there threw. */
    void synchronize();

    /**
     * Runs something with this device as {@link #current()}.
     *
     * @param <R> type of the result
     * @param body what to run, in this thread
     * @return its result
     */
    <R> R call(Supplier<R> body);

    /**
     * Runs something with this device as {@link #current()}.
     *
     * @param body what to run, in this thread
     */
    default void run(Runnable body) {
        Objects.requireNonNull(body, "body");
        call(() -> {
            body.run();
            return this;
        });
    }

    /**
     * Runs something with this device as {@link #current()} in a thread of its own, so that its copies and kernels run beside those of
     * others.
     *
     * <pre>{@code
     * CompletableFuture<Void> first = Gpu.current().runAsync(() -> VectorOpsGpu.saxpy(2f, x, y));
     * CompletableFuture<Float> second = Gpu.current().callAsync(() -> VectorOpsGpu.dot(u, v));
     * first.join();
     * }</pre>
     *
     * <p>Until the future is done, nobody may write an array that the body uses, nor read one that it writes. What the body throws, a
     * kernel's exception too, is the cause that the future completes with. The thread is virtual: a body may wait as long as it likes.
     * Cancelling the future does not stop the body.
     *
     * @param <R> type of the result
     * @param body what to run
     * @return its result, once there
     */
    <R> CompletableFuture<R> callAsync(Supplier<R> body);

    /**
     * Runs something with this device as {@link #current()} in a thread of its own, as {@link #callAsync} does.
     *
     * @param body what to run
     * @return done when the body is
     */
    default CompletableFuture<@Nullable Void> runAsync(Runnable body) {
        Objects.requireNonNull(body, "body");
        return this.<Gpu>callAsync(() -> {
                    body.run();
                    return this;
                })
                .thenApply(_ -> null);
    }

    /**
     * Takes note of the launches of something instead of doing them, for a graph that does them as often as one likes. What the body
     * launches must be on {@link GpuArray}s of this device, and nothing in it may need the host in between: no host arrays, copies,
     * results, allocations, streams or events. Such a thing is refused with an exception that names its line, and nothing is recorded.
     *
     * @param body launches kernels, in this thread; it is run once, now
     * @return the launches, none of them done yet
     * @throws IllegalStateException if the body does what cannot be recorded
     */
    GpuGraph record(Runnable body);

    /**
     * Figures of a device's memory, in bytes. What other processes have is in none of them but {@code free}.
     *
     * <p>On a GPU, {@code used} is what arrays, launches and GpuKernel's own buffers have, each rounded up by at most an eighth. Freed
     * memory is kept for what is allocated next, {@code cached}, and given back when memory is short. On the CPU, and with TornadoVM,
     * arrays are in the Java heap: {@code used} is what open {@link GpuArray}s have, nothing is cached, and of the CPU {@code free} is
     * what the heap has left before a collection.
     *
     * @param used what is allocated
     * @param cached what was freed and is kept for reuse
     * @param peak the most that was ever allocated at once
     * @param free what can be allocated still, {@code cached} included
     * @param total what the device has, or {@link Settings#MEMORY} if that is less
     */
    record MemoryUse(long used, long cached, long peak, long free, long total) {}

    /**
     * What a launch may ask for.
     *
     * @param threadsPerBlock most threads in a block
     * @param block most threads in a block along each axis
     * @param grid most blocks along each axis
     * @param sharedBytesPerBlock most bytes of shared memory for a block
     * @param multiprocessors number of multiprocessors, or of cores of a CPU
     */
    record Limits(
            int threadsPerBlock,
            Launch.Extent block,
            Launch.Extent grid,
            int sharedBytesPerBlock,
            int multiprocessors) {}

    /**
     * A backend and what it found on this machine.
     *
     * @param name its name, as {@link Settings#BACKEND} takes it
     * @param devices its devices, none if it is absent
     * @param absence what was looked for and where, empty if it is available
     */
    record BackendStatus(String name, List<Gpu> devices, String absence) {
        /** Copies the devices. */
        public BackendStatus {
            devices = List.copyOf(devices);
        }

        /** {@return whether it can run kernels} */
        public boolean isAvailable() {
            return !devices.isEmpty();
        }
    }
}
