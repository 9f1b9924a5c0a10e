package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopTest;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Effect;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Space;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Moves before a loop what its test reads or checks and what is the same in every iteration, as in {@code i < n[0]} and
 * {@code i < n / m}. The test is done at least once, before anything else of the loop, so a check there throws what it threw. That
 * of a second test, as in {@code i < a.length && i < n[0]}, is done before the loop if the first lets the first iteration through.
 */
final class InvariantTest {
    private final Function kernel;
    private final Loop loop;
    private final List<AliasConflict> conflicts;
    private final List<Instr> moving = new ArrayList<>();
    private final Set<Value> moved = new HashSet<>();
    private final UnwrittenArrays arrays;

    /**
     * Looks at nothing yet.
     *
     * @param kernel the function
     * @param loop the loop
     * @param conflicts where it adds pairs of parameters that must not be the same array
     */
    InvariantTest(Function kernel, Loop loop, List<AliasConflict> conflicts) {
        this.kernel = kernel;
        this.loop = loop;
        this.conflicts = conflicts;
        this.arrays =
                new UnwrittenArrays(kernel, loop, "the bound of a loop is read from one of them before it begins");
    }

    /** Moves all that has an effect, or nothing; {@return whether it did} */
    boolean hoist() {
        Block header = loop.header();
        if (LoopTest.exit(loop, header.terminator()) == null) {
            return false;
        }
        boolean needed = false;
        for (Instr instr : header.instrs()) {
            if (instr.isTerminator()) {
                break;
            }
            boolean isPure = instr.op().effect() == Effect.NONE;
            if (instr.operands().stream().allMatch(this::isKnownBefore) && (isPure || canMove(instr))) {
                moving.add(instr);
                moved.add(instr);
                needed |= !isPure;
            } else if (!isPure) {
                return false;
            }
        }
        if (needed) {
            LoopForm.addPreheader(kernel, loop);
            Instr before = loop.entryEdges().getFirst().source();
            moving.forEach(instr -> instr.moveBefore(before));
            conflicts.addAll(arrays.conflicts());
        }
        return needed;
    }

    /** Moves what a second test reads or checks; {@return whether there was any} */
    boolean hoistSecond() {
        Instr branch = loop.header().terminator();
        Edge exit = LoopTest.exit(loop, branch);
        if (exit == null || !LoopTest.isPure(loop.header())) {
            return false;
        }
        Edge inside = LoopTest.inside(exit);
        Block second = inside.target();
        if (second == loop.header()
                || second.incoming().size() != 1
                || !second.params().isEmpty()
                || LoopTest.exit(loop, second.terminator()) == null
                || LoopTest.isPure(second)) {
            return false;
        }
        for (Instr instr : second.instrs()) {
            if (instr.op().effect() != Effect.NONE && !instr.isTerminator()) {
                boolean isKnown = instr.operands().stream()
                        .allMatch(operand -> moved.contains(operand) || loop.isInvariant(operand));
                if (!isKnown || !canMove(instr)) {
                    return false;
                }
                moving.add(instr);
                moved.add(instr);
            }
        }
        moveBehind(branch, inside);
        conflicts.addAll(arrays.conflicts());
        return true;
    }

    /** Computes before the loop what is to be moved, if the header's test holds there. */
    private void moveBehind(Instr branch, Edge inside) {
        LoopForm.addPreheader(kernel, loop);
        Edge entry = loop.entryEdges().getFirst();
        Builder before = new Builder(kernel).before(entry.source());
        HostValues first = new HostValues(before, loop);
        for (BlockParam param : loop.header().params()) {
            first.put(param, entry.arguments().get(param.index()));
        }
        Value isFirst = first.before(branch.operand(0));
        Block reading = kernel.addBlock();
        Block lead = kernel.addBlock();
        Builder reader = new Builder(kernel).atEnd(reading);
        HostValues read = new HostValues(reader, loop);
        List<Value> nothing = new ArrayList<>();
        List<Value> values = new ArrayList<>();
        Map<Instr, BlockParam> known = new LinkedHashMap<>();
        for (Instr instr : moving) {
            List<Value> operands = instr.operands().stream().map(read::before).toList();
            Instr early = reader.at(instr.position()).emit(instr.op(), operands);
            read.put(instr, early);
            if (instr.type() instanceof ScalarType type) {
                BlockParam param = lead.addParam(type);
                param.setName(instr.name());
                nothing.add(before.emit(new Op.Constant(type, 0)));
                values.add(early);
                known.put(instr, param);
            }
        }
        // Only now: one of them may follow from another.
        known.forEach(Instr::replaceAllUsesWith);
        moving.reversed().forEach(Instr::remove);
        new Builder(kernel).atEnd(lead).at(branch.position()).jump(loop.header(), List.copyOf(entry.arguments()));
        reader.at(branch.position()).jump(lead, values);
        boolean isSecond = branch.edges().getLast() == inside;
        Builder asking = new Builder(kernel).before(entry.source()).at(branch.position());
        Instr jump = entry.source();
        if (isSecond) {
            asking.branch(isFirst, lead, nothing, reading, List.of());
        } else {
            asking.branch(isFirst, reading, List.of(), lead, nothing);
        }
        jump.remove();
    }

    private boolean isKnownBefore(Value value) {
        return moved.contains(value) || !loop.contains(value.block());
    }

    private boolean canMove(Instr instr) {
        return switch (instr.op()) {
            case Op.IndexCheck _, Op.DivisorCheck _ -> true;
            case Op.Load(var _, Space space, var _) -> space == Space.CONSTANT || arrays.areUnwritten(instr.operand(0));
            default -> false;
        };
    }
}
