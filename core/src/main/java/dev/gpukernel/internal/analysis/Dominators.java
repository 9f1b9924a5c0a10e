package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dominator tree of a function's reachable blocks.
 *
 * <p>Algorithm: K. Cooper, T. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001.
 */
public final class Dominators {
    private final List<Block> order;
    private final int[] number;
    private final @Nullable Block[] immediate;
    private final int[] first;
    private final int[] last;

    private Dominators(Function function) {
        order = List.copyOf(ReversePostorder.of(function));
        number = new int[function.blockCount()];
        immediate = new Block[function.blockCount()];
        Arrays.fill(number, -1);
        for (int i = 0; i < order.size(); i++) {
            number[order.get(i).id()] = i;
        }
        first = new int[function.blockCount()];
        last = new int[function.blockCount()];
        for (int id = 0; id < first.length; id++) {
            // An unreachable block dominates itself alone.
            first[id] = order.size() + id;
            last[id] = order.size() + id;
        }
        compute(function.entry());
        numberTree(function.entry());
    }

    /**
     * Computes the tree.
     *
     * @param function the function
     * @return its dominator tree
     */
    public static Dominators of(Function function) {
        return function.ofFlow(Dominators.class, Dominators::new);
    }

    /** {@return the reachable blocks in reverse postorder} */
    public List<Block> order() {
        return order;
    }

    public boolean isReachable(Block block) {
        return number[block.id()] >= 0;
    }

    /** {@return the closest block that every way to this one passes, null for the entry} */
    public @Nullable Block immediate(Block block) {
        Block dominator = immediate[block.id()];
        return dominator == block ? null : dominator;
    }

    /** {@return whether every way to {@code block} passes {@code dominator}; a block dominates itself} */
    public boolean dominates(Block dominator, Block block) {
        return first[dominator.id()] <= first[block.id()] && last[block.id()] <= last[dominator.id()];
    }

    /** {@return the last block that all ways to some blocks go through, at least one of which is reachable} */
    public Block common(Collection<Block> blocks) {
        return blocks.stream().filter(this::isReachable).reduce(this::intersect).orElseThrow();
    }

    /** Numbers the tree in preorder: a block's descendants are those numbered from its first to its last. */
    private void numberTree(Block entry) {
        List<List<Block>> children = children();
        Deque<Block> work = new ArrayDeque<>(List.of(entry));
        List<Block> preorder = new ArrayList<>();
        while (!work.isEmpty()) {
            Block block = work.pop();
            first[block.id()] = preorder.size();
            last[block.id()] = preorder.size();
            preorder.add(block);
            for (Block child : children.get(block.id())) {
                work.push(child);
            }
        }
        for (Block block : preorder.reversed()) {
            Block parent = immediate(block);
            if (parent != null) {
                last[parent.id()] = Math.max(last[parent.id()], last[block.id()]);
            }
        }
    }

    /** {@return the blocks that have each block as their immediate dominator, by block id} */
    public List<List<Block>> children() {
        List<List<Block>> children = new ArrayList<>();
        for (int i = 0; i < immediate.length; i++) {
            children.add(new ArrayList<>());
        }
        for (Block block : order) {
            Block parent = immediate(block);
            if (parent != null) {
                children.get(parent.id()).add(block);
            }
        }
        return children;
    }

    private void compute(Block entry) {
        immediate[entry.id()] = entry;
        for (boolean changed = true; changed; ) {
            changed = false;
            for (Block block : order.subList(1, order.size())) {
                Block dominator = null;
                for (Edge edge : block.incoming()) {
                    Block predecessor = edge.source().block();
                    if (immediate[predecessor.id()] != null) {
                        dominator = dominator == null ? predecessor : intersect(predecessor, dominator);
                    }
                }
                if (dominator != immediate[block.id()]) {
                    immediate[block.id()] = dominator;
                    changed = true;
                }
            }
        }
    }

    private Block intersect(Block first, Block second) {
        Block a = first;
        Block b = second;
        while (a != b) {
            while (number[a.id()] > number[b.id()]) {
                a = up(a);
            }
            while (number[b.id()] > number[a.id()]) {
                b = up(b);
            }
        }
        return a;
    }

    private Block up(Block block) {
        Block dominator = immediate[block.id()];
        if (dominator == null) {
            throw new IllegalStateException(block + " is not reachable");
        }
        return dominator;
    }
}
