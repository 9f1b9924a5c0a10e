package dev.gpukernel.internal.ir;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the author of a kernel says of its loops, and of those of methods that it calls.
 *
 * @param parallel the variables marked with {@code @Parallel}
 * @param sequential the variables marked with {@code @Sequential}
 * @param areCallsSequential whether all loops of methods that it calls are sequential, as if they were marked
 */
public record LoopMarks(List<Parallel> parallel, List<Sequential> sequential, boolean areCallsSequential) {
    /** Copies the collections. */
    public LoopMarks {
        parallel = List.copyOf(parallel);
        sequential = List.copyOf(sequential);
    }

    /** No loop is marked. */
    public static final LoopMarks NONE = new LoopMarks(List.of(), List.of(), false);

    /** {@return all that methods say of their loops} */
    public static LoopMarks of(Collection<LoopMarks> methods) {
        return new LoopMarks(
                methods.stream().flatMap(marks -> marks.parallel.stream()).toList(),
                methods.stream().flatMap(marks -> marks.sequential.stream()).toList(),
                methods.stream().anyMatch(marks -> marks.areCallsSequential));
    }

    /**
     * Lines of a method.
     *
     * @param className binary name of its class
     * @param method its name
     * @param first the first line
     * @param last the last one
     */
    public record Lines(String className, String method, int first, int last) {
        /** {@return whether a line is one of them, in whatever method} */
        public boolean contain(int line) {
            return first <= line && line <= last;
        }

        private boolean contain(SourcePosition position) {
            return contain(position.line())
                    && method.equals(position.method())
                    && className.equals(position.className());
        }
    }

    /**
     * A variable marked with {@code @Parallel}. Others may have its name elsewhere in the method.
     *
     * @param name its name
     * @param lines where it has a value
     */
    public record Parallel(String name, Lines lines) {}

    /**
     * A variable marked with {@code @Sequential}.
     *
     * @param name its name
     * @param lines where it has a value
     * @param isElement whether it is an element of an array, as in {@code for (int v : a)}, so that the loop counts by another
     *     variable, which has no name
     */
    public record Sequential(String name, Lines lines, boolean isElement) {
        private boolean isOf(Block header, SourcePosition position) {
            return lines.contain(position)
                    && (header.params().stream().anyMatch(param -> name.equals(param.name()))
                            || (isElement
                                    && position.line() == lines.first
                                    && header.params().stream().anyMatch(param -> param.name() == null)));
        }
    }

    /**
     * Tells whether a loop is marked with {@code @Parallel}.
     *
     * @param header its header
     * @param variable the name of the variable that it counts by, {@code null} if that has none
     */
    public boolean isParallel(Block header, @Nullable String variable) {
        SourcePosition position = header.terminator().position();
        return position != null
                && parallel.stream()
                        .anyMatch(marked -> marked.name().equals(variable) && marked.lines.contain(position));
    }

    /** {@return whether a loop is marked with {@code @Sequential}, or all are in the method that it is of} */
    public boolean isSequential(Block header) {
        SourcePosition position = header.terminator().position();
        return position != null
                && ((areCallsSequential && position.caller() != null)
                        || sequential.stream().anyMatch(variable -> variable.isOf(header, position)));
    }
}
