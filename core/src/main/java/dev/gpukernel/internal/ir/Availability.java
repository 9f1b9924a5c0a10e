package dev.gpukernel.internal.ir;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which values are computed on every way from the entry to a block: those whose definitions dominate it. A forward dataflow
 * problem over sets of values, met by intersection. It trusts edges but neither ids nor use lists, for the verifier.
 */
final class Availability {
    private final Map<Value, Integer> numbers = new HashMap<>();
    private final Map<Block, BitSet> atStart = new HashMap<>();

    Availability(Function function) {
        Deque<Block> work = new ArrayDeque<>();
        atStart.put(function.entry(), new BitSet());
        work.add(function.entry());
        while (!work.isEmpty()) {
            Block block = work.remove();
            BitSet atEnd = (BitSet) set(block).clone();
            block.params().forEach(param -> atEnd.set(number(param)));
            block.instrs().forEach(instr -> atEnd.set(number(instr)));
            for (Edge edge : leaving(block)) {
                if (meet(edge.target(), atEnd)) {
                    work.add(edge.target());
                }
            }
        }
    }

    /** {@return whether control can get there from the entry} */
    boolean isReachable(Block block) {
        return atStart.containsKey(block);
    }

    /** {@return whether a value is computed before a reachable block starts, in whatever way control gets there} */
    boolean isAvailable(Value value, Block block) {
        Integer number = numbers.get(value);
        return number != null && set(block).get(number);
    }

    private boolean meet(Block block, BitSet values) {
        BitSet known = atStart.get(block);
        if (known == null) {
            atStart.put(block, (BitSet) values.clone());
            return true;
        }
        int before = known.cardinality();
        known.and(values);
        return known.cardinality() != before;
    }

    private BitSet set(Block block) {
        @Nullable BitSet set = atStart.get(block);
        if (set == null) {
            throw new IllegalArgumentException(block + " is unreachable");
        }
        return set;
    }

    private int number(Value value) {
        return numbers.computeIfAbsent(value, _ -> numbers.size());
    }

    private static List<Edge> leaving(Block block) {
        return block.instrs().isEmpty() ? List.of() : block.instrs().getLast().edges();
    }
}
