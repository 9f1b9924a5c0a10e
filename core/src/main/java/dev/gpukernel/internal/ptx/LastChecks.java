package dev.gpukernel.internal.ptx;

import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks after which a thread only ends. Where ptxas (CUDA 13.0, optimising) can show one of them to pass, as its index was loaded and
 * checked before, it takes the branches before it and the end of the thread for one instruction, and gets their condition wrong: threads
 * that should end report a fault. An instruction that has an effect, before the end, keeps it from that.
 */
final class LastChecks {
    /** Counts an event for profilers that ask for it; no result, no memory. */
    static final String EFFECT = "pmevent 0;";

    private LastChecks() {}

    /** {@return whether a function has some} */
    static boolean areIn(Function function) {
        Set<Block> beforeWrites = new HashSet<>();
        Set<Block> beforeEnds = new HashSet<>();
        for (Block block : function.blocks()) {
            if (block.instrs().stream().anyMatch(instr -> instr.op().effect().mayWrite())) {
                beforeWrites.addAll(Reach.before(block, other -> !beforeWrites.contains(other)));
            }
            if (block.terminator().op() instanceof Op.Return) {
                beforeEnds.add(block);
                beforeEnds.addAll(Reach.before(block, other -> !beforeEnds.contains(other)));
            }
        }
        return beforeEnds.stream()
                .filter(block -> !beforeWrites.contains(block))
                .anyMatch(block -> mayFaultAtTheEnd(block) || !beforeEnds.containsAll(block.successors()));
    }

    private static boolean mayFaultAtTheEnd(Block block) {
        List<Instr> fromTheEnd = block.instrs().reversed();
        return fromTheEnd.stream()
                .takeWhile(instr -> !instr.op().effect().mayWrite())
                .anyMatch(instr -> instr.op().mayFault());
    }
}
