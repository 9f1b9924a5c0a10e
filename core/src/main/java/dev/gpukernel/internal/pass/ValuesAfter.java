package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is used of a loop's values after it: by instructions that are only reached once the loop has ended, and as arguments of the edge by
 * which it is left. What it does before it throws belongs to the loop.
 */
final class ValuesAfter {
    private final CountedLoop counted;
    private final Set<Block> inside;
    private final Dominators dominators;
    private final List<Value> arguments;

    ValuesAfter(CountedLoop counted) {
        this.counted = counted;
        this.inside = LoopExits.withThrowing(counted.loop());
        this.dominators = Dominators.of(counted.loop().header().function());
        this.arguments = new ArrayList<>(counted.exit().arguments());
    }

    boolean isUsed(Value value) {
        return arguments.contains(value) || value.users().stream().anyMatch(this::isAfter);
    }

    private boolean isAfter(Instr user) {
        // Code that nothing leads to may not be removed yet.
        return !inside.contains(user.block()) && dominators.isReachable(user.block());
    }

    /** {@return what is used of the variable and of what the header computes} */
    List<Value> ofHeader() {
        List<Value> values = new ArrayList<>(List.of(counted.variable()));
        values.addAll(counted.loop().header().instrs());
        values.removeIf(value -> !isUsed(value));
        return values;
    }

    /** Lets another value be used after the loop. The edge passes it once it is retargeted. */
    void replace(Value value, Value other) {
        arguments.replaceAll(argument -> argument == value ? other : argument);
        value.users().stream().filter(this::isAfter).toList().forEach(user -> user.replaceUses(value, other));
    }

    /** Lets an edge lead where the loop's exit leads, with what was replaced. */
    void leadThere(Edge edge) {
        edge.retarget(counted.exit().target(), arguments);
    }
}
