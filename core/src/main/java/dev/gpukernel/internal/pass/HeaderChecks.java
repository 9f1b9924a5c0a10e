package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.List;

/**
 * Checks an index before a loop whose test would check it in each iteration anew, as {@code j < a[i].length} does: what the test reads
 * then does not change in the loop, for all to see. The test is the first that a loop does, and done at least once.
 */
final class HeaderChecks implements Pass {
    @Override
    public boolean run(Function function) {
        if (!checksRows(function)) {
            return false;
        }
        boolean changed = false;
        for (Loop loop : Loop.of(function)) {
            if (hasUnchangingCheck(loop)) {
                changed |= LoopForm.addPreheader(function, loop) != null;
            }
        }
        for (Loop loop : Loop.of(function)) {
            if (hasUnchangingCheck(loop) && loop.entryEdges().size() == 1) {
                changed |= move(loop, loop.entryEdges().getFirst().source());
            }
        }
        return changed;
    }

    /** {@return whether there are rows, whose number is no length of an array} Others' tests check nothing that does not change. */
    private static boolean checksRows(Function function) {
        for (Block block : function.blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr.op() instanceof Op.IndexCheck
                        && !(instr.operand(1) instanceof Instr length && length.op() instanceof Op.Length)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** {@return whether the test does nothing but compute, and checks an index} */
    private static boolean hasUnchangingCheck(Loop loop) {
        return loop.header().instrs().stream().anyMatch(instr -> isUnchangingCheck(loop, instr))
                && loop.header().instrs().stream()
                        .allMatch(instr -> instr.op().effect() == Effect.NONE
                                || instr.op() instanceof Op.IndexCheck
                                || instr.isTerminator());
    }

    private static boolean isUnchangingCheck(Loop loop, Instr instr) {
        return instr.op() instanceof Op.IndexCheck
                && instr.operands().stream().noneMatch(operand -> loop.contains(operand.block()));
    }

    private static boolean move(Loop loop, Instr entry) {
        if (!(entry.op() instanceof Op.Jump)) {
            return false;
        }
        boolean moved = false;
        for (Instr instr : List.copyOf(loop.header().instrs())) {
            if (isUnchangingCheck(loop, instr)) {
                instr.moveBefore(entry);
                moved = true;
            } else if (instr.op().effect() != Effect.NONE) {
                // Java's order of exceptions.
                return moved;
            }
        }
        return moved;
    }
}
