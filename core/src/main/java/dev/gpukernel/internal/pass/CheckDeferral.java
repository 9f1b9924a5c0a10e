package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes checks of loaded indices, {@code x[columns[k]]}, out of the way of loads: a thread that meets a branch after every load
 * waits for one load at a time. A counted loop that only reads can be run again from its beginning. So it gets a copy that
 * remembers whether every check passed, loads element 0 where one did not, and is asked once, when it is left; if one did not
 * pass, the loop as it was runs and finds the fault.
 *
 * <pre>
 *   before ─► are the arrays not empty? ─no──────────────────► the loop as it was ─► after
 *                     └─yes─► the copy ─► did all pass? ─no─────────┘
 *                                               └─yes─────────────────────────────────► after
 * </pre>
 *
 * The copy ends whatever its loads give, since the counter alone decides that.
 */
public final class CheckDeferral implements Pass {
    /** Most instructions that a function gets in all. */
    private static final int GROWTH = 4_096;

    @Override
    public boolean run(Function function) {
        List<Loop> loops = Loop.of(function);
        Dominators dominators = Dominators.of(function);
        int left = GROWTH;
        boolean changed = false;
        for (Loop loop : loops) {
            boolean innermost = loop.inside(loops).isEmpty();
            int size = loop.size();
            DeferrableLoop deferrable = innermost && size <= left ? DeferrableLoop.of(loop, dominators) : null;
            if (deferrable != null) {
                defer(function, deferrable, dominators);
                left -= size;
                changed = true;
            }
        }
        return changed;
    }

    private static void defer(Function function, DeferrableLoop deferrable, Dominators dominators) {
        Loop loop = deferrable.loop();
        LoopForm.prepare(function, loop, dominators);
        LoopForm.addPreheader(function, loop);
        Block header = loop.header();
        RegionCopy copy = new RegionCopy(function, LoopForm.order(loop));
        Block fast = copy.copy();
        Block again = function.addBlock();
        Instr entry = loop.entryEdges().getFirst().source();
        List<Value> arguments = List.copyOf(loop.entryEdges().getFirst().arguments());
        Builder builder = new Builder(function).atEnd(again).at(entry.position());
        builder.jump(header, arguments);
        builder.before(entry).branch(deferrable.condition(builder), fast, arguments, again, List.of());
        Block before = entry.block();
        entry.remove();
        deferIn(function, copy.copies(), before, deferrable.exit().target(), again);
    }

    private static void deferIn(Function function, List<Block> blocks, Block before, Block exit, Block again) {
        List<Instr> deferred = new ArrayList<>();
        DeferredChecks checks = new DeferredChecks(Dominators.of(function));
        for (Block block : blocks) {
            block.instrs().stream().filter(DeferredChecks::isCheck).forEach(deferred::add);
        }
        deferred.forEach(checks::note);
        Map<Block, Value> passed = new LinkedHashMap<>();
        for (Instr check : deferred) {
            Value passes = checks.defer(check);
            passed.merge(check.block(), passes, (left, right) -> and(check, left, right));
        }
        for (Block block : blocks) {
            block.instrs().stream().filter(i -> i.op() instanceof Op.Load).forEach(checks::protect);
        }
        Block asked = leave(function, blocks, exit, again);
        remember(passed, before, asked);
        deferred.forEach(Instr::remove);
    }

    private static Value and(Instr before, Value left, Value right) {
        return new Builder(before.block().function())
                .before(before)
                .emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), left, right);
    }

    /** Leads every way out of the copy to the loop as it was, or to a block that is still to ask; {@return that block} */
    private static Block leave(Function function, List<Block> blocks, Block exit, Block again) {
        Block asked = function.addBlock();
        for (Block block : blocks) {
            for (Edge edge : block.terminator().edges()) {
                if (edge.target().equals(exit)) {
                    List<Value> arguments = List.copyOf(edge.arguments());
                    Builder builder = new Builder(function)
                            .atEnd(asked)
                            .at(block.terminator().position());
                    builder.branch(builder.emit(Constant.of(true)), exit, arguments, again, List.of());
                    edge.retarget(asked, List.of());
                } else if (!blocks.contains(edge.target())) {
                    edge.retarget(again, List.of());
                }
            }
        }
        return asked;
    }

    /** Carries whether all checks passed so far around the loop to the block that asks. */
    private static void remember(Map<Block, Value> passed, Block before, Block asked) {
        Variable good = new Variable(ScalarType.I1, null);
        good.assign(
                before,
                new Builder(before.function()).before(before.terminator()).emit(Constant.of(true)));
        Map<Block, Instr> all = new LinkedHashMap<>();
        passed.forEach((block, passes) -> {
            Builder builder = new Builder(block.function()).before(block.terminator());
            Value placeholder = builder.emit(Constant.of(true));
            Instr both = builder.emit(new Op.Binary(BinaryKind.AND, ScalarType.I1), placeholder, passes);
            all.put(block, both);
            good.assign(block, both);
        });
        List<Block> readers = new ArrayList<>(passed.keySet());
        readers.add(asked);
        good.join(readers);
        all.forEach((block, both) -> both.replaceUses(both.operand(0), good.atStart(block)));
        asked.terminator().replaceUses(asked.terminator().operand(0), good.atStart(asked));
    }
}
