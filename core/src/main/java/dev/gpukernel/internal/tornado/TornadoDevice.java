package dev.gpukernel.internal.tornado;

import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.HeapMemory;
import dev.gpukernel.internal.backend.HostEvent;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.MemoryCount;
import dev.gpukernel.internal.backend.MemoryUse;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.ir.ElementType;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * A device of TornadoVM's. TornadoVM binds device memory to a plan, so arrays stand in the Java heap and a launch moves what it reads
 * there and what it writes back, until a kernel was launched on the same arrays again; from then on they stay. A launch ends before it
 * returns.
 */
final class TornadoDevice implements Device {
    private static final int THREADS_PER_BLOCK = 1024;

    /** In blocks of 256 threads, as many as word can be kept of if they fault. */
    private static final int MOST_BLOCKS = (int) (FaultReport.mostThreads() / 256);

    /** Shared memory that a block has without being asked for more, which TornadoVM does not do. */
    private static final long USUAL_SHARED_BYTES = 48 * 1024;

    private final TornadoApi api;
    private final TornadoApi.Found found;
    private final DeviceInfo info;
    private final int place;
    private final MemoryCount count;
    private final Refusals refusals;

    /** Those of kernels that are still in use. */
    private final Set<PlanPool> pools = Collections.newSetFromMap(new WeakHashMap<>());

    /**
     * Makes it.
     *
     * @param ordinal its number among all devices that are taken
     * @param place its number within its backend of TornadoVM's, which counts GPUs as the driver does
     */
    TornadoDevice(TornadoApi api, TornadoApi.Found found, int ordinal, int place) {
        this.api = api;
        this.found = found;
        this.place = place;
        this.refusals = new Refusals(api::addsAtomically);
        this.info = new DeviceInfo(
                TornadoBackend.NAME,
                ordinal,
                found.name() + ", " + found.backend(),
                null,
                "TornadoVM " + api.version(),
                Math.min(found.memory(), MemoryCap.bytes()),
                limits(found));
        this.count = new MemoryCount(info.totalMemory());
    }

    private static DeviceLimits limits(TornadoApi.Found found) {
        return new DeviceLimits(
                THREADS_PER_BLOCK,
                THREADS_PER_BLOCK,
                THREADS_PER_BLOCK,
                64,
                MOST_BLOCKS,
                65_535,
                65_535,
                (int) Math.min(found.sharedMemory(), USUAL_SHARED_BYTES),
                1,
                false);
    }

    /** Says that there are plans for the device that may be idle. */
    void add(PlanPool plans) {
        synchronized (pools) {
            pools.add(plans);
        }
    }

    /**
     * Closes the idle plans of all kernels, which gives their device memory back.
     *
     * @return whether there was any
     */
    boolean closeIdlePlans() {
        List<PlanPool> all;
        synchronized (pools) {
            all = List.copyOf(pools);
        }
        boolean any = false;
        for (PlanPool plans : all) {
            any |= plans.closeIdle();
        }
        return any;
    }

    TornadoApi api() {
        return api;
    }

    TornadoApi.Found found() {
        return found;
    }

    /** {@return what code is generated for} */
    Generator generator() {
        return Generator.of(found.backend());
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public boolean isSameGpu(DeviceInfo other) {
        return other.name().equals(found.name()) && other.ordinal() == place;
    }

    @Override
    public MemoryUse memory() {
        return count.use(info.totalMemory());
    }

    @Override
    public boolean sharesHeap() {
        return false;
    }

    @Override
    public boolean optimisesLoops() {
        return true;
    }

    @Override
    public String moreMemory() {
        return "; TornadoVM takes 4 GB unless Java is started with more, such as -Dtornado.device.memory=16GB";
    }

    @Override
    public Memory allocate(ElementType element, long length, Stream stream) {
        return new TornadoMemory(HeapMemory.allocate(element, length, this, count));
    }

    @Override
    public Memory wrap(Object hostArray) {
        throw new UnsupportedOperationException("a GPU does not work on the Java heap");
    }

    @Override
    public Executable compile(KernelUnit unit) {
        refusals.check(unit);
        return new TornadoExecutable(this, new TornadoCode(this, unit, null, new BitSet()));
    }

    @Override
    public Stream newStream() {
        return new TornadoStream();
    }

    @Override
    public Event newEvent() {
        return new HostEvent();
    }
}
