package dev.gpukernel.internal.nvidia;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Device;
import dev.gpukernel.internal.backend.DeviceInfo;
import dev.gpukernel.internal.backend.DeviceLimits;
import dev.gpukernel.internal.backend.Event;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.LaunchSequence;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.MemoryLimit;
import dev.gpukernel.internal.backend.MemoryUse;
import dev.gpukernel.internal.backend.NativeCode;
import dev.gpukernel.internal.backend.NativeModule;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.PieceWork;
import dev.gpukernel.internal.backend.SegmentArray;
import dev.gpukernel.internal.backend.Sharing;
import dev.gpukernel.internal.backend.StagingBuffer;
import dev.gpukernel.internal.backend.Stream;
import dev.gpukernel.internal.cuda.CudaContext;
import dev.gpukernel.internal.cuda.CudaDevice;
import dev.gpukernel.internal.cuda.DeviceAttribute;
import dev.gpukernel.internal.cuda.DeviceMemory;
import dev.gpukernel.internal.cuda.HostCopy;
import dev.gpukernel.internal.cuda.HostMirror;
import dev.gpukernel.internal.cuda.HostRegistry;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ptx.PtxEmitter;
import dev.gpukernel.internal.ptx.PtxKernel;
import dev.gpukernel.internal.ptx.PtxTarget;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** An NVIDIA GPU. Its context is made when it is first needed, and kept. */
final class NvidiaDevice implements Device {
    /** Filling the pipeline with the first piece and emptying it after the last take as long as moving one. */
    private static final long PIECE_BYTES = 32L << 20;

    private final CudaDevice device;
    private final DeviceInfo info;
    private volatile @Nullable Opened opened;

    /** Native code by the module that it was loaded of, as long as that is used. */
    private final Map<NativeModule, NativeCode> loaded = new WeakHashMap<>();

    NvidiaDevice(CudaDevice device, String cudaVersion) {
        this.device = device;
        this.info = new DeviceInfo(
                "cuda",
                device.ordinal(),
                device.name(),
                device.major() + "." + device.minor(),
                "CUDA " + cudaVersion,
                device.totalMemory(),
                limits(device));
    }

    private record Opened(CudaContext context, HostCopy copy, LaunchLog log) {}

