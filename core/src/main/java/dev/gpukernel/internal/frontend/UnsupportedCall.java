package dev.gpukernel.internal.frontend;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What to write in place of a call that no kernel may have. */
final class UnsupportedCall {
    /** By what the text of a call begins with. */
    private static final Map<Pattern, String> INSTEAD = new LinkedHashMap<>();

    static {
        add("String\\.format|String\\.formatted", "put a message together with +, as in \"bad \" + x[i]");
        add(
                "(Integer|Long|Double|Float)\\.parse\\w+|\\w+\\.valueOf\\(String",
                "parse before the launch, and pass the number");
        add("System\\.(nanoTime|currentTimeMillis)|Instant\\.now", "measure around the launch");
        add("System\\.(getProperty|getenv)", "read it before the launch, and pass the value");
        add(
                "(Int|Long|Double)?Stream\\b.*|Arrays\\.(stream|asList|setAll|parallel\\w+)",
                "write a for loop over the elements");
        add(
                "(\\w*List|\\w*Map|\\w*Set|\\w*Deque|\\w*Queue|Collection|Collections|Iterable|Iterator|Optional\\w*)\\b.*",
                "copy the elements to an array before the launch, and pass that");
        add(
                "Thread\\b.*|Object\\.(wait|notify)\\w*|Lock\\b.*|ReentrantLock\\b.*",
                "leave it out: iterations and threads need no locks");
        add("a pattern switch", "ask with if and instanceof");
        add("Throwable\\.\\w+", "throw again what is caught, or another exception");
        add("String\\.\\w+", "ask literals alone, or pass the characters as a char[]");
    }

    private UnsupportedCall() {}

    private static void add(String calls, String instead) {
        INSTEAD.put(Pattern.compile("(?:" + calls + ").*"), instead + "; or ");
    }

    /**
     * {@return the arguments of the message}
     *
     * @param call what is called
     * @param inside what in it cannot be done, nothing if it is the call itself
     */
    static Object[] arguments(String call, String inside) {
        String instead = INSTEAD.entrySet().stream()
                .filter(entry -> entry.getKey().matcher(call).matches())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("");
        return new Object[] {call, inside, instead};
    }
}
