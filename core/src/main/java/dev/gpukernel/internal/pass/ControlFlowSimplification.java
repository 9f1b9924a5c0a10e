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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
                changed |= !endsLoop(function, branch, holds(branch)) && take(function, taken(branch));
            }
            throwing = throwing(open);
        }
        for (Instr branch : open) {
            changed |= take(function, taken(branch));
        }
        return changed;
    }

    private static List<Instr> throwing(List<Instr> branches) {
        return branches.stream()
                .filter(branch -> !LoopExits.reachesReturn(taken(branch).target()))
                .toList();
    }

    private static Edge taken(Instr branch) {
        return branch.edges().get(holds(branch) ? 0 : 1);
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
        boolean endsLoop = !LoopExits.reachesReturn(taken.target()) && endsLoop(function, branch, holds);
        return !endsLoop && take(function, taken);
    }

    /** {@return whether a loop would end in its first iteration if a branch that leads to an exception always did} */
    private static boolean endsLoop(Function function, Instr branch, boolean holds) {
        return endsOutermost(function, branch.edges().get(holds ? 1 : 0));
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

    /**
     * Removes a loop that is not entered any more, and what only that led to.
     *
     * @param headers those of all loops that it may lead to, copies too
     */
    static void removeLoop(Function function, Loop loop, Set<Block> headers) {
        Set<Block> dead = new LinkedHashSet<>(loop.blocks());
        Deque<Block> waiting = new ArrayDeque<>(dead);
        while (!waiting.isEmpty()) {
            for (Block next : waiting.pop().successors()) {
                boolean isLeft = !dead.contains(next)
                        && next.incoming().stream()
                                .allMatch(edge -> dead.contains(edge.source().block()));
                if (isLeft) {
                    dead.add(next);
                    waiting.add(next);
                }
            }
        }
        boolean mayBeMore = dead.stream()
                .flatMap(block -> block.successors().stream())
                .anyMatch(next -> !dead.contains(next) && headers.contains(next));
        if (mayBeMore) {
            // Of a loop that only it led to, each iteration still leads to the next, and uses what is computed here.
            removeUnreachable(function);
        } else {
            function.removeBlocks(dead);
        }
    }

    private static boolean joinBlocks(Function function) {
        Set<Block> joined = new HashSet<>();
        for (Block block : function.blocks()) {
            Block next = joined.contains(block) ? null : joinWithNext(function, block);
            while (next != null) {
                joined.add(next);
                next = joinWithNext(function, block);
            }
        }
        function.removeBlocks(joined);
        return !joined.isEmpty();
    }

    /** Appends a block's only successor to it if that has no other predecessor; {@return the successor, which is empty then, or null} */
    private static @Nullable Block joinWithNext(Function function, Block block) {
        Instr end = block.terminator();
        if (!(end.op() instanceof Op.Jump)) {
            return null;
        }
        Edge edge = end.edges().getFirst();
        Block next = edge.target();
        if (next == block || next == function.entry() || next.incoming().size() != 1) {
            return null;
        }
        for (int i = 0; i < next.params().size(); i++) {
            next.params().get(i).replaceAllUsesWith(edge.arguments().get(i));
        }
        end.remove();
        next.moveInstrsTo(block);
        return next;
    }
}
