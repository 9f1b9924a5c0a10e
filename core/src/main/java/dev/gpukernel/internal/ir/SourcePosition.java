package dev.gpukernel.internal.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
 * @param instruction of a call its index in the method, by which calls on one line can be told apart, else 0; two positions may be equal that
 *     differ in it, and their text lacks it
 */
public record SourcePosition(
        String className,
        String method,
        @Nullable String file,
        int line,
        @Nullable SourcePosition caller,
        int instruction) {
    private static final Pattern FRAME = Pattern.compile("(.+)\\.([^.]+)\\((.*):(\\d{1,9})\\)");

    /** A line. */
    public SourcePosition(
            String className, String method, @Nullable String file, int line, @Nullable SourcePosition caller) {
        this(className, method, file, line, caller, 0);
    }

    /** {@return the call on this line that is an instruction of the method} */
    public SourcePosition at(int call) {
        return new SourcePosition(className, method, file, line, caller, call);
    }

    /** {@return which calls lead there, the innermost first: instructions of methods} */
    public List<Integer> path() {
        List<Integer> path = new ArrayList<>();
        for (SourcePosition p = this; p != null; p = p.caller) {
            path.add(p.instruction);
        }
        return path;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SourcePosition position
                && line == position.line
                && className.equals(position.className)
                && method.equals(position.method)
                && Objects.equals(file, position.file)
                && Objects.equals(caller, position.caller);
    }

    @Override
    public int hashCode() {
        return Objects.hash(className, method, file, line, caller);
    }

    /** {@return the same place, its outermost method called from another place} */
    public SourcePosition calledFrom(@Nullable SourcePosition place) {
        SourcePosition from = caller == null ? place : caller.calledFrom(place);
        return new SourcePosition(className, method, file, line, from, instruction);
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
    public List<StackTraceElement> frames() {
        List<StackTraceElement> frames = new ArrayList<>();
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
