package dev.gpukernel.internal.ir;

import org.jspecify.annotations.Nullable;

/**
 * Where an instruction comes from in the user's source.
 *
 * @param className binary name of the class
 * @param method name of the method
 * @param file source file, or {@code null} if the class file does not say
 * @param line line, or 0 if the class file does not say
 * @param caller where the method was called from, if it was inlined
 */
public record SourcePosition(
        String className,
        String method,
        @Nullable String file,
        int line,
        @Nullable SourcePosition caller) {

    /** {@return the frames as a stack trace has them, innermost first} */
    public java.util.List<StackTraceElement> frames() {
        var frames = new java.util.ArrayList<StackTraceElement>();
        for (SourcePosition p = this; p != null; p = p.caller) {
            frames.add(new StackTraceElement(p.className, p.method, p.file, p.line == 0 ? -1 : p.line));
        }
        return frames;
    }

    /** {@return the position as the text form writes it, innermost frame first} */
    public String text() {
        String own = className + "." + method + "(" + (file == null ? "" : file) + ":" + line + ")";
        return caller == null ? own : own + " < " + caller.text();
    }
}
