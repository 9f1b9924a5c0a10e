package dev.gpukernel.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.jspecify.annotations.Nullable;

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
        // Whoever launched a kernel has frames below that of the CPU backend.
        StackTraceElement[] trace = thrown.getStackTrace();
        return THROWN_BY_JVM.contains(thrown.getClass()) && (trace.length == 0 || trace[0].getLineNumber() == -1);
    }

    /**
     * Asks whether a kernel threw what Java threw, by type and, where the JVM did not leave it out, message.
     *
     * @param thrown what the kernel threw, or {@code null}
     * @param byJava what the same method threw on the JVM, or {@code null}
     * @return whether they are alike
     */
    public static boolean areAlike(@Nullable Throwable thrown, @Nullable Throwable byJava) {
        if (thrown != null && byJava != null && areOf(byJava)) {
            return thrown.getClass() == byJava.getClass();
        }
        return String.valueOf(thrown).equals(String.valueOf(byJava));
    }

    /**
     * Fails unless a kernel threw what Java threw ({@link #areAlike}).
     *
     * @param thrown what the kernel threw, or {@code null}
     * @param byJava what the same method threw on the JVM, or {@code null}
     */
    public static void assertAlike(@Nullable Throwable thrown, @Nullable Throwable byJava) {
        if (!areAlike(thrown, byJava)) {
            assertThat(String.valueOf(thrown)).isEqualTo(String.valueOf(byJava));
        }
    }
}
