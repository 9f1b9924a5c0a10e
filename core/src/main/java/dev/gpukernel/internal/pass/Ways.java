package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.Reach;
import dev.gpukernel.internal.analysis.RowIndex;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;

/**
 * The ways through an iteration of a loop, from its header to its header, but for those that end in an exception: where control may go,
 * whatever values decide. What these decide is told by {@link dev.gpukernel.internal.analysis.Influence}.
 */
final class Ways {
    private final Loop loop;

    /** How many edges lead from a block to the end of the iteration, at least. */
    private final Map<Block, Integer> distances = new HashMap<>();

    Ways(Loop loop) {
        this.loop = loop;
        findDistances();
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

    /** A read of an array that control may get to from a write to an array in the same iteration. */
    record Reread(Access write, Access read) {}

    /** {@return all that there are of a written array and a read one that may be meant} */
    List<Reread> rereads(BiPredicate<BlockParam, BlockParam> arrays) {
        List<Access> accesses = Access.in(loop.blocks());
        List<Reread> found = new ArrayList<>();
        for (Access write : accesses) {
            for (Access read : accesses) {
                if (write.isWrite()
                        && read.isRead()
                        && arrays.test(write.array(), read.array())
                        && !areInDifferentRows(write, read)
                        && leads(loop, write.instr(), read.instr())) {
                    found.add(new Reread(write, read));
                }
            }
        }
        return found;
    }

    private static boolean areInDifferentRows(Access write, Access read) {
        Value written = write.index();
        Value index = read.index();
        return write.array() == read.array()
                && written != null
                && index != null
                && RowIndex.areInDifferentRows(written, index);
    }

    /** {@return whether control may get from one instruction to another, or to the same again, in one iteration of a loop} */
    static boolean leads(Loop loop, Instr from, Instr to) {
        Block start = from.block();
        if (start == to.block() && start.instrs().indexOf(from) < start.instrs().indexOf(to)) {
            return true;
        }
        return Reach.from(start.successors(), block -> loop.contains(block) && block != loop.header())
                .contains(to.block());
    }
}
