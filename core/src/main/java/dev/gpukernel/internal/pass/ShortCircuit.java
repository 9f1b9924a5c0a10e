package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@code found |= p} of {@code found = found || p}, and of {@code if (!found && p) found = true;}: where asking for p does
 * nothing else and cannot fail, it can be asked in every iteration. Likewise {@code all = all && p}.
 *
 * <p>Of {@code found = p || found} it makes {@code if (p) found = true;}: asking for a flag in order to set it to what it is does
 * nothing.
 */
final class ShortCircuit {
    private final Function code;
    private final Loop loop;
    private final BlockParam flag;
    private final Instr branch;

    /** The flag, and where control joins in the loop, the parameters that it becomes. */
    private final Set<BlockParam> joins = new LinkedHashSet<>();

    /** What the flag is assigned, by the edge over which a join gets it. */
    private final Map<Edge, Value> assignments = new LinkedHashMap<>();

    /** What the flag is once it does not change any more, and the way that is then taken. */
    private record Decided(int value, Edge way) {}

    private ShortCircuit(Function code, Loop loop, BlockParam flag, Instr branch) {
        this.code = code;
        this.loop = loop;
        this.flag = flag;
        this.branch = branch;
        followBack();
    }

    private void followBack() {
        Deque<BlockParam> work = new ArrayDeque<>(List.of(flag));
        while (!work.isEmpty()) {
            BlockParam join = work.pop();
            if (!joins.add(join)) {
                continue;
            }
            for (Edge edge : join.block().incoming()) {
                Value argument = edge.arguments().get(join.index());
                if (!loop.contains(edge.source().block())) {
                    continue;
                }
                if (argument == flag
                        || (argument instanceof BlockParam param
                                && loop.contains(param.block())
                                && param.block() != loop.header())) {
                    work.push((BlockParam) argument);
                } else {
                    assignments.put(edge, argument);
                }
            }
        }
    }

    /**
     * Rewrites what a loop and those in it do with flags that they carry.
     *
     * @param code the function
     * @param header of a counted loop that is to run in parallel
     * @param starts what its parameters have before the loop, where that is computed
     * @return what must be true of a launch with iterations for that
     */
    static List<Condition> rewrite(Function code, Block header, Map<BlockParam, Value> starts) {
        Flags flags = new Flags(starts);
        List<Condition> needed = new ArrayList<>();
        Deque<BlockParam> candidates = new ArrayDeque<>();
        List<Loop> all = Loop.of(code);
        Loop outermost = at(all, header);
        for (Loop loop : all) {
            if (outermost.contains(loop.header())) {
                // Those inside come first.
                List.copyOf(loop.header().params()).forEach(candidates::push);
            }
        }
        for (BlockParam flag : candidates) {
            List<Loop> loops = Loop.of(code);
            List<Condition> own = rewrite(code, at(loops, header), at(loops, flag.block()), flag, flags);
            needed.addAll(own == null ? List.of() : own);
        }
        return needed;
    }

    private static Loop at(List<Loop> loops, Block header) {
        return Objects.requireNonNull(Loop.at(loops, header), "it stays");
    }

    private static @Nullable List<Condition> rewrite(
            Function code, Loop outermost, Loop loop, BlockParam flag, Flags flags) {
        Carried carried =
                flag.type() == ScalarType.I32 && loop.entryEdges().size() == 1 ? Carried.of(loop, flag) : null;
        if (carried == null || carried.readers().size() != 1 || !flags.start(loop, flag)) {
            return null;
        }
        Instr compare = carried.readers().iterator().next();
        boolean isAsked = compare.op() instanceof Op.Compare(Predicate is, ScalarType _)
                && (is == Predicate.EQ || is == Predicate.NE)
                && compare.operand(1).isConstant(0)
                && compare.users().size() == 1
                && compare.users().getFirst().op() instanceof Op.Branch;
        if (!isAsked) {
            return null;
        }
        ShortCircuit circuit =
                new ShortCircuit(code, loop, flag, compare.users().getFirst());
        Predicate predicate = ((Op.Compare) compare.op()).predicate();
        // Where numbers take the flag's place, the first that is not 0 stays: that is no "or".
        if (!circuit.assignments.values().stream().allMatch(flags::holds)) {
            return null;
        }
        if (circuit.restates(predicate)) {
            return List.of();
        }
        if (compare.operand(0) != flag || !circuit.isAskedFirst()) {
            return null;
        }
        Decided decided = circuit.decided(predicate);
        List<Condition> needed = decided == null ? null : circuit.conditions(outermost);
        if (decided != null && needed != null) {
            circuit.rewrite(decided);
        }
        return needed;
    }

    /** {@return whether iterations ask at most once, and those that do not ask leave the flag} Where {@code p || found} asks, p has had
     * its say. */
    private boolean isAskedFirst() {
        Dominators dominators = Dominators.of(code);
        return assignments.keySet().stream()
                        .allMatch(edge -> dominators.dominates(
                                branch.block(), edge.source().block()))
                && loop.inside(Loop.of(code)).stream().noneMatch(inner -> inner.contains(branch.block()));
    }

