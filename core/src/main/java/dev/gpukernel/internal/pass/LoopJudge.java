package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.pass.ParallelLoops.Check;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Tells of a kernel with some of its loops changed what is wrong with these. Of all others nothing is asked, as there may be many. */
interface LoopJudge {
    /**
     * Looks at loops.
     *
     * @param copy a kernel, which is of no use any more then
     * @param left blocks of loops that are left as they are
     * @return what is to be said of all others
     */
    Check check(Function copy, Set<Block> left);

    /**
     * Looks at loops of a copy.
     *
     * @param kernel a kernel
     * @param left blocks of loops that are left as they are
     * @param change changes the copy, given the copies of blocks
     * @return what is to be said of all others then
     */
    default Check checkCopy(Function kernel, Set<Block> left, Consumer<Copied> change) {
        Map<Block, Block> copies = new HashMap<>();
        Function copy = Excerpt.without(kernel, left, copies);
        change.accept(new Copied(copy, copies));
        return check(copy, copied(left, copies));
    }

    /**
     * A copy.
     *
     * @param function it
     * @param blocks copies of the original's blocks
     */
    record Copied(Function function, Map<Block, Block> blocks) {
        Block of(Block block) {
            return Objects.requireNonNull(blocks.get(block), "a copy");
        }
    }

    /** {@return the copies of blocks} */
    static Set<Block> copied(Set<Block> blocks, Map<Block, Block> copies) {
        Set<Block> copied = new HashSet<>();
        for (Block block : blocks) {
            Block copy = copies.get(block);
            // Nothing leads to the others.
            if (copy != null) {
                copied.add(copy);
            }
        }
        if (copied.isEmpty() && !blocks.isEmpty()) {
            // There are others, of which the copy shows nothing.
            copied.add(copies.values().iterator().next().function().entry());
        }
        return copied;
    }

    /** {@return the blocks of all outermost loops but some} */
    static Set<Block> allBut(Function kernel, Predicate<Loop> some) {
        return Loop.outermost(Loop.of(kernel)).stream()
                .filter(some.negate())
                .flatMap(loop -> loop.blocks().stream())
                .collect(Collectors.toCollection(HashSet::new));
    }
}
