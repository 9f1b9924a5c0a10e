package dev.gpukernel.oracle;

import dev.gpukernel.contract.ObjectText;
import dev.gpukernel.device.Atomic;
import dev.gpukernel.internal.backend.KernelFault.ThreadNote;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.ir.SourcePosition;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a launch led to.
 *
 * @param arguments the arguments afterwards; arrays hold what was written
 * @param result what the kernel returned, an array, a boxed number, a record or the list of what that is made of; {@code null} if it
 *     returned nothing
 * @param fault the exception, or {@code null} if there was none
 */
public record Outcome(
        List<Object> arguments,
        @Nullable Object result,
        @Nullable Fault fault) {
    /**
     * What a launch led to that returned nothing.
     *
     * @param arguments the arguments afterwards
     * @param fault the exception, or {@code null} if there was none
     */
    public Outcome(List<Object> arguments, @Nullable Fault fault) {
        this(arguments, null, fault);
    }

    /**
     * An exception as a comparison sees it.
     *
     * @param type class of the exception
     * @param message its message; if there is none and the frames are unknown too, this agrees with any
     * @param frames frames of the kernel, innermost first, such as {@code K.kernel:12}; empty if unknown, which agrees with any
     * @param thread block and thread; {@code null} if unknown, which agrees with any
     */
    public record Fault(
            String type,
            @Nullable String message,
            List<String> frames,
            @Nullable String thread) {
        /** Whose methods are instructions, or what the compiler has in their place, which have no frames. */
        private static final Set<String> WITHOUT_FRAMES = Set.of(
                Atomic.class.getName(),
                Arrays.class.getName(),
                System.class.getName(),
                MemorySegment.NULL.getClass().getSuperclass().getName());

        /** {@return an exception with its stack trace down to the kernel's method} */
        static Fault of(Throwable exception, String className, String method, @Nullable String thread) {
            if (OmittedDetails.areOf(exception)) {
                return new Fault(exception.getClass().getName(), null, List.of(), thread);
            }
            List<String> frames = new ArrayList<>();
            for (StackTraceElement frame : exception.getStackTrace()) {
                if (WITHOUT_FRAMES.contains(frame.getClassName())) {
                    frames.clear();
                    continue;
                }
                frames.add(text(frame));
                if (frame.getClassName().equals(className)
                        && frame.getMethodName().equals(method)) {
                    break;
                }
            }
            return new Fault(exception.getClass().getName(), exception.getMessage(), frames, thread);
        }

        /** {@return an exception that a launch of a kernel threw} */
        public static Fault ofKernel(Throwable exception, String className, String method) {
            return of(exception, className, method, null);
        }

        /** {@return an exception thrown at a position} */
        static Fault of(Throwable exception, @Nullable SourcePosition position, @Nullable String thread) {
            Stream<StackTraceElement> frames = position == null ? Stream.empty() : position.frames().stream();
            return new Fault(
                    exception.getClass().getName(),
                    exception.getMessage(),
                    frames.map(Fault::text).toList(),
                    thread);
        }

        /** {@return the same with the names of parameters in place of segments, whose copies have other addresses} */
        Fault withNames(List<Object> arguments, List<String> parameters) {
            String named = message;
            for (int i = 0; named != null && i < arguments.size(); i++) {
                if (arguments.get(i) instanceof MemorySegment segment) {
                    named = named.replace(segment.toString(), parameters.get(i));
                }
            }
            return new Fault(type, named, frames, thread);
        }

        /** {@return the block and thread that a backend says of an exception, {@code null} if it says none} */
        static @Nullable String threadOf(Throwable exception) {
            return Arrays.stream(exception.getSuppressed())
                    .filter(ThreadNote.class::isInstance)
                    .map(Throwable::getMessage)
                    .filter(note -> note.startsWith("in block "))
                    .findFirst()
                    .orElse(null);
        }

        private static String text(StackTraceElement frame) {
            return frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
        }

        private boolean agreesWith(Fault other) {
            boolean sameThread = thread == null || other.thread == null || thread.equals(other.thread);
            boolean sameFrames = frames.isEmpty() || other.frames.isEmpty() || frames.equals(other.frames);
            boolean sameMessage = isStripped() || other.isStripped() || Objects.equals(message, other.message);
            return type.equals(other.type) && sameMessage && sameFrames && sameThread;
        }

        /** The JVM may find the text of a null pointer exception once and, of the same statement, never again. */
        private boolean isStripped() {
            return message == null && (frames.isEmpty() || type.equals(NullPointerException.class.getName()));
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
            Optional<String> difference = difference("argument " + i, arguments.get(i), other.arguments.get(i));
            if (difference.isPresent()) {
                return difference;
            }
        }
        return isSameResult(other)
                ? Optional.empty()
                : Optional.of("result: " + resultText(other) + " against " + other.resultText(this));
    }

    private static Optional<String> difference(String name, Object mine, Object others) {
        int index = mine.getClass().isArray() ? Bits.firstDifference(mine, others) : -1;
        if (index < 0) {
            return Optional.empty();
        }
        String place = name + "[" + index + "]";
        if (mine instanceof Object[] rows && index < Math.min(rows.length, Array.getLength(others))) {
            Object row = rows[index];
            Object othersRow = ((@Nullable Object[]) others)[index];
            if (row != null && othersRow != null && row.getClass().isArray()) {
                return difference(place, row, othersRow);
            }
        }
        return Optional.of(place + ": " + Bits.text(mine, index) + " against " + Bits.text(others, index));
    }

    /** Of arrays, elements count, and which of the arguments they are, if one; of a record, all that it is made of. */
    private boolean isSameResult(Outcome other) {
        List<@Nullable Object> parts = parts(result);
        List<@Nullable Object> others = parts(other.result);
        return parts.size() == others.size()
                && IntStream.range(0, parts.size()).allMatch(i -> isSame(parts.get(i), other, others.get(i)));
    }

    private static List<@Nullable Object> parts(@Nullable Object result) {
        return switch (result) {
            case null -> List.of();
            case List<?> parts -> new ArrayList<>(parts);
            default -> isObject(result.getClass()) ? List.of(ObjectText.of(result)) : leaves(result);
        };
    }

    private static List<@Nullable Object> leaves(@Nullable Object result) {
        List<@Nullable Object> leaves = new ArrayList<>();
        if (result != null && result.getClass().isRecord()) {
            for (RecordComponent component : result.getClass().getRecordComponents()) {
                leaves.addAll(leaves(Leaves.component(result, component)));
            }
        } else {
            leaves.add(result);
        }
        return leaves;
    }

    /** {@return whether a class is neither a record nor one of the JDK's} */
    private static boolean isObject(Class<?> type) {
        return Leaves.isObject(type) && !type.isRecord() && !type.getName().startsWith("java.");
    }

    private boolean isSame(@Nullable Object part, Outcome other, @Nullable Object others) {
        if (part == null || others == null) {
            return part == null && others == null;
        }
        if (!part.getClass().isArray()) {
            return part.equals(others);
        }
        return part.getClass() == others.getClass()
                && Bits.firstDifference(part, others) < 0
                && argument(part) == other.argument(others);
    }

    /** {@return which argument an array is, -1 if none} */
    @SuppressWarnings("ReferenceEquality") // the very same array
    private int argument(Object array) {
        int argument = arguments.size() - 1;
        while (argument >= 0 && arguments.get(argument) != array) {
            argument--;
        }
        return argument;
    }

    private String resultText(Outcome other) {
        List<@Nullable Object> others = parts(other.result);
        List<@Nullable Object> own = parts(result);
        return IntStream.range(0, own.size())
                .mapToObj(i -> partText(own.get(i), i < others.size() ? others.get(i) : null))
                .collect(Collectors.joining(", "));
    }

    private String partText(@Nullable Object part, @Nullable Object other) {
        if (part == null || !part.getClass().isArray() || other == null || part.getClass() != other.getClass()) {
            return String.valueOf(part);
        }
        int index = Bits.firstDifference(part, other);
        int length = Array.getLength(part);
        return part.getClass().getSimpleName() + " of " + length + ", argument " + argument(part)
                + (index >= 0 && index < length ? ", at " + index + " " + Bits.text(part, index) : "");
    }

    /**
     * The same with a result of another form, as the interpreter and the host's code have it.
     *
     * @param type what the kernel's method returns
     * @param value the result or its bits, in any type that holds them; unused if there is none
     */
    Outcome returning(Class<?> type, @Nullable Object value) {
        return fault != null || value == null ? this : new Outcome(arguments, Results.boxed(type, value), null);
    }

    /** {@return the same with copies of the arrays that are in a record, as one of arrays on a device has} */
    Outcome withCopies() {
        return result instanceof Record ? new Outcome(arguments, Oracle.copies(leaves(result)), fault) : this;
    }

    private static String describe(@Nullable Fault fault) {
        return fault == null
                ? "no exception"
                : fault.type + ": " + fault.message + " at " + fault.frames
                        + (fault.thread == null ? "" : " " + fault.thread);
    }
}
