package dev.gpukernel.diagnostic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One finding: a message with its arguments filled in, at a place.
 *
 * @param message which message
 * @param place where, or {@code null} if it has no place in source
 * @param callers where the calls are by which the kernel gets to that place, innermost first; none if it is the kernel's own
 * @param arguments what fills the message's placeholders, in order
 */
public record Diagnostic(Message message, @Nullable Place place, List<Place> callers, List<String> arguments) {
    private static final int MOST_CALLERS = 8;

    /** Copies the lists. */
    public Diagnostic {
        callers = List.copyOf(callers);
        arguments = List.copyOf(arguments);
    }

    /**
     * Makes a diagnostic from arguments of any type.
     *
     * @param message which message
     * @param place where, or {@code null}
     * @param arguments what fills the message's placeholders, in order
     * @return the diagnostic
     */
    public static Diagnostic of(Message message, @Nullable Place place, Object... arguments) {
        return new Diagnostic(
                message,
                place,
                List.of(),
                List.of(arguments).stream().map(String::valueOf).toList());
    }

    /**
     * Tells by which calls the kernel gets there.
     *
     * @param calls where they are, innermost first
     * @return the same diagnostic with these calls
     */
    public Diagnostic calledFrom(List<Place> calls) {
        return new Diagnostic(message, place, calls, arguments);
    }

    /** {@return the text with code, calls and help, without the place: {@code [Code] text}, and on lines of their own the others} */
    public String text() {
        List<String> calls = new ArrayList<>(callers.stream()
                .limit(MOST_CALLERS)
                .map(caller -> "called from " + caller.className() + "." + caller.method() + "(" + caller + ")")
                .toList());
        if (callers.size() > MOST_CALLERS) {
            calls.add("and " + (callers.size() - MOST_CALLERS) + " more calls");
        }
        return message.format(calls, arguments.toArray());
    }

    /** {@return the text alone, without place, code and help} */
    public String summary() {
        return message.text(arguments.toArray());
    }

    /** {@return what to do, without the text} */
    public String help() {
        return message.help(arguments.toArray());
    }

    /** {@return place, code, text and help} */
    @Override
    public String toString() {
        return place == null ? text() : place + ": " + text();
    }
}
