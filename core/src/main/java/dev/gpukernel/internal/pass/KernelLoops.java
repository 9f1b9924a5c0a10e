package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.TripCount;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.SourcePosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The loops that a kernel has at a time, while some are taken out of it. */
final class KernelLoops {
    /** Fewer than a warp's threads. */
    private static final int FEW_ITERATIONS = 31;

    private final Function kernel;

    /** Null after the kernel has changed. */
    private @Nullable List<Loop> known;

    KernelLoops(Function kernel) {
        this.kernel = kernel;
    }

    /** Has to be called when the kernel has changed. */
    void forget() {
        known = null;
    }

    /** {@return the loops that the kernel has now} */
    List<Loop> all() {
        List<Loop> found = known;
        if (found == null) {
            found = Loop.of(kernel);
            known = found;
        }
        return found;
    }

    /** {@return the loop with a header, {@code null} if there is none any more} */
    @Nullable Loop at(Block header) {
        return Loop.at(all(), header);
    }

    /** {@return the loop with a header, as it counts} */
    static CountedLoop counted(Function function, @Nullable Block header) {
        CountedLoop counted = ifCounted(function, header);
        if (counted == null) {
            throw new IllegalStateException("a loop was lost");
        }
        return counted;
    }

    /** {@return the loop with a header, as it counts, null if it does not or there is none} */
    static @Nullable CountedLoop ifCounted(Function function, @Nullable Block header) {
        Loop loop = Loop.at(Loop.of(function), header);
        return loop == null ? null : CountedLoop.exactly(loop);
    }

    /** {@return the headers of the loops that are in no other} */
    List<Block> outermost() {
        return headers(Loop.outermost(all()));
    }

    /** {@return the headers of the loops directly in a loop} */
    List<Block> inner(Loop loop) {
        return headers(Loop.outermost(loop.inside(all())));
    }

    private static List<Block> headers(List<Loop> loops) {
        return loops.stream().map(Loop::header).toList();
    }

    /** {@return whether a loop has so few iterations that launching them again and again is not what anybody wants} */
    boolean isSmall(Block header) {
        Loop loop = at(header);
        return loop != null
                && TripCount.of(loop, Dominators.of(kernel), FEW_ITERATIONS).isPresent();
    }

    /** {@return whether a loop has so few iterations, in whatever form it is} */
    boolean hasFewIterations(Block header) {
        Loop loop = at(header);
        return loop != null && TripCount.isAtMost(loop, Dominators.of(kernel), FEW_ITERATIONS);
    }

    /** {@return how many launches are in a loop} */
    long nestsIn(Block header) {
        Loop loop = at(header);
        return loop == null
                ? 0
                : loop.instrs().filter(instr -> instr.op() instanceof Op.Launch).count();
    }

    /** {@return whether a loop does the same elements in each iteration, all of them of what it makes: its variable is in no index} */
    static boolean repeats(Loop loop) {
        CountedLoop counted = CountedLoop.exactly(loop);
        return counted == null
                || Access.in(loop.blocks()).stream()
                        .filter(access -> !(access.instr().op() instanceof Op.MakeArray))
                        .allMatch(
                                access -> access.index() != null && !Dependent.on(access.index(), counted.variable()));
    }

    /** {@return whether a loop is the host's because it works on numbers alone and is part of something that the kernel calls} */
    static boolean isScalar(Loop loop) {
        SourcePosition position = loop.header().terminator().position();
        boolean called = position != null && position.caller() != null;
        return Access.in(loop.blocks()).isEmpty() && (called || !LoopExits.reachesReturn(loop.header()));
    }

    /** {@return how many iterations a loop has, in words; {@code null} if that is not known before it ends} */
    static @Nullable String times(Loop loop) {
        CountedLoop counted = CountedLoop.exactly(loop);
        return counted == null ? null : CountText.of(counted);
    }
}
