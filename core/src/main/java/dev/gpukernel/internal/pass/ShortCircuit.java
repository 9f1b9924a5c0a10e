package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.IndexBounds;
import dev.gpukernel.internal.analysis.Influence;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@code found |= p} of {@code found = found || p}, and of {@code if (!found && p) found = true;}: where asking for p does
 * nothing else and cannot fail, it can be asked in every iteration. Likewise {@code all = all && p}.
 */
final class ShortCircuit {
    private final Function code;
    private final Loop loop;
    private final BlockParam flag;
    private final Instr branch;

    /** What the flag is once it does not change any more, and the way that is then taken. */
    private record Decided(int value, Edge way) {}

    private ShortCircuit(Function code, Loop loop, BlockParam flag, Instr branch) {
        this.code = code;
        this.loop = loop;
        this.flag = flag;
        this.branch = branch;
    }

    /**
     * Rewrites what a loop does with a flag that it carries.
     *
     * @param code the function
     * @param counted the loop
     * @param flag a parameter of its header
     * @param start what it has before the loop, where that is computed
     * @return what must be true of a launch for that, null if the loop was left as it is
     */
    static @Nullable List<Condition> rewrite(Function code, CountedLoop counted, BlockParam flag, Value start) {
        Loop loop = counted.loop();
        Carried carried = flag.type() == ScalarType.I32 ? Carried.of(loop, flag) : null;
        if (carried == null || carried.readers().size() != 1 || !isFlag(start)) {
            return null;
        }
        Instr compare = carried.readers().iterator().next();
        Op.Constant zero = compare.operands().size() == 2 ? ConstantFolding.constant(compare.operand(1)) : null;
        boolean isAsked = compare.op() instanceof Op.Compare(Predicate is, ScalarType _)
                && (is == Predicate.EQ || is == Predicate.NE)
                && zero != null
                && zero.bits() == 0
                && compare.users().size() == 1
                && compare.users().getFirst().op() instanceof Op.Branch;
        if (!isAsked) {
            return null;
        }
        ShortCircuit circuit =
                new ShortCircuit(code, loop, flag, compare.users().getFirst());
        if (!circuit.isAlwaysAsked()) {
            return null;
        }
        Decided decided = circuit.decided(((Op.Compare) compare.op()).predicate());
        List<Condition> needed = decided == null ? null : circuit.conditions(counted);
        if (decided != null && needed != null) {
            circuit.rewrite(decided);
        }
        return needed;
    }

    /** {@return whether every iteration asks, once} Where {@code p || found} asks, p has had its say. */
    private boolean isAlwaysAsked() {
        Dominators dominators = Dominators.of(code);
        return loop.backEdges().stream()
                        .allMatch(back -> dominators.dominates(
                                branch.block(), back.source().block()))
                && Loop.of(code).stream()
                        .noneMatch(inner -> inner.header() != loop.header()
                                && loop.contains(inner.header())
                                && inner.contains(branch.block()));
    }

    /** {@return whether a value is sure to be 0 or 1} */
    private static boolean isFlag(Value value) {
        if (!(value instanceof Instr instr)) {
            return false;
        }
        return switch (instr.op()) {
            case Op.Constant constant -> constant.bits() == 0 || constant.bits() == 1;
            case Op.Narrow narrow -> narrow.to() == ElementType.BOOLEAN;
            case Op.Load load -> load.element() == ElementType.BOOLEAN;
            default -> false;
        };
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
        Map<Value, Value> passed = new HashMap<>();
        Edge edge = way;
        while (loop.contains(edge.target()) && edge.target() != loop.header()) {
            Block target = edge.target();
            for (BlockParam param : target.params()) {
                Value argument = edge.arguments().get(param.index());
                passed.put(param, passed.getOrDefault(argument, argument));
            }
            if (!(target.terminator().op() instanceof Op.Jump)
                    || passed.size() > loop.blocks().size()) {
                break;
            }
            edge = target.terminator().edges().getFirst();
        }
        List<Value> next = loop.backEdges().stream()
                .map(back -> back.arguments().get(flag.index()))
                .distinct()
                .toList();
        Value last = next.size() == 1 ? passed.get(next.getFirst()) : null;
        Op.Constant constant = last == null ? null : ConstantFolding.constant(last);
        return last == flag || (constant != null && constant.bits() == value);
    }

    private @Nullable List<Condition> conditions(CountedLoop counted) {
        Influence influence = Influence.of(loop, Loop.of(code), Set.of(counted.variable()), List.of(flag));
        boolean isAlone = loop.header().params().stream()
                .noneMatch(other -> other != flag && influence.values().contains(other));
        boolean onlyChecks = influence.effects().stream()
                .allMatch(effect -> effect.op() instanceof Op.IndexCheck
                        && !influence.values().contains(effect));
        return isAlone && onlyChecks ? IndexBounds.conditions(code, counted, List.copyOf(influence.effects())) : null;
    }

    private void rewrite(Decided decided) {
        Edge asks = branch.edges().get(branch.edges().get(0) == decided.way() ? 1 : 0);
        Builder builder = new Builder(code).before(branch);
        // Where it is asked, it is not decided.
        Value open = builder.constant(1 - decided.value());
        for (Block block : loop.blocks()) {
            for (Instr instr : block.instrs()) {
                if (instr != loop.header().terminator()) {
                    replaceIn(instr, open);
                }
            }
        }
        builder.jump(asks.target(), List.copyOf(asks.arguments()));
        Instr compare = (Instr) branch.operand(0);
        branch.remove();
        compare.remove();
        BinaryKind kind = decided.value() == 1 ? BinaryKind.OR : BinaryKind.AND;
        for (Edge back : loop.backEdges()) {
            Value asked = back.arguments().get(flag.index());
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
