package dev.gpukernel.internal.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the author of a kernel says of its loops.
 *
 * @param parallel the variables marked with {@code @Parallel}
 * @param sequential the variables marked with {@code @Sequential}
 * @param areCallsSequential whether all loops of methods that it calls are, as if they were marked
 */
public record LoopMarks(List<Parallel> parallel, List<Sequential> sequential, boolean areCallsSequential) {
    /** Copies the collections. */
    public LoopMarks {
        parallel = List.copyOf(parallel);
        sequential = List.copyOf(sequential);
    }

    /** No loop is marked. */
    public static final LoopMarks NONE = new LoopMarks(List.of(), List.of(), false);

    /**
     * A variable marked with {@code @Parallel}. Others may have its name elsewhere in the method.
     *
     * @param name its name
     * @param firstLine the first line on which it has a value
     * @param lastLine the last one
     */
    public record Parallel(String name, int firstLine, int lastLine) {}

    /**
     * A variable marked with {@code @Sequential}.
     *
     * @param name its name
     * @param firstLine the first line on which it has a value
     * @param lastLine the last one
     * @param isElement whether it is an element of an array, as in {@code for (int v : a)}, so that the loop counts by another
     *     variable, which has no name
     */
    public record Sequential(String name, int firstLine, int lastLine, boolean isElement) {
        private boolean isOf(Block header, int line) {
            boolean counts = firstLine <= line
                    && line <= lastLine
                    && header.params().stream().anyMatch(param -> name.equals(param.name()));
            return counts
                    || (isElement
                            && line == firstLine
                            && header.params().stream().anyMatch(param -> param.name() == null));
        }
    }

    /**
     * Tells whether a loop of the kernel's own method is marked with {@code @Parallel}.
     *
     * @param header its header
     * @param variable the name of the variable that it counts by, {@code null} if that has none
     */
    public boolean isParallel(Block header, @Nullable String variable) {
        SourcePosition position = header.terminator().position();
        return position != null
                && position.caller() == null
                && parallel.stream()
                        .anyMatch(marked -> marked.name().equals(variable)
                                && marked.firstLine() <= position.line()
                                && position.line() <= marked.lastLine());
    }

    /** {@return whether a loop is marked with {@code @Sequential}: one of the kernel's own method, or all that are not} */
    public boolean isSequential(Block header) {
        SourcePosition position = header.terminator().position();
        if (position == null) {
            return false;
        }
        return position.caller() == null
                ? sequential.stream().anyMatch(variable -> variable.isOf(header, position.line()))
                : areCallsSequential;
    }
}
