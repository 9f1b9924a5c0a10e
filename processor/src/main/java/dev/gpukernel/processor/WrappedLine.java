package dev.gpukernel.processor;

import java.util.List;

/** A declaration, statement or sentence of generated source, which goes on in another line where it gets long. */
final class WrappedLine {
    private static final int WIDTH = 120;

    private final StringBuilder text;
    private final String continuation;
    private int column;

    /**
     * Begins a line.
     *
     * @param start what it begins with
     * @param continuation what further lines begin with
     */
    WrappedLine(String start, String continuation) {
        this.text = new StringBuilder(start);
        this.continuation = continuation;
        this.column = start.length();
    }

    /** Adds what must follow at once. */
    WrappedLine add(String part) {
        text.append(part);
        column += part.length();
        return this;
    }

    /**
     * Adds a part that may begin a line.
     *
     * @param separator what is between it and the part before, if it does not
     * @param part the part
     */
    WrappedLine add(String separator, String part) {
        if (column + separator.length() + part.length() > WIDTH) {
            text.append('\n').append(continuation).append(part);
            column = continuation.length() + part.length();
            return this;
        }
        return add(separator).add(part);
    }

    /**
     * Adds parts with commas between them, each of which may begin a line.
     *
     * @param separator what is before the first, if it does not begin a line
     * @param parts at least one
     */
    WrappedLine addAll(String separator, List<String> parts) {
        for (int i = 0; i < parts.size(); i++) {
            boolean isLast = i == parts.size() - 1;
            add(i == 0 ? separator : " ", isLast ? parts.get(i) : parts.get(i) + ",");
        }
        return this;
    }

    /** {@return all of it, with the end of its last line} */
    String end() {
        return text.append('\n').toString();
    }
}
