package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which branches of an iteration decide whether it leaves its loop. One whose ways meet again before anything leaves decides nothing,
 * unless a value that is needed comes from one way or the other. What stands on its ways need not be gone through.
 */
final class ExitControl {
    private final Loop loop;

    /** The blocks from which the loop can be left in the same iteration, each after one that leads to it. */
    private final List<Block> order;

    private final Map<Block, Integer> places = new HashMap<>();

    /** Of branches that do not decide, the block where their ways meet. */
    private final Map<Block, Block> meetings = new LinkedHashMap<>();

    /**
     * Looks at a loop.
     *
     * @param loop the loop
     * @param kept the blocks from which it can be left early in the same iteration
     */
    ExitControl(Loop loop, Set<Block> kept) {
        this.loop = loop;
        this.order = new ArrayList<>(LoopForm.order(loop));
        order.removeIf(block -> block == loop.header() || !kept.contains(block));
        for (Block block : order) {
            places.put(block, places.size());
        }
        findMeetings();
    }

    /** Each block is followed by those that all ways from it to the end of the iteration, or out of the loop, go through. */
    private void findMeetings() {
        List<BitSet> followed = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            BitSet all = new BitSet();
            all.set(0, order.size());
            followed.add(all);
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = order.size() - 1; i >= 0; i--) {
                BitSet next = followedBy(order.get(i), followed);
                next.set(i);
                changed |= !next.equals(followed.set(i, next));
            }
        }
        for (int i = 0; i < order.size(); i++) {
            BitSet after = followed.get(i);
            if (order.get(i).terminator().edges().size() > 1) {
                int nearest = after.cardinality() - 1;
                int from = i;
                after.stream()
                        .filter(place -> place != from && followed.get(place).cardinality() == nearest)
                        .findFirst()
                        .ifPresent(place -> meetings.put(order.get(from), order.get(place)));
            }
        }
    }

    private BitSet followedBy(Block block, List<BitSet> followed) {
        BitSet common = new BitSet();
        common.set(0, order.size());
        List<Edge> edges = block.terminator().edges();
        if (edges.isEmpty()) {
            common.clear();
        }
        for (Edge edge : edges) {
            Integer place = places.get(edge.target());
            if (place == null) {
                common.clear();
            } else {
                common.and(followed.get(place));
            }
        }
        return common;
    }

    /** Lets all branches decide, as the iteration's own arrays are looked at, which any way may change. */
    void keepAll() {
        meetings.clear();
    }

    /**
     * Lets those branches decide, too, on whose ways a value comes into being.
     *
     * @param needed the values
     * @return whether there are any
     */
    boolean decide(Collection<Value> needed) {
        return meetings.keySet().removeIf(branch -> isChosen(branch, needed));
    }

    /** {@return whether one of some values depends on which way a branch takes} */
    boolean isChosen(Collection<Value> needed) {
        return meetings.keySet().stream().anyMatch(branch -> isChosen(branch, needed));
    }

    private boolean isChosen(Block branch, Collection<Value> needed) {
        Set<Block> ways = ways(branch);
        return needed.stream().anyMatch(value -> value instanceof BlockParam param && ways.contains(param.block()));
    }

    /** {@return the blocks on the ways from a branch to where they meet, that one among them} */
    private Set<Block> ways(Block branch) {
        Block meeting = meetings.get(branch);
        Set<Block> ways = new HashSet<>();
        Deque<Block> work = new ArrayDeque<>(List.of(branch));
        while (!work.isEmpty()) {
            for (Edge edge : work.pop().terminator().edges()) {
                if (ways.add(edge.target()) && edge.target() != meeting) {
                    work.push(edge.target());
                }
            }
        }
        return ways;
    }

    /** {@return the blocks that are gone through whatever the other branches do} */
    Set<Block> passed() {
        Set<Block> passed = new HashSet<>();
        Deque<Block> work = new ArrayDeque<>();
        loop.header().terminator().edges().forEach(edge -> work.push(edge.target()));
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (places.containsKey(block) && passed.add(block)) {
                Block meeting = meetings.get(block);
                if (meeting != null) {
                    work.push(meeting);
                } else {
                    block.terminator().edges().forEach(edge -> work.push(edge.target()));
                }
            }
        }
        return passed;
    }

    /** {@return for each branch that does not decide, the edge with the shortest way to where its ways meet} */
    Map<Instr, Edge> shortest() {
        Map<Instr, Edge> shortest = new LinkedHashMap<>();
        meetings.forEach((branch, meeting) -> {
            Edge nearest = nearest(branch, meeting);
            if (nearest != null) {
                shortest.put(branch.terminator(), nearest);
            }
        });
        return shortest;
    }

    private static @Nullable Edge nearest(Block branch, Block meeting) {
        Map<Block, Edge> first = new HashMap<>();
        Deque<Block> work = new ArrayDeque<>();
        for (Edge edge : branch.terminator().edges()) {
            if (first.putIfAbsent(edge.target(), edge) == null) {
                work.add(edge.target());
            }
        }
        while (!work.isEmpty() && !first.containsKey(meeting)) {
            Block block = work.remove();
            for (Edge edge : block.terminator().edges()) {
                if (first.putIfAbsent(edge.target(), first.get(block)) == null) {
                    work.add(edge.target());
                }
            }
        }
        return first.get(meeting);
    }
}
