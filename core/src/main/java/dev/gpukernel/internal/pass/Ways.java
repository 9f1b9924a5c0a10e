package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The ways through an iteration of a loop, from its header to its header, but for those that end in an exception. */
final class Ways {
    private final Loop loop;

    /** How many edges lead from a block to the end of the iteration, at least. */
    private final Map<Block, Integer> distances = new HashMap<>();

    /** The blocks that come after a block on every way. */
    private final Map<Block, Set<Block>> always = new HashMap<>();

    Ways(Loop loop) {
        this.loop = loop;
        findDistances();
        findAlways();
    }

    private void findDistances() {
        Deque<Block> work = new ArrayDeque<>();
        for (Edge edge : loop.backEdges()) {
            if (distances.putIfAbsent(edge.source().block(), 1) == null) {
                work.add(edge.source().block());
            }
        }
        while (!work.isEmpty()) {
            Block block = work.poll();
            if (block == loop.header()) {
                continue;
            }
            for (Edge edge : block.incoming()) {
                Block before = edge.source().block();
                if (loop.contains(before) && !distances.containsKey(before)) {
                    distances.put(before, distance(block) + 1);
                    work.add(before);
                }
            }
        }
    }

    private int distance(Block block) {
        return Objects.requireNonNull(distances.get(block), "a block of the loop");
    }

    /** {@return where a block leads to in an iteration; the header stands for its end} */
    private List<Block> next(Block block) {
        List<Block> next = new ArrayList<>();
        for (Block successor : block.successors()) {
            if (loop.contains(successor) && CountedLoop.reachesReturn(successor)) {
                next.add(successor);
            }
        }
        return next;
    }

    private void findAlways() {
        for (Block block : loop.blocks()) {
            always.put(block, new HashSet<>(loop.blocks()));
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Block block : loop.blocks()) {
                Set<Block> common = null;
                for (Block next : next(block)) {
                    Set<Block> own = next == loop.header() ? Set.of() : with(next, always(next));
                    if (common == null) {
                        common = new HashSet<>(own);
                    } else {
                        common.retainAll(own);
                    }
                }
                if (common != null && !common.equals(always(block))) {
                    always.put(block, common);
                    changed = true;
                }
            }
        }
    }

    private static Set<Block> with(Block block, Set<Block> others) {
        Set<Block> all = new HashSet<>(others);
        all.add(block);
        return all;
    }

    private Set<Block> always(Block block) {
        return Objects.requireNonNull(always.get(block), "a block of the loop");
    }

    /** {@return the first block that control comes to whatever a branch decides; the header for the end of the iteration} */
    Block after(Instr branch) {
        Set<Block> later = always(branch.block());
        for (Block candidate : later) {
            if (always(candidate).size() == later.size() - 1) {
                return candidate;
            }
        }
        return loop.header();
    }

    /** {@return the blocks to which control may come before that} */
    Set<Block> between(Instr branch) {
        Block end = after(branch);
        Set<Block> found = new HashSet<>();
        Deque<Block> work = new ArrayDeque<>(next(branch.block()));
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (block != end && block != loop.header() && found.add(block)) {
                work.addAll(next(block));
            }
        }
        return found;
    }

    /** {@return the edge of a branch that leads to the end of the iteration soonest} */
    int soonest(Instr branch) {
        int best = 0;
        for (int i = 1; i < branch.edges().size(); i++) {
            if (rank(branch.edges().get(i)) < rank(branch.edges().get(best))) {
                best = i;
            }
        }
        return best;
    }

    private int rank(Edge edge) {
        Block target = edge.target();
        if (target == loop.header()) {
            return 0;
        }
        return loop.contains(target) ? distances.getOrDefault(target, Integer.MAX_VALUE) : Integer.MAX_VALUE;
    }

    /** {@return whether control may get from one instruction to another, or to the same again, in one iteration} */
    boolean leads(Instr from, Instr to) {
        Block start = from.block();
        if (start == to.block() && start.instrs().indexOf(from) < start.instrs().indexOf(to)) {
            return true;
        }
        Set<Block> seen = new HashSet<>();
        Deque<Block> work = new ArrayDeque<>(start.successors());
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (block == to.block() && block != loop.header()) {
                return true;
            }
            if (loop.contains(block) && block != loop.header() && seen.add(block)) {
                work.addAll(block.successors());
            }
        }
        return false;
    }
}
