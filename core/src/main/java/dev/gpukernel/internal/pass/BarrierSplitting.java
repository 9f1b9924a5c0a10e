package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Barriers;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import java.util.List;

/** Gives each instruction that waits for other threads a block of its own, for code that runs the threads of a block in turn. */
public final class BarrierSplitting implements Pass {
    @Override
    public boolean run(Function function) {
        boolean changed = false;
        for (Block block : List.copyOf(function.blocks())) {
            for (Instr instr : List.copyOf(block.instrs())) {
                if (Barriers.isBarrier(instr) && Barriers.of(instr.block()) == null) {
                    isolate(instr);
                    changed = true;
                }
            }
        }
        return changed;
    }

    private static void isolate(Instr barrier) {
        Function function = barrier.block().function();
        Block before = barrier.block();
        Block own = function.addBlock();
        Block after = function.addBlock();
        before.moveInstrsTo(barrier, own);
        own.moveInstrsTo(own.instrs().get(1), after);
        new Builder(function).atEnd(before).at(barrier.position()).jump(own, List.of());
        new Builder(function).atEnd(own).at(barrier.position()).jump(after, List.of());
    }
}
