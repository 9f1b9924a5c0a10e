package dev.gpukernel.internal.ir;

import java.util.List;
import java.util.Set;

/**
 * What the author of a kernel says of its loops.
 *
 * @param parallel names of the variables marked with {@code @Parallel}
 * @param sequential the variables marked with {@code @Sequential}
 */
public record LoopMarks(Set<String> parallel, List<Sequential> sequential) {
    /** Copies the collections. */
    public LoopMarks {
        parallel = Set.copyOf(parallel);
        sequential = List.copyOf(sequential);
    }

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

    /** {@return whether a loop of the kernel's own method is marked with {@code @Sequential}} */
    public boolean isSequential(Block header) {
        SourcePosition position = header.terminator().position();
        return position != null
                && position.caller() == null
                && sequential.stream().anyMatch(variable -> variable.isOf(header, position.line()));
    }
}
