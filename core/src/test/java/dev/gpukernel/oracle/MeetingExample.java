package dev.gpukernel.oracle;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The example that a refusal gives: two iterations that touch the same element.
 *
 * @param first values of the first one's loop variables
 * @param second those of the second
 * @param sizes numbers and lengths with which they do, by parameters such as {@code n} and {@code a.length}
 */
record MeetingExample(Map<String, Long> first, Map<String, Long> second, Map<String, Long> sizes) {
    private static final Pattern EXAMPLE =
            Pattern.compile("such as (.+?) and (.+?)(?:, for (.+))?$", Pattern.MULTILINE);

    /** {@return the example of a message, {@code null} if it gives none} */
    static @Nullable MeetingExample of(String message) {
        Matcher matcher = EXAMPLE.matcher(message);
        return matcher.find()
                ? new MeetingExample(numbers(matcher.group(1)), numbers(matcher.group(2)), numbers(matcher.group(3)))
                : null;
    }

    private static Map<String, Long> numbers(@Nullable String text) {
        Map<String, Long> numbers = new HashMap<>();
        for (String number : text == null ? new String[0] : text.split(", ", -1)) {
            String[] parts = number.split(" = ", -1);
            numbers.put(parts[0], Long.parseLong(parts[1]));
        }
        return numbers;
    }

    /**
     * Looks whether it is true.
     *
     * @param touches of each access 1 if it is a write or else 0, the index, and the loops' variables
     * @param variables names of these
     * @return whether both iterations touch an element that one of them writes
     */
    boolean isIn(List<long[]> touches, List<String> variables) {
        List<long[]> one =
                touches.stream().filter(touch -> is(first, touch, variables)).toList();
        List<long[]> other =
                touches.stream().filter(touch -> is(second, touch, variables)).toList();
        return !first.equals(second)
                && one.stream().anyMatch(a -> other.stream().anyMatch(b -> a[1] == b[1] && a[0] + b[0] > 0));
    }

    private static boolean is(Map<String, Long> iteration, long[] touch, List<String> variables) {
        return iteration.entrySet().stream()
                .allMatch(entry -> touch[2 + variables.indexOf(entry.getKey())] == entry.getValue());
    }
}
