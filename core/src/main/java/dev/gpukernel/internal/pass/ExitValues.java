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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes behind a loop, once more, what its header computes of its variables and is used there: the {@code i + 1} of {@code i++ < n}. */
final class ExitValues {
    private final Loop loop;
    private final Builder builder;
    private final Map<Value, Value> made = new HashMap<>();

    private ExitValues(Loop loop, Builder builder) {
        this.loop = loop;
        this.builder = builder;
    }

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
        Block behind = split(function, exit);
        Dominators dominators = Dominators.of(function);
        ExitValues values = new ExitValues(loop, new Builder(function).before(behind.terminator()));
        for (Instr instr : used) {
            Value again = values.again(instr);
            for (Instr user : List.copyOf(instr.users())) {
                if (!loop.contains(user.block()) && dominators.dominates(behind, user.block()) && user != again) {
                    user.replaceUses(instr, again);
                }
            }
        }
        return true;
    }

    /** Puts a block on an edge; {@return the block} */
    static Block split(Function function, Edge edge) {
        Block between = function.addBlock();
        new Builder(function)
                .atEnd(between)
                .at(edge.source().position())
                .jump(edge.target(), List.copyOf(edge.arguments()));
        edge.retarget(between, List.of());
        return between;
    }

    private Value again(Value value) {
        if (!(value instanceof Instr instr) || !loop.contains(value.block())) {
            return value;
        }
        Value known = made.get(value);
        if (known == null) {
            known = builder.emit(
                    instr.op(), instr.operands().stream().map(this::again).toList());
            known.setName(instr.name());
            made.put(value, known);
        }
        return known;
    }
}
