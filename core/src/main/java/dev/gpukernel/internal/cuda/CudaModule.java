package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
        return load(context, kernel, CodeImage.ptx(kernel, ptx));
    }

    /**
     * Loads code of any kind.
     *
     * @param context for whose device
     * @param kernel what messages call it
     * @param code the code
     * @return the module
     * @throws GpuException if the driver refuses it; the message holds its log
     */
    public static CudaModule load(CudaContext context, String kernel, CodeImage code) {
        int length = code.bytes().length;
        try (Arena arena = Arena.ofConfined()) {
            JitOptions options = JitOptions.in(arena);
            MemorySegment image = arena.allocateFrom(ValueLayout.JAVA_BYTE, code.bytes());
            OutCell out = OutCell.mine();
            int status = context.pool()
                    .withRoom(() -> ModuleCalls.cuModuleLoadDataEx(
                            out.first(), image, options.count(), options.names(), options.values()));
            if (status == CudaError.OUT_OF_MEMORY.code()) {
                throw tooLittleMemory(context, kernel, length);
            }
            if (status != Check.SUCCESS) {
                throw refusal(status, kernel, code, options.errorLog());
            }
            return new CudaModule(
                    context, new Handle("the module of " + kernel, out.firstLong()), options.infoLog(), length);
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
        CudaFunction found = find(name);
        if (found == null) {
            throw Check.failure(CudaError.NOT_FOUND.code(), "cuModuleGetFunction", Check.hex(handle.get()), name);
        }
        return found;
    }

    /** {@return the kernel of a name, null if there is none} */
    public @Nullable CudaFunction find(String name) {
        long module = handle.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment symbol = arena.allocateFrom(name);
            OutCell out = OutCell.mine();
            // The driver may load code as late as here.
            int status =
                    context.pool().withRoom(() -> ModuleCalls.cuModuleGetFunction(out.first(), module, symbol));
            if (status == CudaError.OUT_OF_MEMORY.code()) {
                throw tooLittleMemory(context, name, size);
            }
            if (status == CudaError.NOT_FOUND.code()) {
                return null;
            }
            if (status != Check.SUCCESS) {
                throw Check.failure(status, "cuModuleGetFunction", Check.hex(module), name);
            }
            return CudaFunction.read(this, name, out.firstLong());
        }
    }

    /** {@return names of its kernels, null if the driver does not tell} */
    public @Nullable List<String> kernels() {
        enter();
        return ModuleQueries.kernels(handle.get());
    }

    /**
     * Memory that a variable of the module is in.
     *
     * @param pointer address on the device
     * @param bytes its size
     */
    public record Global(long pointer, long bytes) {}

    /** {@return where a {@code __device__} or {@code __constant__} variable is, null if there is none of the name} */
    public @Nullable Global global(String name) {
        long module = handle.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment symbol = arena.allocateFrom(name);
            OutCell out = OutCell.mine();
            context.makeCurrent();
            int status = ModuleCalls.cuModuleGetGlobal(out.first(), out.second(), module, symbol);
            if (status == CudaError.NOT_FOUND.code()) {
                return null;
            }
            if (status != Check.SUCCESS) {
                throw Check.failure(status, "cuModuleGetGlobal", Check.hex(module), name);
            }
            return new Global(out.firstLong(), out.secondLong());
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

    private static GpuException refusal(int status, String kernel, CodeImage code, String errorLog) {
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
        String what = code.kind() + " of kernel " + kernel + ", " + code.bytes().length + " bytes";
        return Check.explained(status, errorLog, "cuModuleLoadDataEx", what);
    }
}
