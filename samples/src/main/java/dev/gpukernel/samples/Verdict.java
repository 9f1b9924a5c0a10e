package dev.gpukernel.samples;

/**
 * How a sample ended.
 *
 * @param passed whether every result was right
 * @param text what was done and where, or what went wrong
 */
record Verdict(boolean passed, String text) {
    static Verdict ok(String text) {
        return new Verdict(true, text);
    }

    static Verdict failed(String text) {
        return new Verdict(false, text);
    }

    /** {@return the last line of the output} */
    String line(String sample) {
        return (passed ? "OK " : "FAILED ") + sample + ": " + text;
    }
}
