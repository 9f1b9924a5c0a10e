package dev.gpukernel.internal.backend;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.ir.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device of a backend. Usable from several threads. */
public interface Device {
    DeviceInfo info();

    /** {@return figures of its memory now} */
    MemoryUse memory();

    /** {@return how to start Java so that it has more memory, as the end of a sentence; empty if there is no way} */
    default String moreMemory() {
        return "";
    }

    /** {@return whether its kernels work on the host's own arrays, so that nothing is ever moved} */
    boolean sharesHeap();

    /** {@return whether it wants kernels whose threads wait for each other as plain code in which each barrier has a block of its own} */
    default boolean runsThreadsInTurn() {
        return false;
    }

    /**
     * {@return whether it checks the indices of loops also in kernels that ask for no checks, since those cost it nothing} What they throw
     * is then Java's.
     */
    default boolean checksIndices() {
        return false;
    }

    /** {@return whether it has an instruction for {@link dev.gpukernel.device.WarpProduct} that gives the same bits} */
    default boolean multipliesMatrices() {
        return false;
    }

    /** {@return whether its kernels may call functions of native code, to which it links them} */
    default boolean linksNativeCode() {
        return false;
    }

    /**
     * Loads native code, or finds it loaded.
     *
     * @throws GpuException {@link Message#CUDA_DEVICE} if the device runs none
     */
    default NativeCode load(NativeModule module) {
        throw new GpuException(Message.CUDA_DEVICE, module.name(), info());
    }

    /**
     * Allocates memory for an array; its contents are undefined.
     *
     * @param element what it holds
     * @param length number of elements, at least 0
     * @param stream the first stream to use it
     * @return the memory
     * @throws dev.gpukernel.GpuException if there is too little
     */
    Memory allocate(ElementType element, long length, Stream stream);

    /**
     * {@return how many bytes of arrays a piece of a loop over large host arrays should touch, 0 if the device has no parts of arrays}
     * If it has, kernels may be given a part for the whole, by {@link Memory#asPart}.
     */
    default long pieceBytes() {
        return 0;
    }

    /**
     * Does work in pieces: copies both ways and kernels overlap, if the device can. What came back is in the host's arrays when this
     * returns. If it throws, part of the work may be under way.
     *
     * @param work the work
     * @param streams where it is enqueued
     * @throws KernelFault of the first piece that faulted
     */
    default void run(PieceWork work, PieceWork.Streams streams) throws KernelFault {
        work.runInTurn(streams);
    }

    /** {@return what it has in common with others, nothing unless it says so} */
    default Sharing sharing() {
        return this::info;
    }

    /**
     * Makes a staging buffer.
     *
     * @param stream the first stream to use it
     * @return the buffer; null if the device has none, or the host no memory for its mirror
     */
    default @Nullable StagingBuffer newStagingBuffer(Stream stream) {
        return null;
    }

    /**
     * Takes a host array as memory, without a copy.
     *
     * @param hostArray an array of primitives, or a {@link SegmentArray} if it {@linkplain #hasLargeArrays() has large arrays}
     * @return the memory
     * @throws UnsupportedOperationException unless {@link #sharesHeap()}
     */
    Memory wrap(Object hostArray);

    /** {@return whether its kernels take arrays with indices that are longs, on the host a {@link SegmentArray}} */
    default boolean hasLargeArrays() {
        return false;
    }

    /** {@return whether copies take a {@link SegmentArray} for a host array} */
    default boolean copiesSegments() {
        return false;
    }

    /**
     * Makes copies of memory faster, where it can. It may be given up and closed at any time.
     *
     * @param memory native memory that this thread may use
     * @param readInPlace whether launches that only read it are to read it where it is
     * @return gives it up, to be run once; null if copies are as they were
     */
    default @Nullable Runnable register(MemorySegment memory, boolean readInPlace) {
        return null;
    }

    /**
     * Lets launches that only read memory read it where it is, although it is not pinned.
     *
     * @param memory native memory that this thread may use
     * @return gives it up, to be run once; null if there is nothing to be done for that
     * @throws dev.gpukernel.GpuException if this device cannot do that
     */
    default @Nullable Runnable readUnpinned(MemorySegment memory) {
        return null;
    }

    /**
     * Takes registered memory for an array that is only read.
     *
     * @param array elements of memory
     * @param stream the stream that reads it, which is done with it when it is freed
     * @return the array, to be freed; null if it is to be copied, since it is not registered for being read in place
     */
    default @Nullable Memory inPlace(SegmentArray array, Stream stream) {
        return null;
    }

    /**
     * Whether a kernel of plain loops shall run as it is written: it is then compiled as a unit of plain loops without a nest, and
     * its arguments are those of the method.
     */
    default boolean runsWholeMethods() {
        return false;
    }

    /**
     * Whether a device of another backend is the same GPU, so that it runs what this one has no way to run.
     *
     * @param other what is known of it
     */
    default boolean isSameGpu(DeviceInfo other) {
        return false;
    }

    /**
     * Whether what its compiler gets is optimised further by that compiler. It then gets the code of one iteration or thread as it is
     * once it is clean: one iteration for each thread, all calls inlined, nothing copied to be faster, and exact.
     */
    default boolean optimisesLoops() {
        return false;
    }

    /**
     * {@return whether threads make arrays of any length themselves} If not, it gets kernels with arrays of their own whose lengths are
     * constants, at least as long as those that launches ask for.
     */
    default boolean sizesOwnArrays() {
        return false;
    }

    /**
     * Compiles and loads a kernel, or a loop nest of one.
     *
     * @param unit the kernel
     * @return what launches it
     * @throws WholeMethodException if it is a loop nest that can only run with the whole method
     */
    Executable compile(KernelUnit unit);

    Stream newStream();

    /** {@return whether a {@link #newSequence sequence} takes less of the host's time than the launches one by one} */
    default boolean hasGraphs() {
        return false;
    }

    /**
     * Makes launches ready that a {@link RecordingStream} noted, to be done together.
     *
     * @param launches launches of executables of this device
     * @return what does them
     */
    default LaunchSequence newSequence(List<NotedLaunch> launches) {
        return LaunchSequence.inOrder(launches);
    }

    Event newEvent();
}
