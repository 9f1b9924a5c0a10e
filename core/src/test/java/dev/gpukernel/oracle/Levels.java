package dev.gpukernel.oracle;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What must become of the loops of a generated kernel.
 *
 * @param least of each nest, how many loops run in parallel at least; {@code null} if that is open
 */
record Levels(@Nullable List<Integer> least) {
    static final Levels ANY = new Levels(null);

    /** {@return whether it became of them, in any order: code that is taken apart may be laid out in another} */
    boolean areIn(List<Integer> levels) {
        if (least == null) {
            return true;
        }
        List<Integer> wanted = least.stream().sorted().toList();
        List<Integer> found = levels.stream().sorted().toList();
        return wanted.size() == found.size()
                && IntStream.range(0, found.size()).allMatch(i -> wanted.get(i) <= found.get(i));
    }
}
