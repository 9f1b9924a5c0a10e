package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Removes instructions and block parameters that no effect needs. Values are live that an instruction with an effect uses, and
 * those that they are computed from; the rest, cycles around loops included, goes.
 */
public final class DeadCodeElimination implements Pass {
    @Override
    public boolean run(Function function) {
        BitSet live = live(function);
        List<BlockParam> deadParams = new ArrayList<>();
        List<Instr> deadInstrs = new ArrayList<>();
        for (Block block : function.blocks()) {
            for (BlockParam param : block.params()) {
                if (!live.get(param.id()) && block != function.entry()) {
                    deadParams.add(param);
                }
            }
            for (Instr instr : block.instrs()) {
                if (!live.get(instr.id()) && !isRoot(instr)) {
                    deadInstrs.add(instr);
                }
            }
        }
        for (BlockParam param : deadParams) {
            param.block().removeParam(param);
        }
        function.removeInstrs(deadInstrs);
        return !deadParams.isEmpty() || !deadInstrs.isEmpty();
    }

    private static boolean isRoot(Instr instr) {
        Effect effect = instr.op().effect();
        return effect != Effect.NONE && effect != Effect.READ && effect != Effect.ALLOCATE;
    }

    private static BitSet live(Function function) {
        List<Value> needed = new ArrayList<>();
        for (Block block : function.blocks()) {
            for (Instr instr : block.instrs()) {
                if (isRoot(instr)) {
                    needed.addAll(instr.operands());
                }
            }
        }
        return Dependent.sources(needed);
    }
}
