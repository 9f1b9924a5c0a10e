package dev.gpukernel.internal.ir;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which values are computed on every way from the entry to a block: those whose definitions dominate it. A forward dataflow
 * problem over sets of values, met by intersection. It trusts edges and ids but not use lists, for the verifier.
 */
final class Availability {
    /** By the blocks' ids; null where control does not get. */
    private final @Nullable BitSet[] atStart;

    Availability(Function function) {
        this.atStart = new @Nullable BitSet[function.blockCount()];
        Deque<Block> work = new ArrayDeque<>();
        atStart[function.entry().id()] = new BitSet();
        work.add(function.entry());
        while (!work.isEmpty()) {
            Block block = work.remove();
            BitSet atEnd = atStart(block);
            block.params().forEach(param -> atEnd.set(param.id()));
            block.instrs().forEach(instr -> atEnd.set(instr.id()));
            for (Edge edge : leaving(block)) {
                if (meet(edge.target(), atEnd)) {
                    work.add(edge.target());
                }
            }
        }
    }

    /** {@return whether control can get there from the entry} */
    boolean isReachable(Block block) {
        return atStart[block.id()] != null;
    }

    /** {@return the ids of the values that are computed before a reachable block starts, in whatever way control gets there} */
    BitSet atStart(Block block) {
        BitSet set = atStart[block.id()];
        if (set == null) {
            throw new IllegalArgumentException(block + " is unreachable");
        }
        return (BitSet) set.clone();
    }

    private boolean meet(Block block, BitSet values) {
        BitSet known = atStart[block.id()];
        if (known == null) {
            atStart[block.id()] = (BitSet) values.clone();
            return true;
        }
        int before = known.cardinality();
        known.and(values);
        return known.cardinality() != before;
    }

    private static List<Edge> leaving(Block block) {
        return block.instrs().isEmpty() ? List.of() : block.instrs().getLast().edges();
    }
}
