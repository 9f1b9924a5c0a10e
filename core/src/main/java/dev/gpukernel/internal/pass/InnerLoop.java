package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the loop that a loop consists of: what else it does can be done again for each of that loop's iterations. */
final class InnerLoop {
    private InnerLoop() {}

    /**
     * Looks for it.
     *
     * @param function the function
     * @param outermost the outermost loop of the nest
     * @param around the innermost loop of the nest so far
     * @return the one loop directly inside, whose bounds are the same in all iterations of the nest, or {@code null}
     */
    static @Nullable CountedLoop of(Function function, CountedLoop outermost, CountedLoop around) {
        List<Loop> inside = Loop.of(function).stream()
                .filter(loop ->
                        loop.header() != around.loop().header() && around.loop().contains(loop.header()))
                .toList();
        List<Loop> direct = inside.stream()
                .filter(loop ->
                        inside.stream().noneMatch(o -> o.header() != loop.header() && o.contains(loop.header())))
                .toList();
        if (direct.size() != 1
                || !(CountedLoop.of(direct.getFirst()) instanceof CountedLoop.Recognition.Counted(CountedLoop inner))) {
            return null;
        }
        Set<Block> own = inner.loop().blocks();
        boolean fits = inner.carried().isEmpty()
                && isKnownBefore(outermost.loop(), inner.start())
                && isKnownBefore(outermost.loop(), inner.bound())
                && around.loop().blocks().stream()
                        .filter(block -> !own.contains(block))
                        .allMatch(block -> isRepeatable(block, inner))
                && isAlwaysReached(around, inner);
        return fits ? inner : null;
    }

    private static boolean isKnownBefore(Loop outermost, Value value) {
        return outermost.isInvariant(value);
    }

    private static boolean isRepeatable(Block block, CountedLoop inner) {
        return block.instrs().stream().allMatch(instr -> switch (instr.op().effect()) {
            case NONE, READ, FAULT, CONTROL -> !(instr.op() instanceof Op.Throw) && !isUsedAcross(instr, inner);
            case ALLOCATE, WRITE, SYNCHRONISE -> false;
        });
    }

    /** What comes after the inner loop must not need that it is over, and that is so if nothing of it is used there. */
    private static boolean isUsedAcross(Instr instr, CountedLoop inner) {
        return instr.op().effect() == Effect.FAULT && !precedes(instr, inner);
    }

    private static boolean precedes(Instr instr, CountedLoop inner) {
        return inner.loop().entryEdges().getFirst().source().block() == instr.block();
    }

    /** {@return whether each iteration around gets to the inner loop: the way there has no branch} */
    private static boolean isAlwaysReached(CountedLoop around, CountedLoop inner) {
        Block at = inner.loop().entryEdges().getFirst().source().block();
        while (at.incoming().size() == 1) {
            Instr before = at.incoming().getFirst().source();
            if (before.block() == around.loop().header()) {
                return true;
            }
            if (!(before.op() instanceof Op.Jump)) {
                return false;
            }
            at = before.block();
        }
        return at == around.loop().header();
    }
}
