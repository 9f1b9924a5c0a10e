package dev.gpukernel.oracle;

/** Source text that grows line by line. */
final class SourceLines {
    private final StringBuilder text = new StringBuilder();
    private int indentation;

    SourceLines(int indentation) {
        this.indentation = indentation;
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
