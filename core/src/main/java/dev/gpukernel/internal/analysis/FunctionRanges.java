package dev.gpukernel.internal.analysis;

import dev.gpukernel.internal.analysis.Foresight.Ways;
import dev.gpukernel.internal.analysis.LaunchRanges.Aim;
import dev.gpukernel.internal.analysis.LaunchRanges.Visit;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of one call of a function. A loop's variables are all of their type at first. Each pass goes down the dominator tree
 * and finds what comes back over the loop's edges, which bounds them for the next pass: a variable whose steps up do not wrap
 * around never falls below what it started with.
 */
final class FunctionRanges {
    /** Passes: one for each level of loops, and one to use what the last found. */
    private static final int PASSES = 6;

    private final LaunchRanges launch;
    private final Function function;
    private final List<Interval> params;
    private final Dominators dominators;
    private final Facts facts;
    private final Map<BlockParam, Interval> bounds = new HashMap<>();
    private Map<Edge, List<Interval>> arrivals = new HashMap<>();
    private Map<Instr, Ways> ways = new HashMap<>();
    private Set<Instr> overflows = new HashSet<>();
    private Map<Instr, Interval> indices = new HashMap<>();
    private boolean faultFree;
    private @Nullable Interval result;
    private boolean inTime = true;

    FunctionRanges(LaunchRanges launch, Function function, List<Interval> params) {
        this.launch = launch;
        this.function = function;
        this.params = params;
        this.dominators = Dominators.of(function);
        this.facts = new Facts(function, dominators);
    }

    @Nullable Visit run() {
        if (!isInScope()) {
            return null;
        }
        for (int pass = 0; pass < PASSES; pass++) {
            arrivals = new HashMap<>();
            ways = new HashMap<>();
            overflows = new HashSet<>();
            indices = new HashMap<>();
            faultFree = true;
            result = null;
            facts.walk(this::visit);
            if (!inTime) {
                return null;
            }
            if (!bound()) {
                break;
            }
        }
        return new Visit(faultFree, ways, overflows, indices, result == null ? Interval.LONGS : result);
    }

