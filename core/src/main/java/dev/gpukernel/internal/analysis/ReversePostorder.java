package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The blocks that control can reach, each before those it leads to but for the back edges of loops. */
public final class ReversePostorder {
    private ReversePostorder() {}

    /**
     * Orders the blocks of a function.
     *
     * @param function the function
     * @return its reachable blocks, the entry first
     */
    public static List<Block> of(Function function) {
        return of(function.entry());
    }

    /**
     * Orders the blocks that can be reached from one.
     *
     * @param from a block
     * @return it and the blocks that it leads to
     */
    public static List<Block> of(Block from) {
        return of(List.of(from));
    }

    /**
     * Orders the blocks that can be reached from some.
     *
     * @param from blocks of one function, at least one
     * @return they and the blocks that they lead to
     */
    public static List<Block> of(List<Block> from) {
        boolean[] seen = new boolean[from.getFirst().function().blockCount()];
        List<Block> order = new ArrayList<>();
        for (Block block : from.reversed()) {
            if (!seen[block.id()]) {
                follow(block, seen, order);
            }
        }
        Collections.reverse(order);
        return order;
    }

    /** Adds a block and all that it leads to and that was not seen yet, each behind what it leads to. */
    private static void follow(Block from, boolean[] seen, List<Block> order) {
        record Visit(Block block, Iterator<Edge> rest) {}
        Deque<Visit> stack = new ArrayDeque<>();
        seen[from.id()] = true;
        stack.push(new Visit(from, from.terminator().edges().reversed().iterator()));
        while (!stack.isEmpty()) {
            Visit top = stack.getFirst();
            if (!top.rest.hasNext()) {
                order.add(top.block);
                stack.pop();
                continue;
            }
            Block next = top.rest.next().target();
            if (!seen[next.id()]) {
                seen[next.id()] = true;
                stack.push(new Visit(next, next.terminator().edges().reversed().iterator()));
            }
        }
    }
}
