package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Two regions, walked side by side: their branches are on the same condition, and the first branch dominates the second. */
final class RegionComparison {
    /** Edges that control takes under the same conditions, in the first region and in the second. */
    private record Pair(Edge first, Edge second) {
        boolean leadsTo(Block firstTarget, Block secondTarget) {
            return first.target() == firstTarget && second.target() == secondTarget;
        }
    }

    private final Dominators dominators;
    private final WrittenSpaces written;
    private final Instr first;
    private final Instr second;

    /** Edges out of what was walked so far. */
    private final List<Pair> open = new ArrayList<>();

    /** Values of the first region by those that equal them. */
    private final Map<Value, Value> equal = new HashMap<>();

    private final Set<Space> read = EnumSet.noneOf(Space.class);

    RegionComparison(Dominators dominators, WrittenSpaces written, Instr first, Instr second) {
        this.dominators = dominators;
        this.written = written;
        this.first = first;
        this.second = second;
    }

    /** Replaces the second branch by a jump if it starts the same region as the first; {@return whether it does} */
    boolean eliminate() {
        boolean same = leave(first, second);
        while (same && !isJoined()) {
            same = enterNext();
        }
        if (!same) {
            return false;
        }
        Block firstJoin = open.getFirst().first().target();
        Block secondJoin = open.getFirst().second().target();
        if (firstJoin.incoming().size() != open.size()
                || !open.stream().allMatch(pair -> pair.leadsTo(firstJoin, secondJoin))
                || !dominators.dominates(firstJoin, second.block())) {
            return false;
        }
        List<Value> results = results(firstJoin, secondJoin);
        if (results == null || isWritten()) {
            return false;
        }
        new Builder(second.block().function()).before(second).jump(secondJoin, results);
        second.remove();
        return true;
    }

    private boolean isJoined() {
        return open.stream().map(pair -> pair.first().target()).distinct().count() == 1;
    }

    /** Enters two blocks to which all edges are open; {@return false if there are none, or they are not the same} */
    private boolean enterNext() {
        for (Pair next : open) {
            Block target = next.first().target();
            Block repeated = next.second().target();
            List<Pair> entering =
                    open.stream().filter(pair -> pair.leadsTo(target, repeated)).toList();
            if (entering.size() == target.incoming().size()
                    && entering.size() == repeated.incoming().size()) {
                open.removeAll(entering);
                return enter(target, repeated, entering);
            }
        }
        return false;
    }

    private boolean enter(Block target, Block repeated, List<Pair> entering) {
        for (int i = 0; i < repeated.params().size(); i++) {
            Value param = paramFor(target, entering, i);
            if (param == null) {
                return false;
            }
            equal.put(repeated.params().get(i), param);
        }
        return repeats(repeated, target) && leave(target.terminator(), repeated.terminator());
    }

    /** Opens the edges of two terminators; {@return whether these are the same, and what follows at once} */
    private boolean leave(Instr end, Instr repeated) {
        if (end.edges().isEmpty()
                || !end.op().equals(repeated.op())
                || !areEqual(repeated.operands(), end.operands())) {
            return false;
        }
        for (int i = 0; i < end.edges().size(); i++) {
            Edge edge = end.edges().get(i);
            while (isStraight(edge.target())) {
                edge = edge.target().terminator().edges().getFirst();
            }
            // What was computed before may have left nothing of a block, so that blocks are not compared one by one.
            Edge other = repeated.edges().get(i);
            while (isStraight(other.target())) {
                if (!repeats(other.target(), edge.source().block())) {
                    return false;
                }
                other = other.target().terminator().edges().getFirst();
            }
            open.add(new Pair(edge, other));
        }
        return true;
    }

    private static boolean isStraight(Block block) {
        return block.incoming().size() == 1
                && block.params().isEmpty()
                && block.terminator().op() instanceof Op.Jump;
    }

    /** {@return whether a block does nothing that was not done in the first region on the way to the end of a block there} */
    private boolean repeats(Block block, Block done) {
        return block.instrs().stream()
                .filter(instr -> instr != block.terminator())
                .allMatch(instr ->
                        ValueNumbering.isRepeatable(instr) && (!instr.op().mayFault() || isDone(instr, done)));
    }

    private boolean isDone(Instr instr, Block last) {
        for (Block block = last; block != null && block != first.block(); block = dominators.immediate(block)) {
            if (block.instrs().stream().anyMatch(done -> isEqual(instr, done))) {
                return true;
            }
        }
        return false;
    }

    private boolean areEqual(List<Value> values, List<Value> known) {
        return IntStream.range(0, values.size()).allMatch(i -> isEqual(values.get(i), known.get(i)));
    }

    /** {@return whether a value of or before the second region is what one of or before the first region was} */
    private boolean isEqual(Value value, Value known) {
        if (value == known || equal.get(value) == known) {
            return true;
        }
        if (!(value instanceof Instr instr)
                || !(known instanceof Instr done)
                || !isAfterFirst(instr)
                || !isAfterFirst(done)
                || !instr.op().equals(done.op())
                || !ValueNumbering.isRepeatable(instr)
                || !areEqual(instr.operands(), done.operands())) {
            return false;
        }
        if (instr.op() instanceof Op.Load(var _, Space space, var _)) {
            read.add(space);
        }
        equal.put(value, known);
        return true;
    }

    /** What was loaded before may have changed. */
    private boolean isAfterFirst(Instr instr) {
        return instr.block() != first.block() && dominators.dominates(first.block(), instr.block());
    }

    /** {@return the parameter of a block that gets what a parameter of another block gets, null if there is none} */
    private @Nullable Value paramFor(Block target, List<Pair> pairs, int repeated) {
        for (int i = 0; i < target.params().size(); i++) {
            int index = i;
            if (pairs.stream()
                    .allMatch(pair -> isEqual(
                            pair.second().arguments().get(repeated),
                            pair.first().arguments().get(index)))) {
                return target.params().get(i);
            }
        }
        return null;
    }

    /** {@return arguments for the second join, null if some are not known after the first} */
    private @Nullable List<Value> results(Block firstJoin, Block secondJoin) {
        List<Value> results = new ArrayList<>();
        for (int i = 0; i < secondJoin.params().size(); i++) {
            Value argument = open.getFirst().second().arguments().get(i);
            int index = i;
            boolean isCommon =
                    open.stream().allMatch(pair -> pair.second().arguments().get(index) == argument);
            Value result = isCommon && dominators.dominates(argument.block(), second.block())
                    ? argument
                    : paramFor(firstJoin, open, i);
            if (result == null) {
                return null;
            }
            results.add(result);
        }
        return results;
    }

    /** {@return whether anything that was loaded may change from the first branch to the second} */
    private boolean isWritten() {
        return !Collections.disjoint(read, written.in(second.block()))
                || !Collections.disjoint(read, written.between(first.block(), second.block()));
    }
}
