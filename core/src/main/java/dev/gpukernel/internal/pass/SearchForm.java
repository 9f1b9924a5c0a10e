package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether a loop has a form in which it can be searched for the iteration that leaves it. */
final class SearchForm {
    private SearchForm() {}

    /**
     * Looks at a loop.
     *
     * @param kernel where it is
     * @param loop the loop
     * @param exits the edges by which it is left early
     * @param kept the blocks that lead there
     * @return what is wrong with it, whatever its conditions are; null if nothing is
     */
    static @Nullable String hindrance(Function kernel, Loop loop, Set<Edge> exits, Set<Block> kept) {
        Block header = loop.header();
        if (!LoopTest.isPure(header)
                || exits.stream().anyMatch(edge -> edge.source().block() == header)) {
            return "the count is not asked first in each iteration";
        }
        boolean isPlain = header.params().stream().allMatch(param -> param.type() instanceof ScalarType);
        if (!isPlain || !LoopForm.isCopyable(loop)) {
            return "arrays change in the loop";
        }
        for (Block block : loop.blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.Print || instr.op().effect() == Effect.SYNCHRONISE) {
                    return "the loop prints or waits for other threads";
                }
            }
        }
        for (Loop inner : Loop.of(kernel)) {
            if (inner.header() != header && kept.contains(inner.header()) && loop.contains(inner.header())) {
                if (!surelyEnds(inner)) {
                    return "the loop" + LoopTexts.at(inner.header().terminator())
                            + " that decides it is not known to end in iterations that Java never does; let it count with"
                            + " '<' or '>' and a step of 1";
                }
            }
        }
        return null;
    }

    /** Asked in iterations that Java never does, a loop must not run for ever. */
    private static boolean surelyEnds(Loop inner) {
        CountedLoop own = CountedLoop.atMost(inner);
        if (own == null) {
            return false;
        }
        boolean byOnes = Math.abs(own.step()) == 1
                && (own.predicate() == Predicate.LT || own.predicate() == Predicate.GT)
                && own.variable().type().equals(own.bound().type());
        return byOnes || own.always();
    }
}
