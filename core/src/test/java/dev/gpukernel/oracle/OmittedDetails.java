package dev.gpukernel.oracle;

import java.util.Arrays;
import java.util.Set;

/**
 * Tells exceptions of which only the type is known: HotSpot throws one prepared object, without message and stack trace, from
 * compiled code that has thrown often ({@code -XX:+OmitStackTraceInFastThrow}). The CPU backend gives it a frame without a line.
 */
public final class OmittedDetails {
    private static final Set<Class<?>> THROWN_BY_JVM = Set.of(
            ArithmeticException.class,
            ArrayIndexOutOfBoundsException.class,
            ArrayStoreException.class,
            ClassCastException.class,
            NullPointerException.class);

    private OmittedDetails() {}

    /**
     * Asks whether message and place of an exception are unknown.
     *
     * @param thrown the exception
     * @return whether they are; its message is not to be compared then
     */
    public static boolean areOf(Throwable thrown) {
        return THROWN_BY_JVM.contains(thrown.getClass())
                && Arrays.stream(thrown.getStackTrace()).allMatch(frame -> frame.getLineNumber() < 0);
    }
}
