package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a variable goes through an iteration of a loop: as a parameter of the header and, where control joins, of blocks inside.
 * Over some edges it is assigned, over all others it is passed on.
 */
final class Carried {
    private final Loop loop;
    private final BlockParam param;
    private final Map<Block, BlockParam> joins = new LinkedHashMap<>();
    private final Set<Edge> assignments = new LinkedHashSet<>();
    private final Set<Instr> readers = new LinkedHashSet<>();

    private Carried(Loop loop, BlockParam param) {
        this.loop = loop;
        this.param = param;
        joins.put(loop.header(), param);
    }

    /** {@return how a parameter of a loop's header goes through it, null if it becomes two variables} */
    static @Nullable Carried of(Loop loop, BlockParam param) {
        Carried carried = new Carried(loop, param);
        if (!carried.follow()) {
            return null;
        }
        carried.collectAssignments();
        return carried;
    }

    BlockParam param() {
        return param;
    }

    /** {@return the edges over which it is assigned} */
    Set<Edge> assignments() {
        return assignments;
    }

    /** {@return what is computed from it in the loop} */
    Set<Instr> readers() {
        return readers;
    }

    /** {@return what it is assigned over an edge, or goes on with} */
    Value argument(Edge edge) {
        return edge.arguments().get(place(edge));
    }

    /** {@return which of the arguments of an edge to where it joins it is} */
    int place(Edge edge) {
        return Objects.requireNonNull(joins.get(edge.target())).index();
    }

    private boolean follow() {
        Deque<BlockParam> work = new ArrayDeque<>(List.of(param));
        while (!work.isEmpty()) {
            BlockParam value = work.pop();
            for (Instr user : value.users()) {
                if (loop.contains(user.block())) {
                    if (user.operands().contains(value)) {
                        readers.add(user);
                    }
                } else if (value != param) {
                    return false;
                }
                for (Edge edge : user.edges()) {
                    if (!follow(value, edge, work)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private boolean follow(BlockParam value, Edge edge, Deque<BlockParam> work) {
        Block target = edge.target();
        for (int i = 0; i < edge.arguments().size(); i++) {
            if (edge.arguments().get(i) != value) {
                continue;
            }
            if (!loop.contains(target)) {
                if (value != param) {
                    return false;
                }
                continue;
            }
            BlockParam join = target.params().get(i);
            BlockParam known = joins.putIfAbsent(target, join);
            if (known == null) {
                work.push(join);
            } else if (known != join) {
                return false;
            }
        }
        return true;
    }

    private void collectAssignments() {
        for (Edge edge : edges()) {
            Value argument = argument(edge);
            if (!(argument instanceof BlockParam join) || joins.get(join.block()) != join) {
                assignments.add(edge);
            }
        }
    }

    /** {@return the edges inside the loop that lead to where it joins} */
    private List<Edge> edges() {
        return joins.keySet().stream()
                .flatMap(block -> block.incoming().stream())
                .filter(edge -> loop.contains(edge.source().block()))
                .toList();
    }

    /** {@return whether another variable is assigned and passed on over the same edges, from the same joins} */
    boolean isAlongside(Carried other) {
        return joins.keySet().equals(other.joins.keySet())
                && assignments.equals(other.assignments)
                && edges().stream()
                        .filter(edge -> !assignments.contains(edge))
                        .allMatch(edge ->
                                argument(edge).block() == other.argument(edge).block());
    }

    /**
     * Adds a variable that is assigned where this one is.
     *
     * @param type its type
     * @param start what it has before the loop
     * @param assigned what it is assigned, the same over all edges
     * @return the header's parameter
     */
    BlockParam addAlongside(ScalarType type, Value start, Value assigned) {
        Map<Block, BlockParam> added = new HashMap<>();
        joins.keySet().forEach(block -> added.put(block, block.addParam(type)));
        Set<Edge> inside = new HashSet<>(edges());
        for (Block block : joins.keySet()) {
            for (Edge edge : block.incoming()) {
                edge.addArgument(
                        !inside.contains(edge)
                                ? start
                                : assignments.contains(edge)
                                        ? assigned
                                        : Objects.requireNonNull(
                                                added.get(argument(edge).block())));
            }
        }
        return Objects.requireNonNull(added.get(loop.header()));
    }
}
