package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds {@code if (value < best) { best = value; where = i; }} in a loop: the values carried along go into one block as parameters,
 * over one edge the new ones and over all others the old ones, and the new ones only after the comparison held.
 */
final class ChoiceRecognition {
    private final Loop loop;
    private final List<BlockParam> carried;

    private ChoiceRecognition(Loop loop, List<BlockParam> carried) {
        this.loop = loop;
        this.carried = carried;
    }

    /**
     * A choice as it stands in the code.
     *
     * @param best the header's parameter that is compared
     * @param others those that change with it
     * @param better holds if a value takes its place
     * @param taken the edge over which new values go
     * @param merge where they meet the old ones
     */
    record Found(BlockParam best, List<BlockParam> others, Predicate better, Edge taken, Block merge) {}

    /** {@return the choice among values that a loop carries, null if they are none} */
    static @Nullable Found of(CountedLoop counted, List<BlockParam> carried) {
        return new ChoiceRecognition(counted.loop(), carried).recognise();
    }

    private @Nullable Found recognise() {
        for (BlockParam best : carried) {
            for (Instr compare : best.users()) {
                Found found = loop.contains(compare.block()) ? of(best, compare) : null;
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private @Nullable Found of(BlockParam best, Instr compare) {
        if (!(compare.op() instanceof Op.Compare(Predicate predicate, var type))) {
            return null;
        }
        boolean valueFirst = compare.operand(1) == best;
        Value value = compare.operand(valueFirst ? 0 : 1);
        Predicate asWritten = valueFirst ? predicate : predicate.swapped();
        Block merge = merge(best);
        if (value == best || merge == null) {
            return null;
        }
        for (Instr branch : compare.users()) {
            for (Edge held : branch.op() instanceof Op.Branch ? branch.edges() : List.<Edge>of()) {
                // A comparison that does not hold says the contrary only of numbers that can be compared.
                Predicate contrary = type.isFloating()
                        ? asWritten.negated()
                        : asWritten.negated().ordered();
                Predicate better = branch.edges().getFirst() == held ? asWritten : contrary;
                Found found = of(best, value, better, held, merge);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** {@return the block inside the loop where the next value of a parameter comes from} */
    private @Nullable Block merge(BlockParam param) {
        Set<Block> blocks = new LinkedHashSet<>();
        for (Edge back : loop.backEdges()) {
            Value next = back.arguments().get(param.index());
            blocks.add(next instanceof BlockParam merged ? merged.block() : loop.header());
        }
        Block only = blocks.size() == 1 ? blocks.iterator().next() : loop.header();
        return only == loop.header() ? null : only;
    }

    private @Nullable Found of(BlockParam best, Value value, Predicate better, Edge held, Block merge) {
        if (better != Predicate.LT && better != Predicate.LE && better != Predicate.GT && better != Predicate.GE) {
            return null;
        }
        Edge taken = null;
        int bestIndex = mergedIndex(best, merge);
        for (Edge edge : merge.incoming()) {
            Value argument = edge.arguments().get(bestIndex);
            if (isSame(argument, value) && taken == null && comesFrom(edge, held)) {
                taken = edge;
            } else if (argument != best) {
                return null;
            }
        }
        if (taken == null) {
            return null;
        }
        Edge chosen = taken;
        List<BlockParam> others = new ArrayList<>();
        for (BlockParam other : carried) {
            if (other != best && changesWith(other, merge, chosen)) {
                others.add(other);
            }
        }
        boolean onlyThere =
                isUsedOnlyIn(best, merge, held.source()) && others.stream().allMatch(o -> isUsedOnlyIn(o, merge, null));
        return onlyThere ? new Found(best, others, better, chosen, merge) : null;
    }

    /** {@return whether two values are the same, or loaded from the same place that the loop does not write to} */
    private boolean isSame(Value one, Value other) {
        return one == other
                || (one instanceof Instr a
                        && other instanceof Instr b
                        && a.op() instanceof Op.Load
                        && a.op().equals(b.op())
                        && a.operands().equals(b.operands())
                        && Access.in(loop.blocks()).stream()
                                .noneMatch(access -> access.isWrite()
                                        && access.array()
                                                .type()
                                                .equals(a.operand(0).type())));
    }

    private int mergedIndex(BlockParam param, Block merge) {
        Value next = loop.backEdges().getFirst().arguments().get(param.index());
        return merge.params().indexOf(Objects.requireNonNull(next));
    }

    /** {@return whether an edge is the one that was taken as the comparison held, or comes after it by jumps alone} */
    private static boolean comesFrom(Edge edge, Edge held) {
        Edge at = edge;
        while (at != held) {
            Block source = at.source().block();
            if (source.incoming().size() != 1) {
                return false;
            }
            at = source.incoming().getFirst();
            if (at != held && !(at.source().op() instanceof Op.Jump)) {
                return false;
            }
        }
        return true;
    }

    private boolean changesWith(BlockParam other, Block merge, Edge taken) {
        if (merge(other) != merge) {
            return false;
        }
        int index = mergedIndex(other, merge);
        return merge.incoming().stream()
                .allMatch(edge -> edge == taken
                        ? edge.arguments().get(index) != other
                        : edge.arguments().get(index) == other);
    }

    /** {@return whether the loop only passes a value on to a block, and compares it in one place} */
    private boolean isUsedOnlyIn(BlockParam param, Block merge, @Nullable Instr branch) {
        int merged = mergedIndex(param, merge);
        Value next = merge.params().get(merged);
        return param.users().stream()
                        .filter(user -> loop.contains(user.block()))
                        .allMatch(user -> isPassedTo(param, user, merge, merged) || isTestOf(user, branch))
                && next.users().stream().allMatch(user -> isPassedTo(next, user, loop.header(), param.index()));
    }

    private static boolean isTestOf(Instr user, @Nullable Instr branch) {
        return branch != null && branch.operand(0) == user;
    }

    private boolean isPassedTo(Value value, Instr user, Block target, int index) {
        return user.op().isTerminator()
                && !user.operands().contains(value)
                && user.edges().stream()
                        .filter(edge -> edge.arguments().contains(value))
                        .allMatch(edge -> !loop.contains(edge.target())
                                || (edge.target() == target
                                        && edge.arguments().indexOf(value) == index
                                        && edge.arguments().lastIndexOf(value) == index));
    }
}
