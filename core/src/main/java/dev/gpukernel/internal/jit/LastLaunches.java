package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which loops of a kernel are the last that is done with its arrays, whenever the host launches them. */
final class LastLaunches {
    private LastLaunches() {}

    /** {@return the functions that are launched} */
    static Set<Function> of(Function host) {
        Set<Function> last = new HashSet<>();
        Set<Function> others = new HashSet<>();
        for (Block block : host.blocks()) {
            List<Instr> instrs = block.instrs();
            for (int i = 0; i < instrs.size(); i++) {
                if (instrs.get(i).op() instanceof Op.Launch(Function launched, int _)) {
                    boolean isLast =
                            instrs.subList(i + 1, instrs.size()).stream().noneMatch(LastLaunches::usesArrays)
                                    && !leadsToUse(block);
                    (isLast ? last : others).add(launched);
                }
            }
        }
        last.removeAll(others);
        return last;
    }

    private static boolean leadsToUse(Block from) {
        Set<Block> seen = new HashSet<>();
        Deque<Block> work = new ArrayDeque<>(from.successors());
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (seen.add(block)) {
                if (block.instrs().stream().anyMatch(LastLaunches::usesArrays)) {
                    return true;
                }
                work.addAll(block.successors());
            }
        }
        return false;
    }

    private static boolean usesArrays(Instr instr) {
        return switch (instr.op()) {
            case Op.Launch _, Op.Load _, Op.Store _, Op.Atomic _, Op.Invoke _, Op.MakeArray _ -> true;
            default -> false;
        };
    }
}
