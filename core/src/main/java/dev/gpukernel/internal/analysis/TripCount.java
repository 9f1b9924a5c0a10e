package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * How often a loop runs at most, where constants decide it. Found by running the loop's counters and exit tests, so any test and
 * any step will do, and an int that wraps around does so here too.
 */
public final class TripCount {
    /** Longest chain of operations from a counter to a test. */
    private static final int DEPTH = 12;

    private final Loop loop;
    private final List<Edge> exits = new ArrayList<>();
    private Map<Value, Constant> counters = new HashMap<>();

    private TripCount(Loop loop, Dominators dominators) {
        this.loop = loop;
        List<Edge> back = loop.backEdges();
        for (Edge exit : loop.exitEdges()) {
            Block tested = exit.source().block();
            if (exit.source().op() instanceof Op.Branch
                    && back.stream().allMatch(e -> dominators.dominates(tested, e.source().block()))) {
                exits.add(exit);
            }
        }
    }

    /**
     * Counts.
     *
     * @param loop the loop
     * @param dominators of its function
     * @param most how far to count
     * @return how many times a test lets control go on before one ends the loop, if that is known and not more than {@code most};
     *     other ways out may end it earlier
     */
    public static OptionalInt of(Loop loop, Dominators dominators, int most) {
        return new TripCount(loop, dominators).count(most);
    }

    private OptionalInt count(int most) {
        counters = counters(loop.entryEdges());
        for (int trips = 0; trips <= most && !counters.isEmpty(); trips++) {
            boolean known = false;
            for (Edge exit : exits) {
                Constant condition = evaluate(exit.source().operand(0), DEPTH);
                known |= condition != null;
                if (condition != null && exit.source().edges().get(condition.bits() != 0 ? 0 : 1) == exit) {
                    return OptionalInt.of(trips);
                }
            }
            if (!known) {
                return OptionalInt.empty();
            }
            counters = counters(loop.backEdges());
        }
        return OptionalInt.empty();
    }

    /** {@return the header's parameters that receive the same constant over all of some edges} */
    private Map<Value, Constant> counters(List<Edge> edges) {
        Map<Value, Constant> known = new HashMap<>();
        List<BlockParam> params = loop.header().params();
        for (int i = 0; i < params.size(); i++) {
            Constant constant = evaluate(edges.getFirst().arguments().get(i), DEPTH);
            for (Edge edge : edges.subList(1, edges.size())) {
                Constant other = evaluate(edge.arguments().get(i), DEPTH);
                constant = constant != null && constant.equals(other) ? constant : null;
            }
            if (constant != null) {
                known.put(params.get(i), constant);
            }
        }
        return known;
    }

    private @Nullable Constant evaluate(Value value, int depth) {
        if (!(value instanceof Instr instr)) {
            return counters.get(value);
        }
        if (instr.op() instanceof Constant constant) {
            return constant;
        }
        if (depth == 0 || !loop.contains(instr.block())) {
            return null;
        }
        List<Constant> operands = new ArrayList<>();
        for (Value operand : instr.operands()) {
            Constant known = evaluate(operand, depth - 1);
            if (known == null) {
                return null;
            }
            operands.add(known);
        }
        return Evaluation.of(instr.op(), operands);
    }
}
