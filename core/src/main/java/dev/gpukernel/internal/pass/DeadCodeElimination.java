package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
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
        BitSet live = new BitSet();
        Deque<Value> work = new ArrayDeque<>();
        for (Block block : function.blocks()) {
            for (Instr instr : block.instrs()) {
                if (isRoot(instr)) {
                    work.addAll(instr.operands());
                }
            }
        }
        while (!work.isEmpty()) {
            Value value = work.pop();
            if (live.get(value.id())) {
                continue;
            }
            live.set(value.id());
            switch (value) {
                case Instr instr -> work.addAll(instr.operands());
                case BlockParam param -> {
                    for (Edge edge : param.block().incoming()) {
                        work.add(edge.arguments().get(param.index()));
                    }
                }
            }
        }
        return live;
    }
}
