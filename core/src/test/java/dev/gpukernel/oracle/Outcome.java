package dev.gpukernel.oracle;

import dev.gpukernel.internal.ir.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a launch led to.
 *
 * @param arguments the arguments afterwards; arrays hold what was written
 * @param fault the exception, or {@code null} if there was none
 */
public record Outcome(List<Object> arguments, @Nullable Fault fault) {
    /**
     * An exception as a comparison sees it.
     *
     * @param type class of the exception
     * @param message its message
     * @param frames frames of the kernel, innermost first, such as {@code K.kernel:12}; empty if unknown, which agrees with any
     */
    public record Fault(String type, @Nullable String message, List<String> frames) {
        /** {@return an exception with its stack trace down to the kernel's method} */
        static Fault of(Throwable exception, String className, String method) {
            List<String> frames = new ArrayList<>();
            for (StackTraceElement frame : exception.getStackTrace()) {
                frames.add(text(frame));
                if (frame.getClassName().equals(className)
                        && frame.getMethodName().equals(method)) {
                    break;
                }
            }
            return new Fault(exception.getClass().getName(), exception.getMessage(), frames);
        }

        /** {@return an exception thrown at a position} */
        static Fault of(Throwable exception, @Nullable SourcePosition position) {
            Stream<StackTraceElement> frames = position == null ? Stream.empty() : position.frames().stream();
            return new Fault(
                    exception.getClass().getName(),
                    exception.getMessage(),
                    frames.map(Fault::text).toList());
        }

        private static String text(StackTraceElement frame) {
            return frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
        }

        private boolean agreesWith(Fault other) {
            if (isStripped() || other.isStripped()) {
                return type.equals(other.type);
            }
            return type.equals(other.type)
                    && Objects.equals(message, other.message)
                    && (frames.isEmpty() || other.frames.isEmpty() || frames.equals(other.frames));
        }

        /** HotSpot throws one exception object without message and stack trace from code that has thrown often. */
        private boolean isStripped() {
            return message == null && frames.isEmpty();
        }
    }

    /**
     * Compares. After an exception the arrays are not compared: which other threads have run is open then.
     *
     * @param other the outcome of the same launch done another way
     * @return what differs, or nothing
     */
    public Optional<String> describeDifference(Outcome other) {
        if (fault != null || other.fault != null) {
            boolean agree = fault != null && other.fault != null && fault.agreesWith(other.fault);
            return agree ? Optional.empty() : Optional.of(describe(fault) + " against " + describe(other.fault));
        }
        for (int i = 0; i < arguments.size(); i++) {
            Object mine = arguments.get(i);
            Object others = other.arguments.get(i);
            int index = mine.getClass().isArray() ? Bits.firstDifference(mine, others) : -1;
            if (index >= 0) {
                return Optional.of("argument " + i + "[" + index + "]: " + Bits.text(mine, index) + " against "
                        + Bits.text(others, index));
            }
        }
        return Optional.empty();
    }

    private static String describe(@Nullable Fault fault) {
        return fault == null ? "no exception" : fault.type + ": " + fault.message + " at " + fault.frames;
    }
}
