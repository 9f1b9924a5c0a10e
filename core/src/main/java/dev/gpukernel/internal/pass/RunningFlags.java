package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Flags;
import dev.gpukernel.internal.analysis.IndexBounds;
import dev.gpukernel.internal.analysis.Influence;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets flags that are read while they are set be seen to accumulate: {@code if (p) found = true; y[i] = found;} and
 * {@code found = found || p; y[i] = found;} become {@code found |= p}, and likewise {@code &=} where false is assigned. Flags that
 * nothing else reads are left to {@link ShortCircuit} and to {@link Latest}. {@code f = !f} becomes {@code f ^= 1}.
 */
final class RunningFlags {
    private final Function code;
    private final Loop loop;
    private final BlockParam flag;
    private final Carried carried;

    private RunningFlags(Function code, Loop loop, BlockParam flag, Carried carried) {
        this.code = code;
        this.loop = loop;
        this.flag = flag;
        this.carried = carried;
    }

    /**
     * Rewrites what a loop does with such flags.
     *
     * @param code the function
     * @param header of a counted loop that is to run in parallel
     * @param starts what its parameters have before the loop, where that is computed
     * @return what must be true of a launch with iterations for that
     */
    static List<Condition> rewrite(Function code, Block header, Map<BlockParam, Value> starts) {
        Flags flags = new Flags(starts);
        List<Condition> needed = new ArrayList<>();
        for (BlockParam flag : List.copyOf(header.params())) {
            if (flag.type() != ScalarType.I32) {
                continue;
            }
            Loop loop = Loop.at(Loop.of(code), header);
            Carried carried = loop == null ? null : Carried.of(loop, flag);
            if (loop != null
                    && carried != null
                    && !carried.readers().isEmpty()
                    && loop.entryEdges().size() == 1
                    && flags.start(loop, flag)
                    && !isChoice(code, loop, flag)) {
                RunningFlags one = new RunningFlags(code, loop, flag, carried);
                List<Condition> asked = one.invert(flags) ? List.of() : one.ask(flags);
                if (asked == null) {
                    one.keep();
                } else {
                    needed.addAll(asked);
                }
            }
        }
        return needed;
    }

    /** Lets the flag be {@code flag ^ 1} where it becomes {@code !flag}; {@return whether it does} */
    private boolean invert(Flags flags) {
        boolean inverted = false;
        for (Instr reader : flags.holds(flag) ? List.copyOf(carried.readers()) : List.<Instr>of()) {
            List<Instr> branches = branches(reader);
            for (Instr branch : branches) {
                inverted |= invert(branch, ((Op.Compare) reader.op()).predicate() == Predicate.NE ? 0 : 1);
            }
            if (!branches.isEmpty() && reader.users().isEmpty()) {
                reader.remove();
            }
        }
        return inverted;
    }

