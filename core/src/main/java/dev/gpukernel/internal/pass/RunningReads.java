package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Influence;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What follows, in an iteration of a loop, from what the iterations before have come to. */
final class RunningReads {
    private final Loop loop;
    private final Ways ways;
    private final Influence influence;

    /**
     * Follows it.
     *
     * @param counted the loop
     * @param loops the loops of its function
     * @param running what is accumulated
     * @param ways the ways through its iteration
     */
    RunningReads(CountedLoop counted, List<Loop> loops, List<Accumulation> running, Ways ways) {
        this.loop = counted.loop();
        this.ways = ways;
        Set<Value> roots = new HashSet<>(counted.carried());
        running.forEach(one -> roots.addAll(one.values()));
        roots.addAll(rewritten());
        Influence found = Influence.ofCompleted(loop, loops, Set.of(counted.variable()), roots);
        if (found.effects().stream().anyMatch(effect -> isOwn(Op.Store.class, effect)) && roots.addAll(ownLoads())) {
            found = Influence.ofCompleted(loop, loops, Set.of(counted.variable()), roots);
        }
        this.influence = found;
    }

    /** {@return whether what is accumulated follows from what it, or something else, has come to before} */
    boolean feed(Accumulation one) {
        for (Value value : one.values()) {
            boolean isFed = switch (value) {
                case Instr step -> step.operands().stream().anyMatch(operand -> isFed(operand, one));
                case BlockParam join ->
                    influence.chosen().contains(join)
                            || join.block().incoming().stream()
                                    .filter(edge -> loop.contains(edge.source().block()))
                                    .anyMatch(edge -> isFed(edge.arguments().get(join.index()), one));
            };
            if (isFed) {
                return true;
            }
        }
        return false;
    }

    private boolean isFed(Value operand, Accumulation one) {
        return !one.values().contains(operand) && influence.values().contains(operand);
    }

    /**
     * {@return for each branch that only matters to what depends on running values the edge that leads out soonest} What is
     * accumulated is the same whichever it takes.
     */
    Map<Instr, Integer> decisions() {
        Map<Instr, Integer> all = new HashMap<>();
        for (Block block : loop.blocks()) {
            Instr end = block.terminator();
            boolean isDecided =
                    influence.values().contains(end) || influence.decided().contains(block);
            if (isDecided && end.op() instanceof Op.Branch) {
                all.put(end, ways.soonest(end));
            }
        }
        return all;
    }

    /** {@return what is done, or may fault, with what depends on running values or only if that says so} */
    Set<Instr> effects() {
        return influence.effects();
    }

    /** {@return what is read of an array after the same iteration may have written to it, and what it did atomically} */
    private Set<Instr> rewritten() {
        Set<Instr> found = new HashSet<>();
        Access.in(loop.blocks()).stream()
                .map(Access::instr)
                .filter(instr -> instr.op() instanceof Op.Atomic)
                .forEach(found::add);
        ways.rereads((one, other) -> one == other)
                .forEach(reread -> found.add(reread.read().instr()));
        return found;
    }

    /** {@return what is loaded from arrays of the thread's own} It may be what something dependent was stored for. */
    private List<Instr> ownLoads() {
        return loop.instrs().filter(instr -> isOwn(Op.Load.class, instr)).toList();
    }

    private static boolean isOwn(Class<? extends Op> kind, Instr instr) {
        return kind.isInstance(instr.op())
                && switch (instr.op()) {
                    case Op.Load(var _, Space space, var _) -> space == Space.LOCAL;
                    case Op.Store(var _, Space space, var _) -> space == Space.LOCAL;
                    default -> false;
                };
    }
}
