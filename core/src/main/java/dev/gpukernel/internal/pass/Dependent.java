package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** What values are computed from, and what is computed from them, by operations or by way of block parameters: as data, not by control. */
public final class Dependent {
    private Dependent() {}

    /** {@return whether a value is computed from another one} */
    static boolean on(Value value, Value other) {
        return sources(List.of(value)).get(other.id());
    }

    /** {@return the ids of some values of a function and of all that they are computed from} */
    static BitSet sources(Collection<? extends Value> values) {
        BitSet known = new BitSet();
        Deque<Value> work = new ArrayDeque<>(values);
        while (!work.isEmpty()) {
            Value value = work.pop();
            if (known.get(value.id())) {
                continue;
            }
            known.set(value.id());
            switch (value) {
                case Instr instr -> work.addAll(instr.operands());
                case BlockParam param -> {
                    for (Edge edge : param.block().incoming()) {
                        work.add(edge.arguments().get(param.index()));
                    }
                }
            }
        }
        return known;
    }

    /**
     * Follows values on.
     *
     * @param counts whether a use of one counts
     * @param passes whether an edge passes on what is among its arguments
     * @return the values, and all that is computed from them
     */
    public static Set<Value> results(
            Collection<? extends Value> values, Predicate<Instr> counts, Predicate<Edge> passes) {
        Set<Value> known = new HashSet<>();
        Deque<Value> work = new ArrayDeque<>(values);
        while (!work.isEmpty()) {
            Value value = work.pop();
            if (known.add(value)) {
                for (Instr user : value.users()) {
                    if (counts.test(user)) {
                        work.add(user);
                        user.edges().stream().filter(passes).forEach(edge -> addPassed(value, edge, work));
                    }
                }
            }
        }
        return known;
    }

    private static void addPassed(Value value, Edge edge, Deque<Value> work) {
        for (BlockParam param : edge.target().params()) {
            if (edge.arguments().get(param.index()) == value) {
                work.add(param);
            }
        }
    }
}
