package dev.gpukernel.oracle;

import dev.gpukernel.internal.ir.SourcePosition;
import org.jspecify.annotations.Nullable;

/** Ends a thread: the exception that the JVM throws or, if it is interpreted, would throw, and where. */
public final class InterpretedFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Throwable exception;
    private final transient @Nullable SourcePosition position;

    InterpretedFault(Throwable exception, @Nullable SourcePosition position) {
        super(exception);
        this.exception = exception;
        this.position = position;
    }

    public Throwable exception() {
        return exception;
    }

    public @Nullable SourcePosition position() {
        return position;
    }
}
