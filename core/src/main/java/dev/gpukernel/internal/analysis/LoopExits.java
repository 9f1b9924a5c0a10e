package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a loop is left: for what comes after it, or for an exception. From a block that leads to an exception alone, control never gets
 * to the end of the function. Where all that comes after a loop leads to one, as in {@code for (…) x[i] = 0; throw …}, the loop is left
 * for that by its test, and by what else leads there.
 */
public final class LoopExits {
    private LoopExits() {}

    /** {@return the edges by which a loop is left for what comes after it} */
    public static List<Edge> of(Loop loop) {
        List<Edge> exits = new ArrayList<>(loop.exitEdges());
        exits.removeIf(edge -> !reachesReturn(edge.target()));
        Edge tested = exits.isEmpty() ? test(loop) : null;
        if (tested != null) {
            // What comes after the test may also be reached by break.
            Set<Block> after = outside(loop, tested);
            for (Edge edge : loop.exitEdges()) {
                if (!Collections.disjoint(after, outside(loop, edge))) {
                    exits.add(edge);
                }
            }
        }
        return exits;
    }

    /** {@return what an edge that leaves a loop leads to without coming back to it} */
    private static Set<Block> outside(Loop loop, Edge exit) {
        return Reach.from(List.of(exit.target()), block -> !loop.contains(block));
    }

    /** {@return the edge by which the test at a loop's beginning, or at its end, leaves it} */
    private static @Nullable Edge test(Loop loop) {
        Edge first = LoopTest.exit(loop, loop.header().terminator());
        List<Edge> backs = loop.backEdges();
        return first != null || backs.size() != 1
                ? first
                : LoopTest.exit(loop, backs.getFirst().source());
    }

    /** {@return the edges by which a loop is left to throw} */
    public static List<Edge> throwingEdges(Loop loop) {
        List<Edge> edges = new ArrayList<>(loop.exitEdges());
        edges.removeAll(new HashSet<>(of(loop)));
        return edges;
    }

    /** {@return the first blocks of what a loop is left for to throw} */
    public static Set<Block> throwing(Loop loop) {
        return throwingEdges(loop).stream().map(Edge::target).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** {@return the blocks of a loop, and those that lead from it to an exception: all others are before or after it} */
    public static Set<Block> withThrowing(Loop loop) {
        Set<Block> blocks = new LinkedHashSet<>(loop.blocks());
        Set<Block> throwing = throwing(loop);
        if (!throwing.isEmpty()) {
            blocks.addAll(ReversePostorder.of(List.copyOf(throwing)));
        }
        return blocks;
    }

    /** {@return whether control may get from a block to the end of the function} */
    public static boolean reachesReturn(Block from) {
        return from.function().ofFlow(Returning.class, Returning::new).blocks.get(from.id());
    }

    /** The blocks from which control may get to the end of a function, by their ids. */
    private static final class Returning {
        private final BitSet blocks = new BitSet();

        Returning(Function function) {
            Deque<Block> waiting = new ArrayDeque<>();
            for (Block block : function.blocks()) {
                if (block.isTerminated() && block.terminator().op() instanceof Op.Return) {
                    blocks.set(block.id());
                    waiting.add(block);
                }
            }
            while (!waiting.isEmpty()) {
                for (Edge edge : waiting.pop().incoming()) {
                    Block before = edge.source().block();
                    if (!blocks.get(before.id())) {
                        blocks.set(before.id());
                        waiting.push(before);
                    }
                }
            }
        }
    }
}