    /** Goes on where both ways meet, if they have done nothing but choose 1 or 0 as the flag is; {@return whether they have} */
    private boolean restates(Predicate is) {
        Map<Block, List<Value>> set = arrivals(branch.edges().get(is == Predicate.NE ? 0 : 1));
        Map<Block, List<Value>> unset = arrivals(branch.edges().get(is == Predicate.NE ? 1 : 0));
        Block meeting =
                unset.keySet().stream().filter(set::containsKey).findFirst().orElse(null);
        List<Value> ones = meeting == null ? null : set.get(meeting);
        List<Value> zeros = meeting == null ? null : unset.get(meeting);
        if (meeting == null || ones == null || zeros == null) {
            return false;
        }
        // In an inner loop, or after it may have been set, the flag is another value.
        Value asked = ((Instr) branch.operand(0)).operand(0);
        if (!(asked instanceof BlockParam join) || !joins.contains(join)) {
            return false;
        }
        List<Value> arguments = new ArrayList<>();
        for (int i = 0; i < meeting.params().size(); i++) {
            Value one = ones.get(i);
            Value zero = zeros.get(i);
            boolean isFlag = (one == asked || one.isConstant(1)) && (zero == asked || zero.isConstant(0));
            if (one != zero && !isFlag) {
                return false;
            }
            arguments.add(one == zero ? one : asked);
        }
        new Builder(code).before(branch).jump(meeting, arguments);
        Instr compare = (Instr) branch.operand(0);
        branch.remove();
        compare.remove();
        ControlFlowSimplification.removeUnreachable(code);
        return true;
    }

    /** {@return the blocks that an edge leads to without anything being done before, in order, and what they are given} */
    private Map<Block, List<Value>> arrivals(Edge way) {
        Map<Block, List<Value>> arrivals = new LinkedHashMap<>();
        Map<Value, Value> passed = new HashMap<>();
        Edge edge = way;
        while (!arrivals.containsKey(edge.target())) {
            Block target = edge.target();
            List<Value> arguments = edge.arguments().stream()
                    .map(argument -> passed.getOrDefault(argument, argument))
                    .toList();
            arrivals.put(target, arguments);
            boolean doesNothing = target.terminator().op() instanceof Op.Jump
                    && target.instrs().stream()
                            .allMatch(instr -> instr.op().effect() == Effect.NONE || instr == target.terminator());
            if (!doesNothing || !loop.contains(target) || target == loop.header()) {
                break;
            }
            target.params().forEach(param -> passed.put(param, arguments.get(param.index())));
            edge = target.terminator().edges().getFirst();
        }
        return arrivals;
    }

    private @Nullable Decided decided(Predicate is) {
        for (int i = 0; i < 2; i++) {
            int value = (i == 0) == (is == Predicate.NE) ? 1 : 0;
            Edge way = branch.edges().get(i);
            if (staysOn(way, value)) {
                return new Decided(value, way);
            }
        }
        return null;
    }

    /** {@return whether the flag goes on as it is where control goes a way that it takes for a value of the flag} */
    private boolean staysOn(Edge way, int value) {
        for (Map.Entry<Block, List<Value>> arrival : arrivals(way).entrySet()) {
            Block target = arrival.getKey();
            for (BlockParam param : target.params()) {
                if (joins.contains(param)) {
                    Value argument = arrival.getValue().get(param.index());
                    return (argument == flag || argument.isConstant(value))
                            && assignments.keySet().stream().allMatch(edge -> edge.target() == target);
                }
            }
        }
        return false;
    }

    /** {@return what makes sure that asking in every iteration of the outermost loop cannot fail, null if nothing does} */
    private @Nullable List<Condition> conditions(Loop outermost) {
        CountedLoop counted = CountedLoop.exactly(outermost);
        CountedLoop own = CountedLoop.exactly(loop);
        Set<BlockParam> steady = own == null ? Set.of() : Set.of(own.variable());
        Influence influence = Influence.of(loop, Loop.of(code), steady, List.of(flag));
        boolean isAlone = loop.header().params().stream()
                .noneMatch(other -> other != flag && influence.values().contains(other));
        boolean onlyChecks = influence.effects().stream()
                .allMatch(effect -> effect.op() instanceof Op.IndexCheck
                        && !influence.values().contains(effect));
        return counted != null && isAlone && onlyChecks
                ? IndexBounds.conditions(code, counted, List.copyOf(influence.effects()))
                : null;
    }

    private void rewrite(Decided decided) {
        Edge asks = branch.edges().get(branch.edges().get(0) == decided.way() ? 1 : 0);
        Builder builder = new Builder(code).before(branch);
        // Where it is asked, it is not decided. On ways that meet, the flag must be seen to be the same.
        Value open = new Builder(code).before(code.entry().terminator()).constant(1 - decided.value());
        for (Block block : loop.blocks()) {
            if (block != loop.header()) {
                replaceIn(block.terminator(), open);
            }
        }
        builder.jump(asks.target(), List.copyOf(asks.arguments()));
        Instr compare = (Instr) branch.operand(0);
        branch.remove();
        compare.remove();
        BinaryKind kind = decided.value() == 1 ? BinaryKind.OR : BinaryKind.AND;
        for (Edge back : loop.backEdges()) {
            Value asked = back.arguments().get(flag.index());
            if (asked == flag) {
                continue;
            }
            Value next = new Builder(code).before(back.source()).emit(new Op.Binary(kind, ScalarType.I32), flag, asked);
            List<Value> arguments = new ArrayList<>(back.arguments());
            arguments.set(flag.index(), next);
            back.retarget(back.target(), arguments);
        }
        ControlFlowSimplification.removeUnreachable(code);
    }

    private void replaceIn(Instr instr, Value open) {
        for (Edge edge : instr.edges()) {
            if (edge.target() != loop.header() && edge.arguments().contains(flag)) {
                List<Value> arguments = new ArrayList<>(edge.arguments());
                arguments.replaceAll(argument -> argument == flag ? open : argument);
                edge.retarget(edge.target(), arguments);
            }
        }
    }
}
