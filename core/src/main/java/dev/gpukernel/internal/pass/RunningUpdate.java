package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The only operation of an iteration that reads a running value, where each iteration makes it: what it gives is what comes after. */
final class RunningUpdate {
    private RunningUpdate() {}

    /**
     * Finds it.
     *
     * @param iteration code of one iteration
     * @param own how many of its parameters are not carried
     * @param running the running value
     * @param guard the branch that asks whether there is an iteration
     * @return the operation, {@code null} if the running value is read elsewhere, too, or not always changed by one operation that is done
     *     once
     */
    static @Nullable Instr of(Function iteration, int own, Scans.Running running, @Nullable Instr guard) {
        BlockParam param = iteration.params().get(own + running.place());
        List<Instr> readers =
                param.users().stream().filter(user -> user != guard).distinct().toList();
        if (guard == null || readers.size() != 1 || readers.getFirst().isTerminator()) {
            return null;
        }
        Instr update = readers.getFirst();
        if (Loop.of(iteration).stream().anyMatch(loop -> loop.contains(update.block()))) {
            return null;
        }
        Set<Value> results = new HashSet<>();
        for (Block block : iteration.blocks()) {
            Instr end = block.terminator();
            if (end.op() instanceof Op.Return) {
                collect(end.operand(running.place()), guard, results, new HashSet<>());
            }
        }
        return results.equals(Set.of(update)) ? update : null;
    }

    /** {@return whether what an operation gives may decide what an iteration throws, or where it goes on} */
    static boolean decides(Instr update) {
        return Dependent.results(List.of(update), _ -> true, _ -> true).stream()
                .anyMatch(value -> value instanceof Instr user
                        && (user.op().mayFault() || user.edges().size() > 1 || user.op() instanceof Op.Throw));
    }

    /** Collects what a value may be where there is an iteration. */
    private static void collect(Value value, Instr guard, Set<Value> results, Set<Value> seen) {
        if (!seen.add(value)) {
            return;
        }
        if (!(value instanceof BlockParam param)
                || param.block() == param.block().function().entry()) {
            results.add(value);
            return;
        }
        for (Edge edge : param.block().incoming()) {
            if (edge.source() != guard) {
                collect(edge.arguments().get(param.index()), guard, results, seen);
            }
        }
    }
}
