package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/**
 * Gives an innermost counted loop a copy without the checks that {@link CountedChecks} answers before it. The loop as it was runs
 * where the answer is no, and throws what it has to where it has to.
 */
public final class LoopVersioning implements Pass {
    /** Largest loop that is copied, in instructions. */
    private static final int LIMIT = 400;

    /** Most instructions that a function gets in all. */
    private static final int GROWTH = 8_192;

    @Override
    public boolean run(Function function) {
        List<Loop> loops = Loop.of(function);
        int left = GROWTH;
        boolean changed = false;
        Dominators dominators = Dominators.of(function);
        for (Loop loop : loops) {
            int size = loop.size();
            if (size > Math.min(LIMIT, left)
                    || !loop.inside(loops).isEmpty()
                    || !LoopForm.isCopyable(loop)
                    || waits(loop)) {
                continue;
            }
            CountedChecks checks = CountedChecks.of(loop, dominators);
            if (checks != null) {
                copy(function, loop, checks, dominators);
                left -= size;
                changed = true;
            }
        }
        return changed;
    }

    /** Which copy a thread takes is its own affair, so threads that wait for each other could wait in different ones. */
    private static boolean waits(Loop loop) {
        return loop.instrs().anyMatch(instr -> instr.op().effect() == Effect.SYNCHRONISE);
    }

    private static void copy(Function function, Loop loop, CountedChecks checks, Dominators dominators) {
        LoopForm.prepare(function, loop, dominators);
        LoopForm.addPreheader(function, loop);
        List<Block> order = LoopForm.order(loop);
        RegionCopy copy = new RegionCopy(function, order);
        Block fast = copy.copy();
        for (Instr check : checks.checks()) {
            if (copy.of(check) instanceof Instr own && own != check) {
                own.remove();
            }
        }
        choose(function, loop, checks, fast);
    }

    private static void choose(Function function, Loop loop, CountedChecks checks, Block fast) {
        Edge entry = loop.entryEdges().getFirst();
        Instr jump = entry.source();
        List<Value> arguments = List.copyOf(entry.arguments());
        Builder builder = new Builder(function).before(jump);
        Value condition = checks.condition(builder, checks.start(arguments));
        builder.branch(condition, fast, arguments, loop.header(), arguments);
        jump.remove();
    }
}
