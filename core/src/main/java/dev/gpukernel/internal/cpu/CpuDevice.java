package dev.gpukernel.internal.cpu;

import static java.util.stream.Collectors.joining;

import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.HostEvent;
import dev.gpukernel.internal.backend.HostStream;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.MemoryCount;
import dev.gpukernel.internal.backend.MemoryUse;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.backend.SegmentMemory;
import dev.gpukernel.internal.backend.Sharing;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Op;

/** All cores together, with the Java heap as their memory. */
final class CpuDevice implements Device {
    static final int THREADS_PER_BLOCK = 1024;

    /** What a thread of a grid that waits takes of the heap, rounded up: its Java thread with the frames of the kernel. */
    private static final long BYTES_PER_WAITING_THREAD = 8192;

    private final DeviceInfo info = new DeviceInfo(
            CpuBackend.NAME,
            0,
            ProcessorName.read(),
            null,
            "Java " + Runtime.version().version().stream().map(String::valueOf).collect(joining(".")),
            Runtime.getRuntime().maxMemory(),
            limits());
    private final MemoryCount count = new MemoryCount(info.totalMemory());

    /** A GPU's limits, so that a launch that works here works there. */
    private static DeviceLimits limits() {
        return new DeviceLimits(
                THREADS_PER_BLOCK,
                THREADS_PER_BLOCK,
                THREADS_PER_BLOCK,
                64,
                Integer.MAX_VALUE,
                65_535,
                65_535,
                Op.SharedArray.MOST_BYTES,
                Runtime.getRuntime().availableProcessors(),
                true);
    }

    /** {@return most threads of a grid that can wait for each other: what half of the heap has room for} */
    static long mostThreadsAtOnce() {
        return Math.max(THREADS_PER_BLOCK, Runtime.getRuntime().maxMemory() / 2 / BYTES_PER_WAITING_THREAD);
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public MemoryUse memory() {
        Runtime runtime = Runtime.getRuntime();
        return count.use(runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory());
    }

    @Override
    public boolean sharesHeap() {
        return true;
    }

    @Override
    public boolean sizesOwnArrays() {
        return true;
    }

    @Override
    public boolean checksIndices() {
        return true;
    }

    @Override
    public Memory allocate(ElementType element, long length, Stream stream) {
        return length > Integer.MAX_VALUE
                ? SegmentMemory.allocate(element, length, this, count)
                : HeapMemory.allocate(element, length, this, count);
    }

    @Override
    public boolean hasLargeArrays() {
        return true;
    }

    @Override
    public Memory wrap(Object hostArray) {
        return hostArray instanceof SegmentArray large ? new SegmentMemory(large) : new HeapMemory(hostArray);
    }

    @Override
    public Sharing sharing() {
        return new CpuSharing(info);
    }

    @Override
    public boolean runsWholeMethods() {
        return LoopMode.isSequential();
    }

    @Override
    public boolean runsThreadsInTurn() {
        return !LoopMode.isSequential();
    }

    @Override
    public Executable compile(KernelUnit unit) {
        return new CpuExecutable(unit);
    }

    @Override
    public Stream newStream() {
        return new HostStream();
    }

    @Override
    public Event newEvent() {
        return new HostEvent();
    }
}
