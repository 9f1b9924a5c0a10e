package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the index checks of a block and of those that it dominates at once, where the first of them is: loads behind branches, such as
 * those of a stencil's neighbours at a border, then need not wait for what is checked between them. A check behind a branch is asked only if
 * the branch leads there, as far as that can be told at the first. If one of them fails, control goes to a copy of the blocks as they were.
 *
 * <p>Not where threads wait for each other, of which some might be in the copy, and not where loops are.
 */
final class AnticipatedChecks {
    /** Most instructions that are copied. */
    private static final int MOST_COPIED = 256;

    private final Function function;
    private final Block block;
    private final Instr first;
    private final List<Block> others;
    private final Dominators dominators;
    private final Set<Instr> early = new LinkedHashSet<>();
    private final Map<Instr, List<Way>> checks = new LinkedHashMap<>();

    /** A condition that holds where a branch leads on, or does not hold there. */
    private record Way(Value condition, boolean holds) {}

    private AnticipatedChecks(Function function, Block block, Instr first, List<Block> others, Dominators dominators) {
        this.function = function;
        this.block = block;
        this.first = first;
        this.others = others;
        this.dominators = dominators;
    }

    /** Asks for all that can be; {@return the blocks that are copies of others} */
    static List<Block> ask(Function function) {
        Dominators dominators = Dominators.of(function);
        Set<Block> inLoops = new HashSet<>();
        Loop.of(function).forEach(loop -> inLoops.addAll(loop.blocks()));
        Set<Block> taken = new HashSet<>();
        List<Block> copies = new ArrayList<>();
        for (Block block : dominators.order()) {
            Instr first = taken.contains(block) ? null : firstCheck(block);
            if (first == null) {
                continue;
            }
            List<Block> others = dominators.order().stream()
                    .filter(other -> other != block && dominators.dominates(block, other))
                    .toList();
            boolean isInLoop = inLoops.contains(block) || others.stream().anyMatch(inLoops::contains);
            if (!isInLoop && isCopyable(first, others)) {
                copies.addAll(new AnticipatedChecks(function, block, first, others, dominators).run());
                taken.addAll(others);
            }
        }
        return copies;
    }

    private static @Nullable Instr firstCheck(Block block) {
        return block.instrs().stream()
                .filter(instr -> instr.op() instanceof Op.IndexCheck)
                .findFirst()
                .orElse(null);
    }

    private static boolean isCopyable(Instr first, List<Block> others) {
        List<Instr> instrs = Stream.concat(
                        from(first).stream(), others.stream().flatMap(block -> block.instrs().stream()))
                .toList();
        return instrs.size() <= MOST_COPIED
                && instrs.stream().noneMatch(instr -> instr.op().effect() == Effect.SYNCHRONISE);
    }

    private static List<Instr> from(Instr first) {
        List<Instr> instrs = first.block().instrs();
        return instrs.subList(instrs.indexOf(first), instrs.size());
    }

    /** {@return what the blocks are copied to, none if there is nothing to win} */
    private List<Block> run() {
        from(first).forEach(this::collect);
        others.forEach(other -> other.instrs().forEach(this::collect));
        if (checks.keySet().stream().allMatch(check -> check.block() == block)) {
            return List.of();
        }
        Block fast = function.addBlock();
        List.copyOf(early).forEach(instr -> instr.moveBefore(first));
        block.moveInstrsTo(first, fast);
        List<Block> order = new ArrayList<>(others);
        order.addFirst(fast);
        RegionCopy copy = new RegionCopy(function, order);
        Block slow = copy.copy();
        Builder builder = new Builder(function).atEnd(block).at(first.position());
        builder.branch(condition(builder), fast, List.of(), slow, List.of());
        checks.keySet().forEach(Instr::remove);
        return copy.copies();
    }

    /** Notes a check that can be made at the first. */
    private void collect(Instr instr) {
        if (instr.op() instanceof Op.IndexCheck && canBeEarly(instr.operands())) {
            checks.put(instr, ways(instr.block()));
        }
    }

    private boolean canBeEarly(List<Value> values) {
        Set<Instr> needed = new LinkedHashSet<>();
        if (!values.stream().allMatch(value -> collectNeeded(value, needed))) {
            return false;
        }
        early.addAll(needed);
        return true;
    }

    private boolean collectNeeded(Value value, Set<Instr> needed) {
        if (isThere(value) || (value instanceof Instr instr && (early.contains(instr) || needed.contains(instr)))) {
            return true;
        }
        return value instanceof Instr instr
                && isPure(instr.op())
                && instr.operands().stream().allMatch(operand -> collectNeeded(operand, needed))
                && needed.add(instr);
    }

    /** {@return whether a value is known at the first check} */
    private boolean isThere(Value value) {
        boolean isHere = value instanceof Instr && value.block() == block;
        return isHere ? !from(first).contains(value) : dominators.dominates(value.block(), block);
    }

    /** {@return whether an operation does no harm, and costs little, where it is not needed} */
    private static boolean isPure(Op op) {
        boolean divides =
                op instanceof Op.Binary(BinaryKind kind, var _) && (kind == BinaryKind.DIV || kind == BinaryKind.REM);
        return op.effect() == Effect.NONE && !divides && !(op instanceof Op.Load) && !(op instanceof Op.Invoke);
    }

    /** {@return what holds where branches lead to a block, as far as it can be told at the first check} */
    private List<Way> ways(Block checked) {
        List<Way> ways = new ArrayList<>();
        Block to = checked;
        while (to != block) {
            Block from = dominators.immediate(to);
            if (from == null) {
                throw new IllegalStateException(block + " does not dominate " + checked);
            }
            Instr end = from.terminator();
            List<Edge> edges = to.incoming();
            if (end.op() instanceof Op.Branch
                    && edges.size() == 1
                    && canBeEarly(end.operands().subList(0, 1))) {
                ways.add(new Way(end.operand(0), edges.getFirst() == end.edges().getFirst()));
            }
            to = from;
        }
        return ways;
    }

    private Value condition(Builder builder) {
        Map<List<Way>, List<Instr>> behind = new LinkedHashMap<>();
        checks.forEach((check, ways) ->
                behind.computeIfAbsent(ways, _ -> new ArrayList<>()).add(check));
        List<Value> conditions = new ArrayList<>();
        behind.forEach((ways, few) -> conditions.add(unless(builder, ways, few)));
        return combined(builder, BinaryKind.AND, conditions);
    }

    /** {@return whether branches do not lead to checks, or all of them pass} */
    private static Value unless(Builder builder, List<Way> ways, List<Instr> few) {
        List<Value> conditions = new ArrayList<>();
        ways.forEach(way -> conditions.add(way.holds ? not(builder, way.condition) : way.condition));
        conditions.add(CheckExtremes.condition(builder, few));
        return combined(builder, BinaryKind.OR, conditions);
    }

    private static Value not(Builder builder, Value condition) {
        return builder.emit(new Op.Binary(BinaryKind.XOR, ScalarType.I1), condition, builder.emit(Constant.of(true)));
    }

    private static Value combined(Builder builder, BinaryKind kind, List<Value> conditions) {
        Value all = conditions.getFirst();
        for (Value one : conditions.subList(1, conditions.size())) {
            all = builder.emit(new Op.Binary(kind, ScalarType.I1), all, one);
        }
        return all;
    }
}
