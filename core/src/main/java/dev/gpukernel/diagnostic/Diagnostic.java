package dev.gpukernel.diagnostic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One finding: a message with its arguments filled in, at a place.
 *
 * @param message which message
 * @param place where, or {@code null} if it has no place in source
 * @param arguments what fills the message's placeholders, in order
 */
public record Diagnostic(Message message, @Nullable Place place, List<String> arguments) {

    /** Copies the arguments. */
    public Diagnostic {
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
                message, place, List.of(arguments).stream().map(String::valueOf).toList());
    }

    /** {@return the text with code and help, without the place: {@code [Code] text} and, on a second line, the help} */
    public String text() {
        return message.format(arguments.toArray());
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
