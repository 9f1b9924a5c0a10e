package dev.gpukernel.internal.backend;

import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import org.jspecify.annotations.Nullable;

/**
 * A place in a kernel where a thread can fault. Generated code reports the site's number and two operands; this turns them into
 * the exception that the JVM would throw there.
 *
 * @param kind which exception
 * @param position where in the source, or {@code null} if unknown
 */
public record FaultSite(Kind kind, @Nullable SourcePosition position) {
    /** Which exception a site raises. */
    public enum Kind {
        /** Operands: index, length. */
        INDEX,
        /** No operands. */
        DIVISOR
    }

    /**
     * The site of an instruction that can fault.
     *
     * @param instr an instruction with {@link dev.gpukernel.internal.ir.Effect#FAULT}
     * @return its site
     */
    public static FaultSite of(Instr instr) {
        return new FaultSite(
                switch (instr.op()) {
                    case Op.IndexCheck _ -> Kind.INDEX;
                    case Op.DivisorCheck _ -> Kind.DIVISOR;
                    default -> throw new IllegalArgumentException(instr + " cannot fault");
                },
                instr.position());
    }

    /**
     * Makes the exception.
     *
     * @param first first operand
     * @param second second operand
     * @return the exception that the JVM throws here, its stack trace the kernel's frames alone
     */
    public RuntimeException exception(long first, long second) {
        RuntimeException exception = switch (kind) {
            case INDEX -> new ArrayIndexOutOfBoundsException("Index " + first + " out of bounds for length " + second);
            case DIVISOR -> new ArithmeticException("/ by zero");
        };
        exception.setStackTrace(
                position == null ? new StackTraceElement[0] : position.frames().toArray(StackTraceElement[]::new));
        return exception;
    }
}
