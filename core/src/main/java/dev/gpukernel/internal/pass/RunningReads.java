package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What follows, in an iteration of a loop, from what the iterations before have come to: values that are computed from it, parts of
 * the code that are only done because of it, and what comes out different thereby. The running values themselves do not count.
 */
final class RunningReads {
    private final Loop loop;
    private final Ways ways;
    private final Set<Value> running = new HashSet<>();
    private final Set<Value> dependent = new HashSet<>();
    private final Set<Block> conditional = new HashSet<>();
    private final Map<Instr, Integer> decisions = new HashMap<>();
    private final Set<Value> disturbed = new HashSet<>();
    private boolean changed;

    /**
     * Follows them.
     *
     * @param loop the loop
     * @param running what is accumulated
     * @param others what else the loop carries from iteration to iteration
     * @param ways the ways through its iteration
     */
    RunningReads(Loop loop, List<Accumulation> running, List<BlockParam> others, Ways ways) {
        this.loop = loop;
        this.ways = ways;
        running.forEach(one -> this.running.addAll(one.values()));
        dependent.addAll(others);
        Set<Instr> rewritten = rewritten();
        dependent.addAll(rewritten);
        do {
            changed = false;
            loop.blocks().forEach(this::visit);
        } while (changed);
    }

    /** {@return whether what is accumulated follows from what it, or something else, has come to before} */
    boolean feed(Accumulation one) {
        for (Value value : one.values()) {
            if (disturbed.contains(value)) {
                return true;
            }
            boolean isStep = value instanceof Instr;
            if (isStep && ((Instr) value).operands().stream().anyMatch(operand -> isFed(operand, one))) {
                return true;
            }
        }
        return false;
    }

    private boolean isFed(Value operand, Accumulation one) {
        return !one.values().contains(operand) && (dependent.contains(operand) || running.contains(operand));
    }

    /**
     * {@return for each branch that only matters to what depends on running values the edge that leads out soonest} What is
     * accumulated is the same whichever it takes.
     */
    Map<Instr, Integer> decisions() {
        Map<Instr, Integer> all = new HashMap<>(decisions);
        for (Block block : conditional) {
            Instr end = block.terminator();
            if (end.op() instanceof Op.Branch) {
                all.put(end, ways.soonest(end));
            }
        }
        return all;
    }

    /** {@return what is read of an array after the same iteration may have written to it, and what it did atomically} */
    private Set<Instr> rewritten() {
        List<Access> accesses = Access.in(loop.blocks());
        Set<Instr> found = new HashSet<>();
        for (Access write : accesses) {
            if (write.instr().op() instanceof Op.Atomic) {
                found.add(write.instr());
            }
            for (Access read : accesses) {
                if (write.isWrite()
                        && read.isRead()
                        && write.array() == read.array()
                        && ways.leads(write.instr(), read.instr())) {
                    found.add(read.instr());
                }
            }
        }
        return found;
    }

    private void visit(Block block) {
        if (block != loop.header()) {
            for (BlockParam param : block.params()) {
                boolean isDependent = block.incoming().stream()
                        .anyMatch(edge -> is(edge.arguments().get(param.index())));
                boolean isOwn = running.contains(param);
                if (isOwn
                        ? block.incoming().stream()
                                .anyMatch(edge ->
                                        dependent.contains(edge.arguments().get(param.index())))
                        : isDependent) {
                    mark(param);
                }
            }
        }
        for (Instr instr : block.instrs()) {
            if (instr.op() instanceof Op.Branch) {
                if (is(instr.operand(0))) {
                    decide(instr);
                }
            } else if (!running.contains(instr) && (instr.operands().stream().anyMatch(this::is) || isOwnLoad(instr))) {
                mark(instr);
            }
        }
    }

    private boolean is(Value value) {
        return dependent.contains(value) || running.contains(value);
    }

    private void mark(Value value) {
        changed |= running.contains(value) ? disturbed.add(value) : dependent.add(value);
    }

    /** {@return whether an instruction loads from an array of the thread's own, after something dependent went into one} */
    private boolean isOwnLoad(Instr instr) {
        return instr.op() instanceof Op.Load(var _, Space space)
                && space == Space.LOCAL
                && loop.blocks().stream()
                        .flatMap(block -> block.instrs().stream())
                        .anyMatch(other -> other.op() instanceof Op.Store(var _, Space to)
                                && to == Space.LOCAL
                                && (conditional.contains(other.block())
                                        || other.operands().stream().anyMatch(this::is)));
    }

    private void decide(Instr branch) {
        if (decisions.put(branch, ways.soonest(branch)) != null) {
            return;
        }
        changed = true;
        Set<Block> between = ways.between(branch);
        conditional.addAll(between);
        Set<Block> from = new HashSet<>(between);
        from.add(branch.block());
        Set<Block> joins = new HashSet<>(between);
        joins.add(ways.after(branch));
        for (Block join : joins) {
            for (BlockParam param : join.params()) {
                Set<Value> different = new HashSet<>();
                for (Edge edge : join.incoming()) {
                    if (from.contains(edge.source().block())) {
                        different.add(edge.arguments().get(param.index()));
                    }
                }
                if (different.size() > 1) {
                    mark(param);
                }
            }
        }
    }
}
