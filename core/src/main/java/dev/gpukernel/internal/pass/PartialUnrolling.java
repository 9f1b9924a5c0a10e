package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
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
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Does several iterations of an innermost counted loop at a time, as long as that many are left; the loop as it was does the
 * rest. Only loops that load and do not fault: there the loads of all these iterations can be under way at once, and memory is far
 * away. A loop that does little besides, and stores nothing, does more of them at a time first, so that few threads keep as many loads
 * under way as memory takes. The order of computations stays.
 */
public final class PartialUnrolling implements Pass {
    private static final int FACTOR = 4;

    /** Loads under way at a time in a loop that does little besides. */
    private static final int LOADS = 16;

    /** Most instructions of an iteration of such a loop. */
    private static final int LITTLE = 16;

    /** Far from where a few steps would overflow. */
    private static final int MOST_STEP = 1 << 16;

    /** Most instructions of an iteration. */
    private static final int MOST_INSTRS = 48;

    /** Most loads of an iteration: more are enough by themselves. */
    private static final int MOST_LOADS = 12;

    @Override
    public boolean run(Function function) {
        List<Loop> loops = Loop.of(function);
        Dominators dominators = Dominators.of(function);
        boolean changed = false;
        for (Loop loop : loops) {
            boolean innermost = loop.inside(loops).isEmpty();
            boolean suits = innermost && isSuitable(loop);
            CountedLoop counter = suits ? CountedLoop.upwards(loop) : null;
            if (counter != null && counter.step() <= MOST_STEP && LoopForm.isCopyable(loop)) {
                unroll(function, loop, counter, dominators);
                changed = true;
            }
        }
        return changed;
    }

    private static boolean isSuitable(Loop loop) {
        long loads =
                instrs(loop).filter(instr -> instr.op().effect() == Effect.READ).count();
        return loads > 0
                && loads <= MOST_LOADS
                && instrs(loop).allMatch(instr -> switch (instr.op().effect()) {
                    case NONE, READ, CONTROL -> true;
                    case WRITE -> instr.op() instanceof Op.Store;
                    case ALLOCATE, SYNCHRONISE, FAULT -> false;
                })
                && instrs(loop).count() <= MOST_INSTRS;
    }

    private static Stream<Instr> instrs(Loop loop) {
        return loop.instrs().filter(instr -> !(instr.op() instanceof Constant) && !(instr.op() instanceof Op.Jump));
    }

    private static void unroll(Function function, Loop loop, CountedLoop counter, Dominators dominators) {
        int most = most(loop);
        LoopForm.prepare(function, loop, dominators);
        LoopForm.addPreheader(function, loop);
        Edge entry = loop.entryEdges().getFirst();
        Block fewer = unroll(function, loop, counter, entry, loop.header(), FACTOR);
        if (most > FACTOR) {
            unroll(function, loop, counter, entry, fewer, most);
        }
    }

    /** {@return how many iterations are done at a time} */
    private static int most(Loop loop) {
        long branches =
                instrs(loop).filter(instr -> instr.op() instanceof Op.Branch).count();
        boolean stores = loop.instrs().anyMatch(instr -> instr.op() instanceof Op.Store);
        if (branches > 1 || stores || instrs(loop).count() > LITTLE) {
            return FACTOR;
        }
        long loads =
                instrs(loop).filter(instr -> instr.op().effect() == Effect.READ).count();
        return Math.max(FACTOR, Integer.highestOneBit(LOADS / (int) loads));
    }

    /** Does some iterations at a time where control enters, as long as so many are left; {@return where it enters now} */
    private static Block unroll(
            Function function, Loop loop, CountedLoop counter, Edge entry, Block otherwise, int factor) {
        Block header = loop.header();
        Value limit = limit(new Builder(function).before(entry.source()), counter, factor);
        Block main = function.addBlock();
        for (BlockParam param : header.params()) {
            main.addParam(param.type()).setName(param.name());
        }
        List<BlockParam> params = main.params();
        entry.retarget(main, List.copyOf(entry.arguments()));
        Builder builder =
                new Builder(function).atEnd(main).at(header.terminator().position());
        Value enough = builder.emit(
                new Op.Compare(Predicate.LT, ScalarType.I32),
                params.get(counter.variable().index()),
                limit);
        @Nullable Edge into = builder.branch(enough, header, params, otherwise, params)
                .edges()
                .getFirst();
        for (int made = 0; made < factor && into != null; made++) {
            RegionCopy copy = new RegionCopy(function, LoopForm.order(loop));
            copy.decide(header.terminator(), LoopTest.inside(counter.exit()));
            into = LoopForm.copyIteration(function, loop, copy, into);
        }
        if (into != null) {
            into.retarget(main, List.copyOf(into.arguments()));
        }
        return main;
    }

    /** {@return what the counter must be less than for all copies to be due} */
    private static Value limit(Builder builder, CountedLoop counter, int factor) {
        int distance = (factor - 1) * (int) counter.step() - (counter.isInclusive() ? 1 : 0);
        Value least = builder.constant(Integer.MIN_VALUE);
        Value fits = builder.emit(
                new Op.Compare(Predicate.GE, ScalarType.I32),
                counter.bound(),
                builder.constant(Integer.MIN_VALUE + distance));
        Value less = builder.emit(
                new Op.Binary(BinaryKind.ADD, ScalarType.I32), counter.bound(), builder.constant(-distance));
        return builder.emit(new Op.Select(ScalarType.I32), fits, less, least);
    }
}
