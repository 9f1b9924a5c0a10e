package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.List;

/** Computes behind a loop, once more, what its header computes of its variables and is used there: the {@code i + 1} of {@code i++ < n}. */
final class ExitValues {
    private ExitValues() {}

    /**
     * Does so.
     *
     * @param function the function
     * @param loop a loop
     * @param exit the edge from its header by which it is left
     * @return whether there was any such value
     */
    static boolean compute(Function function, Loop loop, Edge exit) {
        List<Instr> used = loop.header().instrs().stream()
                .filter(instr -> instr.op().effect() == Effect.NONE
                        && !loop.isInvariant(instr)
                        && (exit.arguments().contains(instr)
                                || instr.users().stream().anyMatch(user -> !loop.contains(user.block()))))
                .toList();
        if (used.isEmpty()) {
            return false;
        }
        Block behind = LoopForm.split(function, exit);
        Dominators dominators = Dominators.of(function);
        HostValues values = new HostValues(new Builder(function).before(behind.terminator()), loop);
        for (Instr instr : used) {
            Value again = values.before(instr);
            again.setName(instr.name());
            for (Instr user : List.copyOf(instr.users())) {
                if (!loop.contains(user.block()) && dominators.dominates(behind, user.block()) && user != again) {
                    user.replaceUses(instr, again);
                }
            }
        }
        return true;
    }
}
