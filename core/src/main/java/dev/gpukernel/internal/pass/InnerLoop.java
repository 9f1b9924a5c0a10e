package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
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
     * @return the one loop directly inside, whose bounds are the same in all iterations of the nest, or why there is none
     */
    static Answer of(Function function, CountedLoop outermost, CountedLoop around) {
        List<Loop> direct = directlyIn(function, around.loop());
        return direct.size() == 1
                ? switch (CountedLoop.of(direct.getFirst())) {
                    case CountedLoop.Recognition.Counted(CountedLoop inner) -> of(outermost, around, inner);
                    case CountedLoop.Recognition.Other(String reason) -> new Answer(null, reason);
                }
                : new Answer(null, direct.isEmpty() ? "" : "it is not the only one in the loop around it");
    }

    /** {@return the loops directly in a loop, those that count} */
    static List<CountedLoop> direct(Function function, Loop around) {
        List<CountedLoop> counted = new ArrayList<>();
        for (Loop loop : directlyIn(function, around)) {
            if (CountedLoop.of(loop) instanceof CountedLoop.Recognition.Counted(CountedLoop inner)) {
                counted.add(inner);
            }
        }
        return counted;
    }

    private static List<Loop> directlyIn(Function function, Loop around) {
        return Loop.outermost(around.inside(Loop.of(function)));
    }

    /**
     * What was found.
     *
     * @param loop the loop, {@code null} for none
     * @param why there is none
     */
    record Answer(@Nullable CountedLoop loop, String why) {}

    private static Answer of(CountedLoop outermost, CountedLoop around, CountedLoop inner) {
        if (!inner.carried().isEmpty()) {
            String name = inner.carried().getFirst().name();
            return new Answer(null, "it carries " + (name == null ? "a value" : "'" + name + "'"));
        }
        if (!isKnownBefore(outermost.loop(), inner.start()) || !isKnownBefore(outermost.loop(), inner.bound())) {
            return new Answer(null, "its bounds change in the loop around it");
        }
        Set<Block> own = inner.loop().blocks();
        boolean fits = around.loop().blocks().stream()
                        .filter(block -> !own.contains(block))
                        .allMatch(block -> isRepeatable(block, inner))
                && isAlwaysReached(around, inner);
        return fits ? new Answer(inner, "") : new Answer(null, "the loop around it does more than run it");
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
