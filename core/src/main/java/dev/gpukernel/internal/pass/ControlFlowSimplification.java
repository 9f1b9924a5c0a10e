package dev.gpukernel.internal.pass;

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
            Constant condition = ConstantFolding.constant(end.operand(0));
            Edge whenTrue = end.edges().get(0);
            Edge whenFalse = end.edges().get(1);
            boolean same = whenTrue.target() == whenFalse.target()
                    && whenTrue.arguments().equals(whenFalse.arguments());
            if (condition != null || same) {
                Edge taken = condition != null && condition.bits() == 0 ? whenFalse : whenTrue;
                new Builder(function).before(end).jump(taken.target(), List.copyOf(taken.arguments()));
                end.remove();
                changed = true;
            }
        }
        return changed;
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