    private static DeviceLimits limits(CudaDevice device) {
        return new DeviceLimits(
                device.get(DeviceAttribute.MAX_THREADS_PER_BLOCK),
                device.get(DeviceAttribute.MAX_BLOCK_DIM_X),
                device.get(DeviceAttribute.MAX_BLOCK_DIM_Y),
                device.get(DeviceAttribute.MAX_BLOCK_DIM_Z),
                device.get(DeviceAttribute.MAX_GRID_DIM_X),
                device.get(DeviceAttribute.MAX_GRID_DIM_Y),
                device.get(DeviceAttribute.MAX_GRID_DIM_Z),
                device.get(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                device.get(DeviceAttribute.MULTIPROCESSOR_COUNT),
                device.get(DeviceAttribute.COOPERATIVE_LAUNCH) != 0);
    }

    private Opened open() {
        Opened known = opened;
        if (known != null) {
            return known;
        }
        synchronized (this) {
            Opened made = opened;
            if (made == null) {
                CudaContext context = CudaContext.retain(device, MemoryLimit.bytes());
                HostCopy copy = new HostCopy(context);
                made = new Opened(context, copy, new LaunchLog(context, copy));
                opened = made;
            }
            return made;
        }
    }

    CudaContext context() {
        return open().context;
    }

    HostCopy copy() {
        return open().copy;
    }

    LaunchLog log() {
        return open().log;
    }

    /** {@return bytes of shared memory that a block may use without asking for more} */
    int usualSharedBytes() {
        return device.get(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK);
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public MemoryUse memory() {
        CudaContext.MemoryInfo now = context().memoryInfo();
        return new MemoryUse(now.used(), now.cached(), now.peak(), now.free(), now.total());
    }

    @Override
    public boolean sharesHeap() {
        return false;
    }

    @Override
    public Memory allocate(ElementType element, long length, Stream stream) {
        DeviceMemory memory = DeviceMemory.allocate(length * element.bytes(), ((NvidiaStream) stream).cuda());
        return new NvidiaMemory(this, element, length, memory);
    }

    @Override
    public boolean hasLargeArrays() {
        return true;
    }

    @Override
    public long pieceBytes() {
        return PIECE_BYTES;
    }

    @Override
    public void run(PieceWork work, PieceWork.Streams streams) throws KernelFault {
        if (!copy().pipe(new NvidiaPieces(work, streams))) {
            work.runInTurn(streams);
        }
    }

    @Override
    public Sharing sharing() {
        return new NvidiaSharing(this);
    }

    @Override
    public @Nullable StagingBuffer newStagingBuffer(Stream stream) {
        HostMirror mirror = copy().mirror(StagingBuffer.CAPACITY, ((NvidiaStream) stream).cuda());
        return mirror == null ? null : new NvidiaStagingBuffer(this, mirror);
    }

    @Override
    public boolean copiesSegments() {
        return true;
    }

    @Override
    public @Nullable Runnable register(MemorySegment memory, boolean readInPlace) {
        HostRegistry.Registered registered = copy().registry().register(memory, readInPlace);
        return registered == null ? null : () -> registered.giveUp(readInPlace);
    }

    @Override
    public @Nullable Runnable readUnpinned(MemorySegment memory) {
        if (device.get(DeviceAttribute.PAGEABLE_MEMORY_ACCESS) == 0) {
            throw new GpuException(Message.PAGEABLE_MEMORY, info);
        }
        HostRegistry.Registered registered = copy().registry().addUnpinned(memory);
        return () -> registered.giveUp(true);
    }

    @Override
    public @Nullable Memory inPlace(SegmentArray array, Stream stream) {
        DeviceMemory memory = DeviceMemory.inPlace(array.memory(), copy().registry(), ((NvidiaStream) stream).cuda());
        return memory == null ? null : new NvidiaMemory(this, array.element(), array.length(), memory);
    }

    @Override
    public Memory wrap(Object hostArray) {
        throw new UnsupportedOperationException("a GPU does not work on the Java heap");
    }

    /**
     * {@inheritDoc} Tensor cores of compute capability 9.0 add in the order of the depth, each product by one fused operation: seen on two
     * devices of it, and promised nowhere.
     */
    @Override
    public boolean multipliesMatrices() {
        return device.major() == 9 && device.minor() == 0;
    }

    @Override
    public Executable compile(KernelUnit unit) {
        PtxKernel code = PtxEmitter.emit(unit, PtxTarget.of(device.major(), device.minor()));
        return NvidiaExecutable.load(this, unit, code);
    }

    @Override
    public boolean linksNativeCode() {
        return true;
    }

    /** {@return compute capability, such as 90 for 9.0} */
    int capability() {
        return device.major() * 10 + device.minor();
    }

    @Override
    public NativeCode load(NativeModule module) {
        synchronized (loaded) {
            NativeCode known = loaded.get(module);
            if (known == null) {
                int capability = capability();
                WeakReference<NativeModule> named = new WeakReference<>(module);
                known = NvidiaCode.load(this, module, capability, kernel -> {
                    NativeModule still = named.get();
                    return still == null ? kernel : still.symbol(capability, kernel);
                });
                loaded.put(module, known);
            }
            return known;
        }
    }

    @Override
    public Stream newStream() {
        return new NvidiaStream(this);
    }

    @Override
    public boolean hasGraphs() {
        return true;
    }

    @Override
    public LaunchSequence newSequence(List<NotedLaunch> launches) {
        return new NvidiaSequence(this, launches);
    }

    @Override
    public Event newEvent() {
        return new NvidiaEvent(context());
    }
}
