package dev.gpukernel.oracle;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What must become of the loops of a generated kernel.
 *
 * @param least of each nest, how many loops run in parallel at least, 0 if it may be the host's; {@code null} if all is open
 * @param rounds whether floating sums or products are rounded in an order other than Java's
 */
record Levels(@Nullable List<Integer> least, boolean rounds) {
    static final Levels ANY = new Levels(null, false);

    /** {@return whether it became of them, in any order: code that is taken apart may be laid out in another} */
    boolean areIn(List<Integer> levels) {
        if (least == null) {
            return true;
        }
        List<Integer> wanted = least.stream().sorted(Comparator.reverseOrder()).toList();
        List<Integer> found = levels.stream().sorted(Comparator.reverseOrder()).toList();
        return found.size() <= wanted.size()
                && IntStream.range(0, wanted.size())
                        .allMatch(i -> wanted.get(i) <= (i < found.size() ? found.get(i) : 0));
    }
}
