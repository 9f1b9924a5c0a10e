package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * PTX that the driver compiled for a device.
 *
 * <p>Safe for use by several threads. Nobody may be launching functions of a module that is closed.
 */
public final class CudaModule implements AutoCloseable {
    private final CudaContext context;
    private final Handle handle;
    private final String log;
    private final int size;

    private CudaModule(CudaContext context, Handle handle, String log, int size) {
        this.context = context;
        this.handle = handle;
        this.log = log;
        this.size = size;
    }

    /**
     * Compiles PTX, in milliseconds; the driver keeps compiled code on disk.
     *
     * @param context for whose device
     * @param kernel the kernel's name in messages
     * @param ptx the text
     * @return the module
     * @throws GpuException if the driver refuses it; the message holds the compiler's log
     */
    public static CudaModule load(CudaContext context, String kernel, String ptx) {
        try (Arena arena = Arena.ofConfined()) {
            JitOptions options = JitOptions.in(arena);
            MemorySegment image = arena.allocateFrom(ptx);
            OutCell out = OutCell.mine();
            context.makeCurrent();
            int status = ModuleCalls.cuModuleLoadDataEx(
                    out.first(), image, options.count(), options.names(), options.values());
            if (context.pool().makesRoom(status)) {
                status = ModuleCalls.cuModuleLoadDataEx(
                        out.first(), image, options.count(), options.names(), options.values());
            }
            if (status == CudaError.OUT_OF_MEMORY.code()) {
                throw tooLittleMemory(context, kernel, ptx.length());
            }
            if (status != Check.SUCCESS) {
                throw refusal(status, kernel, ptx, options.errorLog());
            }
            return new CudaModule(
                    context, new Handle("the module of " + kernel, out.firstLong()), options.infoLog(), ptx.length());
        }
    }

    /** {@return the context that it is loaded in} */
    public CudaContext context() {
        return context;
    }

    /** {@return what the compiler said besides errors, such as its use of registers; empty if the code was cached} */
    public String log() {
        return log;
    }

    /** {@return the kernel of a name, which is its {@code .entry} in the PTX} */
    public CudaFunction function(String name) {
        long module = handle.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment symbol = arena.allocateFrom(name);
            OutCell out = OutCell.mine();
            context.makeCurrent();
            int status = ModuleCalls.cuModuleGetFunction(out.first(), module, symbol);
            // The driver may load code as late as here.
            if (context.pool().makesRoom(status)) {
                status = ModuleCalls.cuModuleGetFunction(out.first(), module, symbol);
            }
            if (status == CudaError.OUT_OF_MEMORY.code()) {
                throw tooLittleMemory(context, name, size);
            }
            if (status != Check.SUCCESS) {
                throw Check.failure(status, "cuModuleGetFunction", Check.hex(module), name);
            }
            return CudaFunction.read(this, name, out.firstLong());
        }
    }

    /** Unloads the code. Later calls do nothing. */
    @Override
    public void close() {
        long module = handle.take();
        if (module != 0) {
            context.makeCurrent();
            Check.ok(ModuleCalls.cuModuleUnload(module), "cuModuleUnload", module);
        }
    }

    /** Makes its context current, and fails if the module is closed. */
    void enter() {
        handle.get();
        context.makeCurrent();
    }

    /** What code takes on a device the driver does not tell; its text is about as long. */
    private static GpuException tooLittleMemory(CudaContext context, String kernel, int size) {
        return context.pool().tooLittle(size, "; kernel %s is loaded".formatted(kernel));
    }

    private static GpuException refusal(int status, String kernel, String ptx, String errorLog) {
        boolean badCode = CudaError.of(status)
                .map(error -> switch (error) {
                    case INVALID_PTX, INVALID_IMAGE, INVALID_SOURCE -> true;
                    default -> false;
                })
                .orElse(false);
        if (badCode) {
            String reason = errorLog.isBlank() ? Check.name(status) : Check.name(status) + "\n" + errorLog.strip();
            return new GpuException(Message.PTX_REFUSED, kernel, reason);
        }
        String what = "PTX of kernel " + kernel + ", " + ptx.length() + " characters";
        return Check.explained(status, errorLog, "cuModuleLoadDataEx", what);
    }
}
