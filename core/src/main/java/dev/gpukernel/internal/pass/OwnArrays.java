package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.pass.ParallelLoops.Check;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Decides which of the arrays that loops make are the threads' own: those of loops that are parallel as a whole. The host makes all
 * others, for loops that are parallel inside.
 */
final class OwnArrays {
    /** Looks at copies of the kernel. */
    interface Judge {
        /** {@return what is to be said of a copy, which is of no use any more then} */
        Check check(Function copy);
    }

    private final Function kernel;
    private final LoopMarks marks;
    private final Judge judge;

    /**
     * Makes it.
     *
     * @param kernel a kernel of plain loops
     * @param marks what the author says of them
     * @param judge tells how good a choice is
     */
    OwnArrays(Function kernel, LoopMarks marks, Judge judge) {
        this.kernel = kernel;
        this.marks = marks;
        this.judge = judge;
    }

    /** Changes the kernel. */
    void decide() {
        List<Loop> loops = Loop.of(kernel).stream()
                .filter(loop -> loop.makers().stream().anyMatch(OwnArrays::canBeOwn))
                .sorted(Comparator.comparingInt(Loop::size))
                .toList();
        if (loops.isEmpty()) {
            return;
        }
        Check best = judge.check(FunctionCopy.of(kernel));
        List<Integer> chosen = List.of();
        for (Loop loop : loops) {
            List<Integer> more =
                    Stream.concat(chosen.stream(), made(loop)).distinct().toList();
            if (more.size() > chosen.size() && (!best.findings().isEmpty() || isBetterOwn(loop))) {
                Function tried = FunctionCopy.of(kernel);
                makeOwn(tried, more);
                Check check = judge.check(tried);
                // Of the same number, those that are left say why the loop is not parallel in any case.
                if (!best.isBetterThan(check)) {
                    best = check;
                    chosen = more;
                }
            }
        }
        makeOwn(kernel, chosen);
    }

    /** {@return whether threads had better go through a loop even if the host can, which launches the loops in it} */
    private boolean isBetterOwn(Loop loop) {
        return !marks.isSequential(loop.header())
                && !new KernelLoops(kernel).isSmall(loop.header())
                && !new LoopTrial(kernel, marks).isInTwoWays(loop)
                && !isInTwoWaysOnceShaped(loop);
    }

    private boolean isInTwoWaysOnceShaped(Loop loop) {
        Map<Block, Block> copies = new HashMap<>();
        Function copy = FunctionCopy.of(kernel, copies);
        LoopShaping.shape(copy);
        Loop shaped = Loop.at(Loop.of(copy), copies.get(loop.header()));
        return shaped != null && new LoopTrial(copy, marks).isInTwoWays(shaped);
    }

    private static boolean canBeOwn(Instr maker) {
        return ThreadArrays.canBeOwn((BlockParam) maker.operand(0));
    }

    /** {@return the parameters that arrays are which a loop makes} */
    private static Stream<Integer> made(Loop loop) {
        return loop.makers().stream().filter(OwnArrays::canBeOwn).map(maker -> ((BlockParam) maker.operand(0)).index());
    }

    private static void makeOwn(Function kernel, List<Integer> made) {
        List<BlockParam> params = made.stream().map(kernel.params()::get).toList();
        for (BlockParam param : params) {
            makeOwn(kernel, param);
            kernel.entry().removeParam(param);
        }
    }

    static void makeOwn(Function function, BlockParam made) {
        List<Block> blocks =
                ThreadArrays.makers(made).stream().map(Instr::block).toList();
        ThreadArrays.makeOwn(made, Dominators.of(function).common(blocks));
    }
}
