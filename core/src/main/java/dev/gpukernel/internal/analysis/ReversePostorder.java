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
        record Visit(Block block, Iterator<Edge> rest) {}
        boolean[] seen = new boolean[function.blockCount()];
        List<Block> order = new ArrayList<>();
        Deque<Visit> stack = new ArrayDeque<>();
        seen[function.entry().id()] = true;
        stack.push(new Visit(
                function.entry(),
                function.entry().terminator().edges().reversed().iterator()));
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
