package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.KernelSource;
import dev.gpukernel.internal.backend.Leaves;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes what a kernel threw fit to be shown. That is a matter of cutting its stack trace, unless the JVM has left message and
 * trace out: compiled code that throws often throws one prepared object ({@code -XX:+OmitStackTraceInFastThrow}).
 *
 * <p>Then what threw, one thread of the grid or the whole loop, is done once more, in a fresh copy of the method, which is not
 * compiled yet and so tells message and line. It works on copies of the arrays, since doing it twice on the arrays themselves
 * would change them twice. The copies are made before each launch from the first fault on, because a kernel that never faulted
 * cannot have been compiled that way; a copy made after the fault serves the rare case that the first launch to fault has run
 * long enough for that. If even the copy tells nothing, or something else, the exception's type and the kernel's method remain.
 */
final class FaultReplay {
    private final KernelSource source;
    private volatile boolean faulted;

    FaultReplay(KernelSource source) {
        this.source = source;
    }

    /**
     * The arguments as they are before a launch, if they may be needed after it.
     *
     * @param arguments one for each parameter
     * @return copies, or {@code null}
     */
    Object @Nullable [] snapshot(Object[] arguments) {
        return faulted ? copy(arguments) : null;
    }

    /**
     * Prepares what a thread or the loop threw.
     *
     * @param thrown what it threw
     * @param arguments what the launch has made of the arguments
     * @param before the {@link #snapshot} before the launch
     * @param thread stands at the thread that threw, {@code null} for a loop
     * @return the exception to be shown
     */
    Throwable presentable(
            Throwable thrown, Object[] arguments, Object @Nullable [] before, @Nullable ThreadState thread) {
        faulted = true;
        if (!KernelTrace.isAbbreviated(thrown)) {
            return trimmed(thrown);
        }
        Object[] replayed = before != null ? before : copy(arguments);
        return Optional.ofNullable(replayed)
                .flatMap(copies -> replay(copies, thread))
                .filter(again -> again.getClass() == thrown.getClass() && !KernelTrace.isAbbreviated(again))
                .orElseGet(() -> withoutDetails(thrown));
    }

    /**
     * Prepares what a thread threw that cannot be run again, since others took part.
     *
     * @param thrown what it threw
     * @return the exception to be shown
     */
    Throwable shown(Throwable thrown) {
        if (KernelTrace.isAbbreviated(thrown)) {
            return withoutDetails(thrown);
        }
        return trimmed(thrown);
    }

    private Throwable trimmed(Throwable thrown) {
        Method kernel = source.method();
        if (kernel != null) {
            KernelTrace.trim(thrown, kernel);
        }
        return thrown;
    }

    private Optional<Throwable> replay(Object[] arguments, @Nullable ThreadState thread) {
        Method kernel = source.method();
        if (kernel == null) {
            return Optional.empty();
        }
        return MethodCopy.of(source.lookup(), kernel)
                .flatMap(copy -> ScopedValue.where(ThreadState.CURRENT, thread != null ? thread : new ThreadState())
                        .call(() -> copy.thrownBy(arguments)));
    }

    /** The prepared object is shared by all who throw it, so it must not be given a trace or notes of its own. */
    private Throwable withoutDetails(Throwable thrown) {
        Throwable fresh = switch (thrown) {
            case ArrayIndexOutOfBoundsException e -> new ArrayIndexOutOfBoundsException(e.getMessage());
            // The only one that the JVM itself throws.
            case ArithmeticException _ -> new ArithmeticException("/ by zero");
            case ClassCastException e -> new ClassCastException(e.getMessage());
            case ArrayStoreException e -> new ArrayStoreException(e.getMessage());
            default -> new NullPointerException(thrown.getMessage());
        };
        Method kernel = source.method();
        fresh.setStackTrace(new StackTraceElement[] {
            new StackTraceElement(source.owner().getName(), kernel == null ? source.name() : kernel.getName(), null, -1)
        });
        return fresh;
    }

    /** {@return copies of arguments, null if there is no room for them, or one is memory that is not an array's} */
    private static Object @Nullable [] copy(Object[] arguments) {
        if (Arrays.stream(arguments).anyMatch(FaultReplay::isLarge)) {
            return null;
        }
        try {
            // The same array stays the same array.
            IdentityHashMap<Object, Object> copies = new IdentityHashMap<>();
            return Arrays.stream(arguments)
                    .map(argument -> copies.computeIfAbsent(argument, FaultReplay::copy))
                    .toArray();
        } catch (OutOfMemoryError _) {
            return null;
        }
    }

    private static boolean isLarge(@Nullable Object argument) {
        return argument instanceof MemorySegment segment
                && segment.heapBase()
                        .flatMap(base -> Optional.ofNullable(Leaves.segment(base)))
                        .filter(whole -> whole.byteSize() == segment.byteSize())
                        .isEmpty();
    }

    /** {@return a copy of an array and its rows, anything else itself, also records} */
    static Object copy(Object argument) {
        return switch (argument) {
            case boolean[] a -> a.clone();
            case byte[] a -> a.clone();
            case char[] a -> a.clone();
            case short[] a -> a.clone();
            case int[] a -> a.clone();
            case long[] a -> a.clone();
            case float[] a -> a.clone();
            case double[] a -> a.clone();
            case Object[] rows -> {
                Object[] copies = rows.clone();
                Arrays.setAll(copies, i -> rows[i] == null ? null : copy(rows[i]));
                yield copies;
            }
            case MemorySegment segment
            when segment.heapBase().isPresent() ->
                Objects.requireNonNull(Leaves.segment(copy(segment.heapBase().get())));
            default -> argument;
        };
    }
}
