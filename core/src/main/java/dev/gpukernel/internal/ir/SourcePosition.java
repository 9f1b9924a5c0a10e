package dev.gpukernel.internal.ir;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern FRAME = Pattern.compile("(.+)\\.([^.]+)\\((.*):(\\d{1,9})\\)");

    /** {@return the same place, its outermost method called from another place} */
    public SourcePosition calledFrom(@Nullable SourcePosition place) {
        return new SourcePosition(className, method, file, line, caller == null ? place : caller.calledFrom(place));
    }

    /** {@return whether its outermost method is called from a place, or it is that place itself} */
    public boolean isCalledFrom(SourcePosition place) {
        return equals(place) || (caller != null && caller.isCalledFrom(place));
    }

    /** {@return the innermost place in code of the user's: what the JDK does there, or what stands for it, nobody else can change} */
    public SourcePosition ofUser() {
        SourcePosition position = this;
        while (position.caller != null && position.isInLibrary()) {
            position = position.caller;
        }
        return position;
    }

    private boolean isInLibrary() {
        return className.startsWith("java.")
                || className.startsWith("jdk.")
                || className.startsWith("sun.")
                || className.startsWith("dev.gpukernel.internal.intrinsic.");
    }

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

    /**
     * Reads what {@link #text()} writes.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static SourcePosition parse(String text) {
        SourcePosition position = null;
        for (String frame : List.of(text.split(" < ", -1)).reversed()) {
            position = parseFrame(frame, position);
        }
        if (position == null) {
            throw new IllegalArgumentException("no source position");
        }
        return position;
    }

    private static SourcePosition parseFrame(String frame, @Nullable SourcePosition caller) {
        Matcher matcher = FRAME.matcher(frame);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a source position: " + frame);
        }
        String file = matcher.group(3);
        int line = Integer.parseInt(matcher.group(4));
        return new SourcePosition(matcher.group(1), matcher.group(2), file.isEmpty() ? null : file, line, caller);
    }
}
