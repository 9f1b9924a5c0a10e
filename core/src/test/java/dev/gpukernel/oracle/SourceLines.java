package dev.gpukernel.oracle;

import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Source text that grows line by line. */
final class SourceLines {
    private static final Pattern WORD = Pattern.compile("\\w+");

    private final StringBuilder text = new StringBuilder();
    private int indentation;

    SourceLines(int indentation) {
        this.indentation = indentation;
    }

    /** {@return the names and other words in a text} */
    static Set<String> words(String text) {
        return WORD.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    void line(String line) {
        text.append("    ".repeat(indentation)).append(line).append('\n');
    }

    /** Adds lines that are indented already. */
    void add(String lines) {
        text.append(lines);
    }

    int indentation() {
        return indentation;
    }

    /** Adds what a body adds, indented. */
    void indented(Runnable body) {
        indentation++;
        body.run();
        indentation--;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
