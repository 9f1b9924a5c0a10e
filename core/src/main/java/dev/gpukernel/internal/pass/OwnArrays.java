package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.pass.ParallelLoops.Check;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decides which of the arrays that loops make are the threads' own: those of loops that are parallel as a whole. The host makes all
 * others, for loops that are parallel inside.
 */
final class OwnArrays {
    private final Function kernel;
    private final LoopMarks marks;
    private final LoopJudge judge;

    /**
     * Makes it.
     *
     * @param kernel a kernel of plain loops
     * @param marks what the author says of them
     * @param judge tells how good a choice is
     */
    OwnArrays(Function kernel, LoopMarks marks, LoopJudge judge) {
        this.kernel = kernel;
        this.marks = marks;
        this.judge = judge;
    }

    /** Changes the kernel. */
    void decide() {
        List<Loop> loops = Loop.of(kernel).stream()
                .filter(loop -> makers(loop).anyMatch(OwnArrays::canBeOwn))
                .sorted(Comparator.comparingInt(Loop::size))
                .toList();
        if (loops.isEmpty()) {
            return;
        }
        List<Integer> chosen = List.of();
        Set<Block> known = Set.of();
        Check best = null;
        for (Loop loop : loops) {
            List<Integer> more =
                    Stream.concat(chosen.stream(), made(loop)).distinct().toList();
            if (more.size() == chosen.size()) {
                continue;
            }
            Set<Block> left = allBut(loop);
            if (best == null || !left.equals(known)) {
                best = checkedWith(chosen, left);
                known = left;
            }
            if (!best.findings().isEmpty() || isBetterOwn(loop, left)) {
                Check check = checkedWith(more, left);
                // Of the same number, those that are left say why the loop is not parallel in any case.
                if (!best.isBetterThan(check)) {
                    best = check;
                    chosen = more;
                }
            }
        }
        makeOwn(kernel, chosen);
    }

    private Check checkedWith(List<Integer> own, Set<Block> left) {
        return judge.checkCopy(kernel, left, copy -> makeOwn(copy.function(), own));
    }

    /**
     * {@return the blocks of all loops around a loop and beside it, which may be many and say nothing of it; but not of the outermost ones
     * that use an array which it makes, if any other does}
     */
    private Set<Block> allBut(Loop loop) {
        Set<Block> used = makers(loop)
                .flatMap(maker -> maker.operand(0).users().stream())
                .map(Instr::block)
                .collect(Collectors.toSet());
        if (LoopExits.withThrowing(loop).containsAll(used)) {
            Set<Block> left = LoopJudge.allBut(kernel, _ -> false);
            left.removeAll(loop.blocks());
            return left;
        }
        used.add(loop.header());
        return LoopJudge.allBut(kernel, outer -> !Collections.disjoint(used, outer.blocks()));
    }

    /**
     * {@return whether threads had better go through a loop even if the host can, which launches the loops in it}
     *
     * @param left blocks of loops that are not looked at
     */
    private boolean isBetterOwn(Loop loop, Set<Block> left) {
        return !marks.isSequential(loop.header())
                && !new KernelLoops(kernel).isSmall(loop.header())
                && !new LoopTrial(kernel, marks).isInTwoWays(loop)
                && !isInTwoWaysOnceShaped(loop, left);
    }

    private boolean isInTwoWaysOnceShaped(Loop loop, Set<Block> left) {
        Map<Block, Block> copies = new HashMap<>();
        Function copy = Excerpt.without(kernel, left, copies);
        LoopShaping.shape(copy, LoopJudge.copied(left, copies));
        Loop shaped = Loop.at(Loop.of(copy), copies.get(loop.header()));
        return shaped != null && new LoopTrial(copy, marks).isInTwoWays(shaped);
    }

    /** {@return what makes arrays in a loop, and on its ways to an exception, which belong to its iterations} */
    private static Stream<Instr> makers(Loop loop) {
        return LoopExits.withThrowing(loop).stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.MakeArray);
    }

    private static boolean canBeOwn(Instr maker) {
        return ThreadArrays.canBeOwn((BlockParam) maker.operand(0));
    }

    /** {@return the parameters that arrays are which a loop makes} */
    private static Stream<Integer> made(Loop loop) {
        return makers(loop).filter(OwnArrays::canBeOwn).map(maker -> ((BlockParam) maker.operand(0)).index());
    }

    private static void makeOwn(Function kernel, List<Integer> made) {
        // An excerpt may not show what makes some of them.
        List<BlockParam> params = made.stream()
                .map(kernel.params()::get)
                .filter(param -> !ThreadArrays.makers(param).isEmpty())
                .toList();
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
