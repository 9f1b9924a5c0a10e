package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.cuda.CodeImage;
import dev.gpukernel.internal.cuda.CudaFunction;
import dev.gpukernel.internal.cuda.CudaModule;
import dev.gpukernel.internal.cuda.UncheckedKernels;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ptx.FaultRecord;
import dev.gpukernel.internal.ptx.PtxKernel;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A kernel loaded into a GPU. */
final class NvidiaExecutable implements Executable {
    /** Small blocks end sooner and balance better; larger ones are for kernels that they would not fill the device with. */
    private static final int USUAL_BLOCK = 256;

    static final Cleaner CLEANER = Cleaner.create();

    private final NvidiaDevice device;
    private final KernelUnit unit;
    private final PtxKernel code;
    private final BitSet written;

    /** Unloads the module if nothing else is of it. */
    private final Cleaner.@Nullable Cleanable unloading;

    /** What unloads the module when nothing refers to it any more, if that is not this. */
    private final @Nullable Object owner;

    private final CudaFunction function;
    private final AtomicInteger allowedShared = new AtomicInteger();
    private final int usualShared;
    private volatile @Nullable Suggestion suggestion;
    private volatile boolean isNoted;

    private NvidiaExecutable(
            NvidiaDevice device,
            KernelUnit unit,
            PtxKernel code,
            @Nullable CudaModule own,
            @Nullable Object owner,
            CudaFunction function) {
        this.device = device;
        this.unit = unit;
        this.code = code;
        this.written = unit.function().effects().written();
        this.unloading = own == null ? null : CLEANER.register(this, new Unloading(own));
        this.owner = owner;
        this.function = function;
        this.usualShared = device.usualSharedBytes();
    }

    /** Unloads code that nothing refers to any more, whose last launches may run still. */
    record Unloading(CudaModule module) implements Runnable {
        @Override
        public void run() {
            module.context().synchronize();
            module.close();
        }
    }

    /** A block size, and the shared memory of a launch that it is good for. */
    private record Suggestion(int sharedBytes, int blockSize) {}

    static NvidiaExecutable load(NvidiaDevice device, KernelUnit unit, PtxKernel code) {
        String name = unit.function().name();
        CodeImage own = CodeImage.ptx(name, code.text());
        CodeImage image = unit.libraries().isEmpty() ? own : NvidiaLinker.link(device, own, unit.libraries());
        CudaModule module = CudaModule.load(device.context(), name, image);
        try {
            return new NvidiaExecutable(device, unit, code, module, null, module.function(code.entry()));
        } catch (RuntimeException e) {
            module.close();
            throw e;
        }
    }

    /** {@return a kernel of a module that has others too, and that its owner unloads} */
    static NvidiaExecutable of(
            NvidiaDevice device, KernelUnit unit, PtxKernel code, Object owner, CudaFunction function) {
        return new NvidiaExecutable(device, unit, code, null, owner, function);
    }

    /** Lets the driver's failures name the kernel, if it is native code or calls some. */
    void noteIfUnchecked() {
        if (!isNoted && (unit.function().isDeclared() || !unit.libraries().isEmpty())) {
            UncheckedKernels.launched(unit.function().name());
            isNoted = true;
        }
    }

    boolean takesLengths() {
        return code.takesLengths();
    }

    private static int suggest(CudaFunction function, int shared) {
        int fullest = function.suggested(shared).blockSize();
        int usual = Math.min(USUAL_BLOCK, function.resources().maxThreadsPerBlock());
        return threadsAtOnce(function, usual, shared) >= threadsAtOnce(function, fullest, shared) ? usual : fullest;
    }

    private static int threadsAtOnce(CudaFunction function, int block, int shared) {
        return block * function.blocksPerMultiprocessor(block, shared);
    }

    /**
     * Sees to it that a launch may provide as much shared memory as it must.
     *
     * @param asked bytes that the launch asks for
     * @return bytes that it must provide
     */
    int provide(int asked) {
        int bytes = asked + (int) code.sharedBytesAtLaunch();
        // Up to what every block may use nothing need be said.
        if (bytes > allowedShared.get() && bytes + function.resources().staticSharedBytes() > usualShared) {
            allowShared(bytes);
        }
        return bytes;
    }

    private synchronized void allowShared(int bytes) {
        if (bytes > allowedShared.get()) {
            function.allowDynamicShared(bytes);
            allowedShared.set(bytes);
        }
    }

    @Override
    public boolean waitsForGrid() {
        return code.waitsForGrid();
    }

    @Override
    public long sharedBytes() {
        return code.sharedBytesAtLaunch() + function.resources().staticSharedBytes();
    }

    @Override
    public long mostBlocks(int threads, int sharedBytes) {
        long perMultiprocessor = function.blocksPerMultiprocessor(threads, provide(sharedBytes));
        return perMultiprocessor * device.info().limits().multiprocessors();
    }

    NvidiaDevice device() {
        return device;
    }

    KernelUnit unit() {
        return unit;
    }

    CudaFunction function() {
        return function;
    }

    boolean mayFault() {
        return code.mayFault();
    }

    boolean prints() {
        return !code.prints().isEmpty();
    }

    Op.Print print(int site) {
        return code.prints().get(site);
    }

    /** {@return the parameters that are arrays which it writes} */
    BitSet written() {
        return written;
    }

    /** {@return the fault that a launch left} */
    KernelFault fault(FaultSlot.Words words) {
        FaultSite site = code.site(words.narrow(FaultRecord.SITE), words.narrow(FaultRecord.PATH));
        long[] operands = new long[Op.Throw.MOST_OPERANDS];
        for (int i = 0; i < operands.length; i++) {
            operands[i] = words.wide(FaultRecord.operand(i));
        }
        return new KernelFault(
                site.exception(unit.source().loader(), operands),
                unit.note(
                        words.wide(FaultRecord.LOWEST),
                        words.triple(FaultRecord.BLOCK),
                        words.triple(FaultRecord.THREAD)));
    }

    @Override
    public String code() {
        return code.text();
    }

    @Override
    public int registers() {
        return function.resources().registers();
    }

    @Override
    public int suggestedBlockSize(int sharedBytes) {
        Suggestion known = suggestion;
        if (known == null || known.sharedBytes != sharedBytes) {
            known = new Suggestion(sharedBytes, suggest(function, provide(sharedBytes)));
            suggestion = known;
        }
        return known.blockSize;
    }

    @Override
    public int maxThreadsPerBlock() {
        return function.resources().maxThreadsPerBlock();
    }

    @Override
    public Invocation newInvocation() {
        return new NvidiaInvocation(this);
    }

    @Override
    public void close() {
        try {
            if (unloading != null) {
                unloading.clean();
            }
        } finally {
            Reference.reachabilityFence(owner);
        }
    }
}
