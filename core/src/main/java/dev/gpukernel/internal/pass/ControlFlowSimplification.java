package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.RedundantParams;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides branches whose condition is known, removes blocks that nothing reaches, and joins blocks that follow each other. */
public final class ControlFlowSimplification implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = decideBranches(function);
        changed |= removeUnreachable(function);
        changed |= RedundantParams.removeFrom(function);
        changed |= joinBlocks(function);
        return changed;
    }

    private static boolean decideBranches(Function function) {
        boolean changed = false;
        for (Block block : function.blocks()) {
            Instr end = block.terminator();
            if (!(end.op() instanceof Op.Branch)) {
                continue;
            }
            Constant condition = end.operand(0).constant();
            Edge whenTrue = end.edges().get(0);
            Edge whenFalse = end.edges().get(1);
            boolean same = whenTrue.target() == whenFalse.target()
                    && whenTrue.arguments().equals(whenFalse.arguments());
            if (same) {
                changed |= take(function, whenTrue);
            } else if (condition != null) {
                changed |= decide(function, end, condition.bits() != 0);
            }
        }
        return changed;
    }

    /**
     * Lets a branch always go one way, unless it then throws in every iteration of a loop that is in no other one: a loop that ends in its
     * first iteration is one all the same.
     *
     * @param function the function
     * @param branch the branch
     * @param holds whether its condition holds
     * @return whether it does so now
     */
    static boolean decide(Function function, Instr branch, boolean holds) {
        Edge taken = branch.edges().get(holds ? 0 : 1);
        Edge left = branch.edges().get(holds ? 1 : 0);
        boolean endsLoop = !LoopExits.reachesReturn(taken.target()) && endsOutermost(function, left);
        return !endsLoop && take(function, taken);
    }

    /** {@return whether a loop does not repeat without an edge, and is in none that does} */
    private static boolean endsOutermost(Function function, Edge left) {
        List<Loop> loops = Loop.of(function);
        List<Loop> repeating =
                loops.stream().filter(loop -> repeats(loop, left)).toList();
        return loops.stream()
                .filter(loop -> !repeating.contains(loop) && repeats(loop, null))
                .anyMatch(loop -> repeating.stream().noneMatch(outer -> outer.contains(loop.header())));
    }

    /** {@return whether an iteration gets back to the header of its loop without an edge} */
    private static boolean repeats(Loop loop, @Nullable Edge without) {
        Set<Block> reached = Reach.from(loop.header(), loop::contains, edge -> !edge.equals(without));
        return loop.backEdges().stream()
                .anyMatch(edge ->
                        !edge.equals(without) && reached.contains(edge.source().block()));
    }

    private static boolean take(Function function, Edge taken) {
        Instr end = taken.source();
        new Builder(function).before(end).jump(taken.target(), List.copyOf(taken.arguments()));
        end.remove();
        return true;
    }

    static boolean removeUnreachable(Function function) {
        List<Block> reachable = ReversePostorder.of(function);
        if (reachable.size() == function.blocks().size()) {
            return false;
        }
        List<Block> dead = new ArrayList<>(function.blocks());
        dead.removeAll(new HashSet<>(reachable));
        function.removeBlocks(dead);
        return true;
    }

    private static boolean joinBlocks(Function function) {
        boolean changed = false;
        for (Block block : List.copyOf(function.blocks())) {
            while (function.blocks().contains(block) && joinWithNext(function, block)) {
                changed = true;
            }
        }
        return changed;
    }

    /** Appends a block's only successor to it if that has no other predecessor. */
    private static boolean joinWithNext(Function function, Block block) {
        Instr end = block.terminator();
        if (!(end.op() instanceof Op.Jump)) {
            return false;
        }
        Edge edge = end.edges().getFirst();
        Block next = edge.target();
        if (next == block || next == function.entry() || next.incoming().size() != 1) {
            return false;
        }
        for (int i = 0; i < next.params().size(); i++) {
            next.params().get(i).replaceAllUsesWith(edge.arguments().get(i));
        }
        end.remove();
        next.moveInstrsTo(block);
        function.removeBlocks(List.of(next));
        return true;
    }
}