    /** {@return whether every edge that leads back leads to a loop's header} */
    private boolean isInScope() {
        Map<Block, Integer> numbers = new HashMap<>();
        for (Block block : dominators.order()) {
            numbers.put(block, numbers.size());
        }
        for (Block block : dominators.order()) {
            for (Edge edge : block.terminator().edges()) {
                if (!isBack(edge) && numbers.getOrDefault(block, 0) >= numbers.getOrDefault(edge.target(), 0)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean visit(Block block) {
        if (!arrive(block)) {
            return false;
        }
        boolean goesOn = true;
        for (Instr instr : block.instrs()) {
            goesOn = goesOn && compute(instr);
        }
        if (goesOn) {
            leave(block.terminator());
        }
        return goesOn;
    }

    /** {@return whether control can get there} */
    private boolean arrive(Block block) {
        if (block == function.entry()) {
            for (BlockParam param : block.params()) {
                facts.set(param, params.get(param.index()));
            }
            return true;
        }
        List<Edge> forward = arriving(block, false);
        if (forward.isEmpty()) {
            return false;
        }
        boolean header = isHeader(block);
        for (int i = 0; i < block.params().size(); i++) {
            BlockParam param = block.params().get(i);
            facts.set(param, header ? bounds.getOrDefault(param, Interval.of(param.type())) : union(forward, i));
        }
        return true;
    }

    private Interval union(List<Edge> edges, int param) {
        Interval all = arguments(edges.getFirst()).get(param);
        for (Edge edge : edges) {
            all = all.union(arguments(edge).get(param));
        }
        return all;
    }

    private List<Interval> arguments(Edge edge) {
        return arrivals.getOrDefault(edge, List.of());
    }

    private boolean isBack(Edge edge) {
        Block source = edge.source().block();
        return dominators.isReachable(source) && dominators.dominates(edge.target(), source);
    }

    /** {@return whether control gets past an instruction} */
    private boolean compute(Instr instr) {
        inTime &= launch.step();
        if (!inTime) {
            return false;
        }
        switch (instr.op()) {
            case Op.IndexCheck _ ->
                faultFree &= IntervalArithmetic.inBounds(operand(instr, 0), operand(instr, 1))
                                .low()
                        == 1;
            case Op.DivisorCheck _ -> faultFree &= facts.isNotZero(instr.operand(0));
            case Op.Iteration(Axis axis) -> facts.set(instr, launch.extent().iterations(axis));
            case Op.Call call -> facts.set(instr, call(instr, call));
            case Op.Select _ -> facts.set(instr, select(instr));
            case Op.Invoke(Function callee) -> facts.set(instr, invoke(instr, callee));
            default -> {
                facts.set(instr, computed(instr));
                if (launch.aim() == Aim.INDICES && Access.isOfElement(instr)) {
                    indices.put(instr, operand(instr, 1));
                }
                if (launch.aim() == Aim.OVERFLOWS
                        && IntervalArithmetic.mayOverflow(instr.op(), operand -> operand(instr, operand))) {
                    overflows.add(instr);
                }
            }
        }
        return facts.pass(instr);
    }

    private Interval computed(Instr instr) {
        return IntervalArithmetic.of(instr.op(), operand -> operand(instr, operand));
    }

    private Interval operand(Instr instr, int operand) {
        return facts.interval(instr.operand(operand));
    }

    private Interval call(Instr instr, Op.Call call) {
        Interval place = launch.extent().place(call.intrinsic());
        return place == null ? computed(instr) : place;
    }

    private Interval select(Instr instr) {
        Interval yes = chosen(instr, true);
        Interval no = chosen(instr, false);
        return yes == null ? no == null ? Interval.of(instr.type()) : no : no == null ? yes : yes.union(no);
    }

    private @Nullable Interval chosen(Instr select, boolean holds) {
        Facts.Mark mark = facts.mark();
        boolean possible = facts.assume(select.operand(0), holds);
        Interval chosen = possible ? facts.interval(select.operand(holds ? 1 : 2)) : null;
        facts.back(mark);
        return chosen;
    }

    private Interval invoke(Instr instr, Function callee) {
        if (callee.isDeclared()) {
            return computed(instr);
        }
        Visit visit = launch.visit(
                callee, instr.operands().stream().map(facts::interval).toList());
        if (visit == null) {
            inTime = false;
            return Interval.LONGS;
        }
        faultFree &= visit.faultFree();
        visit.ways().forEach(this::mayGo);
        return callee.result() instanceof ScalarType type && !type.isFloating() ? visit.result() : Interval.LONGS;
    }

    private void mayGo(Instr branch, Ways way) {
        ways.merge(branch, way, Ways::or);
    }

    private void leave(Instr terminator) {
        switch (terminator.op()) {
            case Op.Throw _ -> faultFree = false;
            case Op.Return _ -> {
                if (terminator.operands().size() == 1) {
                    Interval returned = facts.interval(terminator.operand(0));
                    result = result == null ? returned : result.union(returned);
                }
            }
            case Op.Branch _ -> {
                branch(terminator, true);
                branch(terminator, false);
            }
            default -> arriveOver(terminator.edges().getFirst());
        }
    }

    private void branch(Instr branch, boolean holds) {
        Facts.Mark mark = facts.mark();
        if (facts.assume(branch.operand(0), holds)) {
            mayGo(branch, holds ? Ways.FIRST : Ways.SECOND);
            arriveOver(branch.edges().get(holds ? 0 : 1));
        }
        facts.back(mark);
    }

    private void arriveOver(Edge edge) {
        List<Interval> ranges = new ArrayList<>(edge.arguments().size());
        for (Value argument : edge.arguments()) {
            ranges.add(facts.interval(argument));
        }
        arrivals.put(edge, ranges);
    }

    /** {@return whether the variables of some loop are better known than before} */
    private boolean bound() {
        boolean changed = false;
        for (Block block : function.blocks()) {
            List<Edge> forward = arriving(block, false);
            if (forward.isEmpty() || !isHeader(block)) {
                continue;
            }
            List<Edge> arriving = arriving(block, true);
            for (BlockParam param : block.params()) {
                Interval bound = bound(param, arriving, forward);
                changed |= !bound.equals(bounds.put(param, bound));
            }
        }
        return changed;
    }

    private boolean isHeader(Block block) {
        for (Edge edge : block.incoming()) {
            if (isBack(edge)) {
                return true;
            }
        }
        return false;
    }

    /** {@return the edges over which control can get to a block, those that lead back among them or not} */
    private List<Edge> arriving(Block block, boolean areBackToo) {
        List<Edge> arriving = new ArrayList<>();
        for (Edge edge : block.incoming()) {
            if (arrivals.containsKey(edge) && (areBackToo || !isBack(edge))) {
                arriving.add(edge);
            }
        }
        return arriving;
    }

    private Interval bound(BlockParam param, List<Edge> arriving, List<Edge> forward) {
        Interval all = union(arriving, param.index());
        Interval start = union(forward, param.index());
        boolean up = true;
        boolean down = true;
        Set<Long> steps = new HashSet<>();
        for (Edge edge : arriving) {
            if (isBack(edge)) {
                long step = step(edge, param);
                up &= step >= 0;
                down &= step <= 0 && step != Long.MIN_VALUE;
                steps.add(step);
            }
        }
        if (start.isPoint() && steps.size() == 1 && (up || down) && !steps.contains(0L)) {
            facts.areOf(param, new Progression(start.low(), steps.iterator().next()));
        }
        return new Interval(up ? start.low() : all.low(), down ? start.high() : all.high());
    }

    /** {@return what is added in a step that does not wrap around, {@link Long#MIN_VALUE} if it is something else} */
    private long step(Edge back, BlockParam param) {
        Long step = Induction.difference(back.arguments().get(param.index()), param);
        if (step == null) {
            return Long.MIN_VALUE;
        }
        Interval reached = arguments(back).get(param.index());
        Interval all = Interval.of(param.type());
        // What has wrapped around ends up less than a step from where it came in again.
        boolean exact = step >= 0 ? reached.low() >= all.low() + step : reached.high() <= all.high() + step;
        return exact ? step : Long.MIN_VALUE;
    }
}
