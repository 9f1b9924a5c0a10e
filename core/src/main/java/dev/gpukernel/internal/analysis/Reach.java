package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The blocks that control gets to from others, or gets to others from. */
public final class Reach {
    private Reach() {}

    /**
     * Follows control.
     *
     * @param starts where it begins
     * @param enters whether it is followed into a block
     * @return the blocks that it was followed into, those of the starts included
     */
    public static Set<Block> from(Collection<Block> starts, Predicate<Block> enters) {
        return closure(starts, enters, Block::successors);
    }

    /** {@return what {@link #from} finds along edges that are taken} */
    public static Set<Block> from(Block start, Predicate<Block> enters, Predicate<Edge> takes) {
        return closure(
                List.of(start),
                enters,
                block -> block.terminator().edges().stream()
                        .filter(takes)
                        .map(Edge::target)
                        .toList());
    }

    /**
     * Follows control back.
     *
     * @param block where it gets to
     * @param enters whether it is followed back into a block
     * @return the blocks that it was followed back into; the one that it gets to is among them only if it comes round to it
     */
    public static Set<Block> before(Block block, Predicate<Block> enters) {
        return closure(sources(block), enters, Reach::sources);
    }

    /** {@return the blocks that control gets to some blocks from, these included} */
    public static Set<Block> to(Collection<Block> ends) {
        return closure(ends, _ -> true, Reach::sources);
    }

    private static List<Block> sources(Block block) {
        return block.incoming().stream().map(edge -> edge.source().block()).toList();
    }

    private static Set<Block> closure(
            Collection<Block> starts, Predicate<Block> enters, Function<Block, List<Block>> next) {
        Set<Block> entered = new LinkedHashSet<>();
        Deque<Block> work = new ArrayDeque<>(starts);
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (enters.test(block) && entered.add(block)) {
                work.addAll(next.apply(block));
            }
        }
        return entered;
    }
}
