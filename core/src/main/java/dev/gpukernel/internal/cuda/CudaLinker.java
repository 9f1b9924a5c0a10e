package dev.gpukernel.internal.cuda;

import dev.gpukernel.GpuException;
import dev.gpukernel.diagnostic.Message;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** The driver's linker. Safe for use by several threads. */
public final class CudaLinker {
    private CudaLinker() {}

    /**
     * Links code to a cubin for a context's device.
     *
     * @param context for whose device
     * @param name what messages call the result
     * @param parts what to link, at least one; relocatable code where one calls what another has
     * @return the cubin
     * @throws GpuException {@link Message#CUDA_LINK} with the linker's log
     */
    @SuppressWarnings("restricted") // the driver's memory, of the size that it tells
    public static CodeImage link(CudaContext context, String name, List<CodeImage> parts) {
        try (Arena arena = Arena.ofConfined()) {
            JitOptions options = JitOptions.in(arena);
            OutCell out = OutCell.mine();
            context.makeCurrent();
            int created = LinkCalls.cuLinkCreate(options.count(), options.names(), options.values(), out.first());
            if (created != Check.SUCCESS) {
                throw Check.failure(created, "cuLinkCreate", name);
            }
            long state = out.firstLong();
            try {
                for (CodeImage part : parts) {
                    MemorySegment data = arena.allocateFrom(ValueLayout.JAVA_BYTE, part.bytes());
                    context.makeCurrent();
                    int added = LinkCalls.cuLinkAddData(
                            state,
                            part.kind().input(),
                            data,
                            data.byteSize(),
                            arena.allocateFrom(part.name()),
                            0,
                            MemorySegment.NULL,
                            MemorySegment.NULL);
                    check(added, name, options);
                }
                MemorySegment image = arena.allocate(ValueLayout.ADDRESS);
                MemorySegment bytes = arena.allocate(ValueLayout.JAVA_LONG);
                context.makeCurrent();
                check(LinkCalls.cuLinkComplete(state, image, bytes), name, options);
                byte[] linked = image.get(ValueLayout.ADDRESS, 0)
                        .reinterpret(bytes.get(ValueLayout.JAVA_LONG, 0))
                        .toArray(ValueLayout.JAVA_BYTE);
                return new CodeImage(name, CodeImage.Kind.CUBIN, linked);
            } finally {
                context.makeCurrent();
                // Its failure would hide the reason of what failed before.
                LinkCalls.cuLinkDestroy(state);
            }
        }
    }

    private static void check(int status, String name, JitOptions options) {
        if (status != Check.SUCCESS) {
            String log = options.errorLog().strip();
            throw new GpuException(Message.CUDA_LINK, name, log.isEmpty() ? Check.name(status) : log);
        }
    }
}
