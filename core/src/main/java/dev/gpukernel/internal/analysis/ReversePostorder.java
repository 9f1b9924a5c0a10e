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
        record Visit(Block block, Iterator<Edge> rest) {}
        boolean[] seen = new boolean[from.function().blockCount()];
        List<Block> order = new ArrayList<>();
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
        Collections.reverse(order);
        return order;
    }
}