    private boolean invert(Instr branch, int side) {
        Edge set = arrival(branch.edges().get(side));
        Edge unset = arrival(branch.edges().get(1 - side));
        Block meeting = set.target();
        if (meeting != unset.target()) {
            return false;
        }
        List<Value> arguments = new ArrayList<>(set.arguments());
        Value inverse = null;
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i) == unset.arguments().get(i)) {
                continue;
            }
            boolean isInverse = states().contains(meeting.params().get(i))
                    && set.arguments().get(i).isConstant(0)
                    && unset.arguments().get(i).isConstant(1);
            if (!isInverse) {
                return false;
            }
            Builder builder = new Builder(code).before(branch);
            inverse = inverse == null
                    ? builder.emit(new Op.Binary(BinaryKind.XOR, ScalarType.I32), flag, builder.constant(1))
                    : inverse;
            arguments.set(i, inverse);
        }
        if (inverse == null) {
            return false;
        }
        new Builder(code).before(branch).jump(meeting, arguments);
        branch.remove();
        ControlFlowSimplification.removeUnreachable(code);
        return true;
    }

    /** {@return whether it is the best of zeros and ones} */
    private static boolean isChoice(Function code, Loop loop, BlockParam flag) {
        CountedLoop counted = CountedLoop.exactly(loop);
        return counted != null && ChoiceRecognition.of(code, counted, List.of(flag)) != null;
    }

    /** Keeps what the flag was where it is assigned, if that is the same constant everywhere. */
    private void keep() {
        for (int value = 0; value < 2; value++) {
            int assigned = value;
            if (carried.assignments().stream()
                    .allMatch(edge -> carried.argument(edge).isConstant(assigned))) {
                carried.assignments().forEach(edge -> accumulate(edge, carried.place(edge), assigned));
                return;
            }
        }
    }

    /**
     * Where one value of the flag forgoes a question, lets every iteration ask it.
     *
     * @return what must be true for that, null if there is no such question
     */
    private @Nullable List<Condition> ask(Flags flags) {
        List<Loop> inner = loop.inside(Loop.of(code));
        for (Instr reader : List.copyOf(carried.readers())) {
            for (Instr branch : branches(reader)) {
                List<Condition> needed = inner.stream().anyMatch(one -> one.contains(branch.block()))
                        ? null
                        : ask(flags, branch, ((Op.Compare) reader.op()).predicate() == Predicate.NE);
                if (needed != null) {
                    return needed;
                }
            }
        }
        return null;
    }

    /** {@return the branches that ask for the flag by a comparison} */
    private List<Instr> branches(Instr compare) {
        boolean isAsked = compare.op() instanceof Op.Compare(Predicate is, ScalarType _)
                && (is == Predicate.EQ || is == Predicate.NE)
                && compare.operand(0) == flag
                && compare.operand(1).isConstant(0);
        return isAsked
                ? compare.users().stream()
                        .filter(user -> user.op() instanceof Op.Branch)
                        .toList()
                : List.of();
    }

    private @Nullable List<Condition> ask(Flags flags, Instr branch, boolean isSetFirst) {
        List<Condition> needed = ask(flags, branch, 0, isSetFirst ? 1 : 0);
        return needed == null ? ask(flags, branch, 1, isSetFirst ? 0 : 1) : needed;
    }

    private @Nullable List<Condition> ask(Flags flags, Instr branch, int side, int value) {
        Edge settled = arrival(branch.edges().get(side));
        Block meeting = settled.target();
        BlockParam join =
                meeting.params().stream().filter(states()::contains).findFirst().orElse(null);
        if (join == null) {
            return null;
        }
        Edge asking = branch.edges().get(1 - side);
        Set<Block> ways = ways(asking.target(), meeting);
        Value stays = settled.arguments().get(join.index());
        Set<Block> onlyAsked = new LinkedHashSet<>(ways);
        onlyAsked.removeAll(passed(branch.edges().get(side), settled));
        // Who gets there another way does not know that the flag has the other value.
        boolean isOnlyAsked = onlyAsked.stream()
                .flatMap(block -> block.incoming().stream())
                .allMatch(edge ->
                        edge == asking || onlyAsked.contains(edge.source().block()));
        boolean isSettled = isOnlyAsked
                && (stays == flag || stays.isConstant(value))
                && meeting.incoming().stream()
                        .allMatch(edge ->
                                ways.contains(edge.source().block()) || edge.source() == branch || edge == settled)
                && meeting.incoming().stream()
                        .allMatch(edge -> flags.holds(edge.arguments().get(join.index())))
                && meeting.params().stream().allMatch(param -> param == join || isSame(param));
        List<Condition> needed = isSettled ? conditions(ways, meeting) : null;
        if (needed != null) {
            new Builder(code).before(branch).jump(asking.target(), List.copyOf(asking.arguments()));
            branch.remove();
            ControlFlowSimplification.removeUnreachable(code);
            List.copyOf(meeting.incoming()).forEach(edge -> accumulate(edge, join.index(), value));
        }
        return needed;
    }

    /** {@return the parameters of blocks that the flag is in later in the iteration} */
    private Set<BlockParam> states() {
        Set<BlockParam> states = new LinkedHashSet<>();
        Deque<BlockParam> work = new ArrayDeque<>(List.of(flag));
        while (!work.isEmpty()) {
            BlockParam state = work.pop();
            for (Edge edge : state.block().incoming()) {
                if (loop.contains(edge.source().block())
                        && edge.arguments().get(state.index()) instanceof BlockParam before
                        && loop.contains(before.block())
                        && before.block() != loop.header()
                        && states.add(before)) {
                    work.push(before);
                }
            }
        }
        return states;
    }

    /** {@return whether a parameter gets the same from all sides} */
    private static boolean isSame(BlockParam param) {
        return param.block().incoming().stream()
                        .map(edge -> edge.arguments().get(param.index()))
                        .distinct()
                        .count()
                == 1;
    }

    /** {@return the last edge of a way on which nothing is done and nothing joins} */
    private Edge arrival(Edge way) {
        Edge edge = way;
        Set<Block> seen = new LinkedHashSet<>();
        while (seen.add(edge.target())) {
            Block target = edge.target();
            boolean doesNothing = loop.contains(target)
                    && target != loop.header()
                    && target.params().isEmpty()
                    && target.terminator().op() instanceof Op.Jump
                    && target.instrs().stream()
                            .allMatch(instr -> instr.op().effect() == Effect.NONE || instr == target.terminator());
            if (!doesNothing) {
                return edge;
            }
            edge = target.terminator().edges().getFirst();
        }
        return edge;
    }

    /** {@return the blocks between the first and the last edge of a way on which nothing joins} */
    private static Set<Block> passed(Edge first, Edge last) {
        Set<Block> passed = new LinkedHashSet<>();
        for (Edge edge = first;
                edge != last;
                edge = edge.target().terminator().edges().getFirst()) {
            passed.add(edge.target());
        }
        return passed;
    }

    private static Set<Block> ways(Block from, Block meeting) {
        Set<Block> ways = new LinkedHashSet<>();
        Deque<Block> work = new ArrayDeque<>(List.of(from));
        while (!work.isEmpty()) {
            Block block = work.pop();
            if (block != meeting && ways.add(block)) {
                block.terminator().edges().forEach(edge -> work.push(edge.target()));
            }
        }
        return ways;
    }

    /** {@return what makes sure that nothing happens on some ways but that a question is asked, null if nothing does} */
    private @Nullable List<Condition> conditions(Set<Block> ways, Block meeting) {
        CountedLoop counted = CountedLoop.exactly(loop);
        if (counted == null || ways.contains(loop.header()) || !loop.blocks().containsAll(ways)) {
            return null;
        }
        Set<Value> running = Influence.of(loop, Loop.of(code), Set.of(counted.variable()), List.of(flag))
                .values();
        List<Instr> checks = new ArrayList<>();
        for (Block block : ways) {
            if (block.terminator().edges().isEmpty() || block == meeting) {
                return null;
            }
            for (Instr instr : block.instrs()) {
                switch (instr.op().effect()) {
                    case NONE, READ, CONTROL -> {}
                    case FAULT -> {
                        if (!(instr.op() instanceof Op.IndexCheck)
                                || instr.operands().stream().anyMatch(running::contains)) {
                            return null;
                        }
                        checks.add(instr);
                    }
                    default -> {
                        return null;
                    }
                }
            }
        }
        return IndexBounds.conditions(code, counted, checks);
    }

    /** Lets what is passed on over an edge be accumulated upon the flag. */
    private void accumulate(Edge edge, int place, int value) {
        List<Value> arguments = new ArrayList<>(edge.arguments());
        if (arguments.get(place) == flag) {
            return;
        }
        BinaryKind kind = value == 1 ? BinaryKind.OR : BinaryKind.AND;
        Builder builder = new Builder(code).before(edge.source());
        arguments.set(place, builder.emit(new Op.Binary(kind, ScalarType.I32), flag, arguments.get(place)));
        edge.retarget(edge.target(), arguments);
    }
}
