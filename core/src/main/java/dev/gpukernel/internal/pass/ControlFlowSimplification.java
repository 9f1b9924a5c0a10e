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
        List<Instr> known = new ArrayList<>();
        for (Block block : function.blocks()) {
            Instr end = block.terminator();
            if (!(end.op() instanceof Op.Branch)) {
                continue;
            }
            Edge whenTrue = end.edges().get(0);
            Edge whenFalse = end.edges().get(1);
            if (whenTrue.target() == whenFalse.target() && whenTrue.arguments().equals(whenFalse.arguments())) {
                changed |= take(function, whenTrue);
            } else if (end.operand(0).constant() != null) {
                known.add(end);
            }
        }
        return decide(function, known) || changed;
    }

    /** Of ways to the end of the function nothing more need be asked, so that all are taken at once. */
    private static boolean decide(Function function, List<Instr> known) {
        boolean changed = false;
        List<Instr> open = new ArrayList<>(known);
        List<Instr> throwing = throwing(open);
        while (!throwing.isEmpty()) {
            open.removeAll(throwing);
            for (Instr branch : throwing) {
                changed |= decide(function, branch, holds(branch));
            }
            throwing = throwing(open);
        }
        for (Instr branch : open) {
            changed |= take(function, branch.edges().get(holds(branch) ? 0 : 1));
        }
        return changed;
    }

    private static List<Instr> throwing(List<Instr> branches) {
        return branches.stream()
                .filter(branch -> !LoopExits.reachesReturn(
                        branch.edges().get(holds(branch) ? 0 : 1).target()))
                .toList();
    }

    private static boolean holds(Instr branch) {
        Constant condition = branch.operand(0).constant();
        return condition != null && condition.bits() != 0;
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
        if (!Reach.from(List.of(left.target()), _ -> true)
                .contains(left.source().block())) {
            return false;
        }
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
