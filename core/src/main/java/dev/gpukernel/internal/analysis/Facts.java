package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the branches and checks on the way to a place show of ints there: that one is at most another plus a constant. Together
 * with what operations imply, that proves indices to be in range.
 *
 * <p>After R. Bodík, R. Gupta, V. Sarkar, "ABCD: Eliminating Array Bounds Checks on Demand", 2000, with facts kept in scopes of
 * the dominator tree.
 */
public final class Facts {
    /** That the first, 0 if there is none, is at most the second plus a constant, as numbers without wrap-around. */
    record AtMost(@Nullable Value less, Value greater, long plus) {}

    private final Map<Value, List<AtMost>> above = new HashMap<>();
    private final Map<Value, List<AtMost>> below = new HashMap<>();
    private final Deque<AtMost> known = new ArrayDeque<>();
    private final Proof proof;

    private Facts(Dominators dominators) {
        this.proof = new Proof(this, dominators);
    }

    /**
     * Goes down the dominator tree.
     *
     * @param entry where to start
     * @param dominators of its function
     * @param visitor called for each reachable block, with what is known at its start; it may tell the facts of the block's
     *     instructions as it passes them
     */
    public static void walk(Block entry, Dominators dominators, BiConsumer<Block, Facts> visitor) {
        record Visit(Block block, boolean leave, int before) {}
        Facts facts = new Facts(dominators);
        List<List<Block>> children = dominators.children();
        Deque<Visit> work = new ArrayDeque<>(List.of(new Visit(entry, false, 0)));
        while (!work.isEmpty()) {
            Visit visit = work.pop();
            if (visit.leave) {
                facts.forgetDownTo(visit.before);
                continue;
            }
            work.push(new Visit(visit.block, true, facts.known.size()));
            facts.enter(visit.block);
            visitor.accept(visit.block, facts);
            children.get(visit.block.id()).reversed().forEach(child -> work.push(new Visit(child, false, 0)));
        }
    }

    private void forgetDownTo(int count) {
        while (known.size() > count) {
            AtMost fact = known.pop();
            remove(above, fact.less);
            remove(below, fact.greater);
        }
    }

    private static void remove(Map<Value, List<AtMost>> facts, @Nullable Value value) {
        List<AtMost> known = value == null ? null : facts.get(value);
        if (known != null) {
            known.removeLast();
        }
    }

    private void enter(Block block) {
        if (block.incoming().size() == 1) {
            Edge edge = block.incoming().getFirst();
            Instr source = edge.source();
            if (source.op() instanceof Op.Branch) {
                assume(source.operand(0), source.edges().getFirst() == edge);
            }
        }
    }

    /** Takes note of what is true after an instruction: a check that was passed. */
    public void pass(Instr instr) {
        if (instr.op() instanceof Op.IndexCheck) {
            assumeInBounds(instr.operand(0), instr.operand(1));
        } else if (instr.op() instanceof Op.DivisorCheck && isNotNegative(instr.operand(0))) {
            add(null, instr.operand(0), -1);
        }
    }

    private boolean isNotNegative(Value value) {
        return value.type() == ScalarType.I32 && proof.interval(value).low() >= 0;
    }

    /** {@return whether an index is proven to be in range} */
    public boolean isInBounds(Value index, Value length) {
        return isNotNegative(index) && proof.isAtMost(index, length, -1);
    }

    /** {@return whether an int is proven to be positive} */
    public boolean isPositive(Value value) {
        return value.type() == ScalarType.I32 && proof.interval(value).low() > 0;
    }

    List<AtMost> above(Value value) {
        return above.getOrDefault(value, List.of());
    }

    List<AtMost> below(Value value) {
        return below.getOrDefault(value, List.of());
    }

    private void assume(Value condition, boolean holds) {
        if (!(condition instanceof Instr instr)) {
            return;
        }
        switch (instr.op()) {
            case Op.Binary(BinaryKind kind, ScalarType _) when kind == (holds ? BinaryKind.AND : BinaryKind.OR) ->
                instr.operands().forEach(part -> assume(part, holds));
            case Op.InBounds _ when holds -> assumeInBounds(instr.operand(0), instr.operand(1));
            case Op.Compare(Predicate predicate, ScalarType type) when !type.isFloating() -> {
                Predicate is = holds ? predicate : predicate.negated().ordered();
                if (type == ScalarType.I32) {
                    compare(instr.operand(0), is, instr.operand(1));
                } else if (type == ScalarType.I64) {
                    compareWide(instr.operand(0), is, instr.operand(1));
                }
            }
            default -> {
                // Nothing that is of use.
            }
        }
    }

    private void compare(Value left, Predicate is, Value right) {
        switch (is) {
            case LT -> add(left, right, -1);
            case LE -> add(left, right, 0);
            case GT -> add(right, left, -1);
            case GE -> add(right, left, 0);
            case EQ -> {
                add(left, right, 0);
                add(right, left, 0);
            }
            case NE, LTU, LEU, GTU, GEU -> {
                // No bound.
            }
        }
    }

    /** A number that starts at an int and is found to be below an int is one: its low half is the whole of it. */
    private void compareWide(Value left, Predicate is, Value right) {
        Value narrowLeft = WideIndex.narrow(left);
        Value narrowRight = WideIndex.narrow(right);
        boolean below = is == Predicate.LT || is == Predicate.LE;
        boolean above = is == Predicate.GT || is == Predicate.GE;
        if (narrowLeft == null || narrowRight == null) {
            return;
        }
        if (WideIndex.isWidened(left) && WideIndex.isWidened(right)) {
            compare(narrowLeft, is, narrowRight);
        } else if ((below && WideIndex.isWidened(right)) || (above && WideIndex.isWidened(left))) {
            compare(narrowLeft, is, narrowRight);
            Value index = below ? left : right;
            Value start = WideIndex.start(index);
            if (start != null) {
                add(start, below ? narrowLeft : narrowRight, 0);
            }
        }
    }

    private void assumeInBounds(Value index, Value length) {
        add(index, length, -1);
        add(null, index, 0);
    }

    private void add(@Nullable Value less, Value greater, long plus) {
        AtMost fact = new AtMost(less, greater, plus);
        known.push(fact);
        if (less != null) {
            above.computeIfAbsent(less, _ -> new ArrayList<>()).add(fact);
        }
        below.computeIfAbsent(greater, _ -> new ArrayList<>()).add(fact);
    }
}
