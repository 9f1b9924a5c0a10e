package dev.gpukernel.internal.analysis;

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
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What a loop's tests say where constants decide it. Found by running the loop's counters and tests, so any test and any step will do,
 * and an int that wraps around does so here too. Where values are known before the loop only, {@link CountedLoop} tells how often it runs.
 */
public final class TripCount {
    /** Longest chain of operations from a counter to a test. */
    private static final int DEPTH = 12;

    private final Loop loop;
    private Map<Value, Constant> counters = new HashMap<>();

    private TripCount(Loop loop) {
        this.loop = loop;
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
        return new TripCount(loop).count(tests(loop, dominators), most);
    }

    /**
     * Tells whether a loop has few iterations, if not how many, as {@code for (k = 0; k < (x & 7); k++)} has.
     *
     * @param loop the loop
     * @param dominators of its function
     * @param most how many are few
     * @return whether a test ends the loop after no more than that, whatever values are that no constant decides
     */
    public static boolean isAtMost(Loop loop, Dominators dominators, int most) {
        return new TripCount(loop).ends(tests(loop, dominators), most);
    }

    /** {@return the edges by which tests leave a loop that each of its iterations comes to} */
    private static List<Edge> tests(Loop loop, Dominators dominators) {
        List<Edge> back = loop.backEdges();
        return loop.exitEdges().stream()
                .filter(exit -> exit.source().op() instanceof Op.Branch)
                .filter(exit -> back.stream()
                        .allMatch(edge -> dominators.dominates(
                                exit.source().block(), edge.source().block())))
                .toList();
    }

    /** {@return the edge by which the first iteration leaves the header, if it is known} */
    public static Optional<Edge> first(Loop loop) {
        Instr branch = loop.header().terminator();
        if (!(branch.op() instanceof Op.Branch)) {
            return Optional.empty();
        }
        TripCount start = new TripCount(loop);
        start.counters = start.counters(loop.entryEdges());
        return Optional.ofNullable(start.taken(branch));
    }

    /** {@return the edge that a branch takes with what is known of the counters, null if that does not tell} */
    private @Nullable Edge taken(Instr branch) {
        Constant condition = evaluate(branch.operand(0), DEPTH);
        return condition == null ? null : branch.edges().get(condition.bits() != 0 ? 0 : 1);
    }

    private OptionalInt count(List<Edge> exits, int most) {
        counters = counters(loop.entryEdges());
        for (int trips = 0; trips <= most && !counters.isEmpty(); trips++) {
            boolean known = false;
            for (Edge exit : exits) {
                Edge taken = taken(exit.source());
                known |= taken != null;
                if (taken == exit) {
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

    private boolean ends(List<Edge> exits, int most) {
        counters = counters(loop.entryEdges());
        for (int trips = 0; trips <= most && !counters.isEmpty(); trips++) {
            if (exits.stream().anyMatch(this::isTaken)) {
                return true;
            }
            counters = counters(loop.backEdges());
        }
        return false;
    }

    /** {@return whether a branch takes an edge, whatever values are of which only a range is known} */
    private boolean isTaken(Edge edge) {
        Instr branch = edge.source();
        Map<Value, Interval> known = new HashMap<>();
        counters.forEach((counter, constant) -> {
            if (!constant.type().isFloating()) {
                known.put(counter, Interval.point(constant.bits()));
            }
        });
        Interval condition = Interval.of(branch.operand(0), known);
        return condition.isPoint() && branch.edges().get(condition.low() != 0 ? 0 : 1) == edge;
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
