package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;

/**
 * Computes a choice once: a region from a branch to where its ways join again, which repeats one that dominates it, becomes a jump
 * to its join with what the first region resulted in. This is what {@link ValueNumbering} does, for values that take a branch: the
 * two {@code dist(p, i)} in {@code if (dist(p, i) < best) best = dist(p, i)}, where {@code dist} has an {@code if} inside.
 *
 * <p>Algorithm: two branches on the same condition are the starts of two regions, which are walked side by side. A block is entered
 * once all edges to it are, so that loops are left alone. The regions are the same if
 *
 * <ul>
 *   <li>they branch on equal conditions to equal blocks, up to their joins, and neither returns or throws;
 *   <li>the second one only computes, loads, and makes checks that the first one has made on the same way;
 *   <li>its join gets equal arguments on all ways, or arguments equal to those for a parameter of the first join;
 *   <li>control gets to it only through the first join;
 *   <li>nothing changes what they load between the first branch and the second.
 * </ul>
 *
 * <p>Values are equal if they are the same, or do the same operation on equal values.
 */
public final class CommonRegionElimination implements Pass {
    /** Most regions that one is compared with, the last ones before it. */
    private static final int MOST_COMPARED = 32;

    @Override
    public boolean run(Function function) {
        boolean changed = false;
        // The condition of one region may be the result of another.
        while (eliminateAll(function)) {
            new ControlFlowSimplification().run(function);
            new ValueNumbering().run(function);
            changed = true;
        }
        return changed;
    }

    private static boolean eliminateAll(Function function) {
        if (function.blocks().stream().noneMatch(CommonRegionElimination::sharesCondition)) {
            return false;
        }
        Dominators dominators = Dominators.of(function);
        WrittenSpaces written = WrittenSpaces.of(function);
        boolean changed = false;
        // Outer regions come before those in them, which go with them.
        for (Block block : dominators.order()) {
            if (block.isTerminated() && sharesCondition(block) && eliminate(block.terminator(), dominators, written)) {
                ControlFlowSimplification.removeUnreachable(function);
                changed = true;
            }
        }
        return changed;
    }

    /** {@return whether a block ends with a branch whose condition decides another branch, too} */
    private static boolean sharesCondition(Block block) {
        Instr end = block.terminator();
        return end.op() instanceof Op.Branch
                && end.operand(0).users().stream().anyMatch(user -> user != end && user.op() instanceof Op.Branch);
    }

    private static boolean eliminate(Instr second, Dominators dominators, WrittenSpaces written) {
        int compared = 0;
        Block block = dominators.immediate(second.block());
        while (block != null && compared < MOST_COMPARED) {
            Instr first = block.terminator();
            if (first.op() instanceof Op.Branch && first.operand(0) == second.operand(0)) {
                if (new RegionComparison(dominators, written, first, second).eliminate()) {
                    return true;
                }
                compared++;
            }
            block = dominators.immediate(block);
        }
        return false;
    }
}
