package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
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
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets a loop inside another begin at the same number in each iteration of that, so that both can be split among threads: {@code for
 * (x = 1 + (y & 1); x < w; x += 2)} counts from 1, adds {@code y & 1} in each iteration, and asks there whether that is below w.
 */
final class StartAlignment {
    private StartAlignment() {}

    /** {@return whether a loop is such a loop, in another} */
    static boolean isPossible(CountedLoop inner, Loop outer) {
        return isMovable(inner)
                && !outer.isInvariant(inner.start())
                && outer.isInvariant(inner.bound())
                && isNarrow(inner);
    }

    /** {@return whether a loop may begin earlier, or end later, than it does, if it asks in each iteration whether that is one of its own} */
    static boolean isMovable(CountedLoop inner) {
        Loop loop = inner.loop();
        return inner.isOfInts()
                && inner.carried().isEmpty()
                && !inner.mayEndOtherwise()
                && loop.entryEdges().size() == 1
                && loop.header().instrs().stream().allMatch(StartAlignment::isPlain)
                && inner.exit().arguments().isEmpty()
                && inner.variable().users().stream().allMatch(user -> loop.contains(user.block()));
    }

    private static boolean isPlain(Instr instr) {
        return instr.op().effect() == Effect.NONE || instr.op() instanceof Op.Branch;
    }

    /** {@return whether starts are no further apart than a step} Then no sum wraps around where the counting does not. */
    private static boolean isNarrow(CountedLoop inner) {
        boolean isUpwards = switch (inner.predicate()) {
            case LT, LE -> inner.step() > 1;
            case GT, GE, EQ, NE, LTU, LEU, GTU, GEU -> false;
        };
        return isUpwards && inner.greatestStart() - inner.leastStart() <= inner.step();
    }

    /**
     * Does so.
     *
     * @param function the function
     * @param inner a loop of which {@link #isPossible} holds
     */
    static void align(Function function, CountedLoop inner) {
        Loop loop = inner.loop();
        Edge entry = loop.entryEdges().getFirst();
        Builder before = new Builder(function).before(entry.source());
        long start = inner.leastStart();
        Value distance = LoopShaping.plus(before, inner.start(), -start);
        Value first = before.constant((int) start);
        Block latch = latch(function, inner);
        List<Instr> users = new ArrayList<>(inner.variable().users());
        users.removeIf(user -> user.block() == latch || user.block() == loop.header());
        Block body = ask(function, inner, distance, latch);
        Value aligned = body.instrs().getFirst();
        users.forEach(user -> user.replaceUses(inner.variable(), aligned));
        entry.retarget(loop.header(), List.of(first));
    }

    /** {@return a block that counts on and leads back, the only one} */
    static Block latch(Function function, CountedLoop inner) {
        Block header = inner.loop().header();
        Block latch = function.addBlock();
        for (Edge back : inner.loop().backEdges()) {
            back.retarget(latch, List.of());
        }
        Builder builder =
                new Builder(function).atEnd(latch).at(header.terminator().position());
        builder.jump(header, List.of(LoopShaping.plus(builder, inner.variable(), inner.step())));
        return latch;
    }

    /** Asks in each iteration whether there is one; {@return where it is asked: first comes what the variable was} */
    private static Block ask(Function function, CountedLoop inner, Value distance, Block latch) {
        BlockParam variable = inner.variable();
        Instr branch = inner.loop().header().terminator();
        Instr compare = (Instr) branch.operand(0);
        boolean goesOn = branch.edges().getLast() == inner.exit();
        Edge inside = goesOn ? branch.edges().getFirst() : branch.edges().getLast();
        Block asking = function.addBlock();
        Builder builder = new Builder(function).atEnd(asking).at(branch.position());
        Value aligned = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I32), variable, distance);
        aligned.setName(variable.name());
        List<Value> operands = new ArrayList<>(compare.operands());
        operands.replaceAll(operand -> operand == variable ? aligned : operand);
        Value holds = builder.emit(compare.op(), operands);
        List<Value> passed = new ArrayList<>(inside.arguments());
        passed.replaceAll(value -> value == variable ? aligned : value);
        Block body = inside.target();
        if (goesOn) {
            builder.branch(holds, body, passed, latch, List.of());
        } else {
            builder.branch(holds, latch, List.of(), body, passed);
        }
        inside.retarget(asking, List.of());
        return asking;
    }
}
