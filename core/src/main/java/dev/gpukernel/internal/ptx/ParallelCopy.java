package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.ir.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Puts copies that happen all at once into an order in which none overwrites what another still reads. Cycles, such as a swap, go
 * through a temporary.
 */
final class ParallelCopy {
    /**
     * A copy.
     *
     * @param type of both registers
     * @param target register written
     * @param source register or literal read
     */
    record Copy(ScalarType type, String target, String source) {}

    private ParallelCopy() {}

    /**
     * Orders copies.
     *
     * @param copies copies to different targets
     * @param temporary gives a new register of a type
     * @return copies to do one after another
     */
    static List<Copy> order(List<Copy> copies, Function<ScalarType, String> temporary) {
        List<Copy> pending = new ArrayList<>(
                copies.stream().filter(c -> !c.target.equals(c.source)).toList());
        List<Copy> ordered = new ArrayList<>();
        while (!pending.isEmpty()) {
            Copy free = pending.stream()
                    .filter(copy -> pending.stream().noneMatch(c -> c.source.equals(copy.target)))
                    .findFirst()
                    .orElse(null);
            if (free != null) {
                pending.remove(free);
                ordered.add(free);
                continue;
            }
            // Only cycles are left: save one target and let its readers read the copy.
            Copy first = pending.getFirst();
            String saved = temporary.apply(first.type);
            ordered.add(new Copy(first.type, saved, first.target));
            pending.replaceAll(c -> c.source.equals(first.target) ? new Copy(c.type, c.target, saved) : c);
        }
        return ordered;
    }
}
