package dev.gpukernel.oracle;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.KernelFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the lowest thread of a grid threw that threw anything.
 *
 * @param thrown the exception
 * @param thread which block and thread, as backends say it
 */
public record GridFault(RuntimeException thrown, String thread) {
    /** {@return what the thread threw at which a state stands} */
    static GridFault of(RuntimeException thrown, ThreadState at) {
        return new GridFault(
                thrown,
                KernelFault.note(
                        List.of(at.blockX, at.blockY, at.blockZ), List.of(at.threadX, at.threadY, at.threadZ)));
    }

    /** {@return the exception, {@code null} if there is none} */
    public static @Nullable RuntimeException exceptionOf(@Nullable GridFault fault) {
        return fault == null ? null : fault.thrown;
    }
}
