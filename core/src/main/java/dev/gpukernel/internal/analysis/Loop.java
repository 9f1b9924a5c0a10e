package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A natural loop: a header that dominates all its blocks, and every block from which the header is reached again without
 * leaving.
 *
 * @param header the only block through which it is entered
 * @param blocks all its blocks, the header and those of inner loops included
 */
public record Loop(Block header, Set<Block> blocks) {
    /**
     * Finds the loops of a function.
     *
     * @param function the function
     * @return its loops, outer ones before those inside them
     */
    public static List<Loop> of(Function function) {
        Dominators dominators = Dominators.of(function);
        Map<Block, Set<Block>> found = new LinkedHashMap<>();
        for (Block header : dominators.order()) {
            for (Edge edge : header.incoming()) {
                Block latch = edge.source().block();
                if (dominators.isReachable(latch) && dominators.dominates(header, latch)) {
                    collect(header, latch, found.computeIfAbsent(header, key -> new LinkedHashSet<>(List.of(key))));
                }
            }
        }
        List<Loop> loops = new ArrayList<>();
        found.forEach((header, blocks) -> loops.add(new Loop(header, blocks)));
        return loops;
    }

    private static void collect(Block header, Block latch, Set<Block> blocks) {
        Deque<Block> work = new ArrayDeque<>(List.of(latch));
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (block != header && blocks.add(block)) {
                block.incoming().forEach(edge -> work.push(edge.source().block()));
            }
        }
    }

    public boolean contains(Block block) {
        return blocks.contains(block);
    }

    /** {@return the edges from inside to the header} */
    public List<Edge> backEdges() {
        return header.incoming().stream()
                .filter(edge -> contains(edge.source().block()))
                .toList();
    }

    /** {@return the edges from outside to the header} */
    public List<Edge> entryEdges() {
        return header.incoming().stream()
                .filter(edge -> !contains(edge.source().block()))
                .toList();
    }

    /** {@return the edges that leave it} */
    public List<Edge> exitEdges() {
        return blocks.stream()
                .flatMap(block -> block.terminator().edges().stream())
                .filter(edge -> !contains(edge.target()))
                .toList();
    }

    /** {@return whether a value is the same in every iteration: defined outside, or computed from such without effect} */
    public boolean isInvariant(Value value) {
        return !contains(value.block())
                || (value instanceof Instr instr
                        && instr.op().effect() == Effect.NONE
                        && instr.operands().stream().allMatch(this::isInvariant));
    }
}
