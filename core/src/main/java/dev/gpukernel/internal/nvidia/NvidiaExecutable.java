package dev.gpukernel.internal.nvidia;

import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.FaultSite;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.cuda.CudaFunction;
import dev.gpukernel.internal.cuda.CudaModule;
import dev.gpukernel.internal.ptx.PtxKernel;
import java.util.List;

/** A kernel loaded into a GPU. */
final class NvidiaExecutable implements Executable {
    /** Small blocks end sooner and balance better; larger ones are for kernels that they would not fill the device with. */
    private static final int USUAL_BLOCK = 256;

    private final NvidiaDevice device;
    private final int number;
    private final KernelUnit unit;
    private final PtxKernel code;
    private final CudaModule module;
    private final CudaFunction function;
    private final int suggestedBlockSize;

    private NvidiaExecutable(
            NvidiaDevice device,
            int number,
            KernelUnit unit,
            PtxKernel code,
            CudaModule module,
            CudaFunction function) {
        this.device = device;
        this.number = number;
        this.unit = unit;
        this.code = code;
        this.module = module;
        this.function = function;
        this.suggestedBlockSize = suggest(function);
    }

    static NvidiaExecutable load(NvidiaDevice device, int number, KernelUnit unit, PtxKernel code) {
        CudaModule module = CudaModule.load(device.context(), unit.function().name(), code.text());
        try {
            return new NvidiaExecutable(device, number, unit, code, module, module.function(code.entry()));
        } catch (RuntimeException e) {
            module.close();
            throw e;
        }
    }

    private static int suggest(CudaFunction function) {
        int fullest = function.suggested(0).blockSize();
        int usual = Math.min(USUAL_BLOCK, function.resources().maxThreadsPerBlock());
        return threadsAtOnce(function, usual) >= threadsAtOnce(function, fullest) ? usual : fullest;
    }

    private static int threadsAtOnce(CudaFunction function, int block) {
        return block * function.blocksPerMultiprocessor(block, 0);
    }

    /** {@return its number on its device} */
    int number() {
        return number;
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

    FaultSite site(int site, int path) {
        return code.site(site, path);
    }

    /** {@return which thread faulted, in words} */
    String note(long index, List<Integer> block, List<Integer> thread) {
        String where = KernelFault.note(block, thread);
        return unit.form() == KernelForm.LOOP ? "in iteration " + index + " of the loop, " + where : where;
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
    public int suggestedBlockSize() {
        return suggestedBlockSize;
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
        device.forget(this);
        module.close();
    }
}
