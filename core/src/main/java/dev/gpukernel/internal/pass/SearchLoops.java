package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import dev.gpukernel.internal.pass.ParallelLoops.Check;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes apart those loops of a kernel that may be left early and would be refused, or slow, for it. */
final class SearchLoops {
    /** Loops in the iteration that leaves are outermost then, and may be left early themselves. */
    private static final int MOST_DEEP = 3;

    private final LoopMarks marks;
    private final LoopJudge judge;

    private SearchLoops(LoopMarks marks, LoopJudge judge) {
        this.marks = marks;
        this.judge = judge;
    }

    /**
     * Takes loops apart, as long as the kernel is better for it.
     *
     * @param kernel a function whose loops are in shape
     * @param marks what the author says of them
     * @param left blocks of loops that stay as they are
     * @param judge what is to be said of loops
     * @return pairs of parameters that must not be the same array then
     */
    static List<AliasConflict> split(Function kernel, LoopMarks marks, Set<Block> left, LoopJudge judge) {
        return Loop.of(kernel).stream().anyMatch(SearchLoop::isLeftEarly)
                ? new SearchLoops(marks, judge).split(kernel, MOST_DEEP, left)
                : List.of();
    }

    /**
     * Takes loops apart, as long as the kernel is better for it.
     *
     * @param others headers of loops that stay as they are
     */
    private List<AliasConflict> split(Function kernel, int deep, Set<Block> others) {
        List<AliasConflict> conflicts = new ArrayList<>();
        Set<Block> inVain = new HashSet<>(others);
        // Behind a loop that is left over several edges, the next one is entered over all of them.
        Loop.of(kernel).forEach(loop -> LoopForm.addPreheader(kernel, loop));
        for (Block header = next(kernel, inVain); header != null; header = next(kernel, inVain)) {
            Block tried = header;
            Set<Block> left = LoopJudge.allBut(kernel, loop -> loop.header() == tried);
            Check known = judge.checkCopy(kernel, left, _ -> {});
            if (!known.isClean() && isBetterSplit(kernel, tried, deep, left, known)) {
                conflicts.addAll(Objects.requireNonNull(split(kernel, tried, deep), "as the copy"));
            } else {
                inVain.add(tried);
            }
        }
        return conflicts;
    }

    private boolean isBetterSplit(Function kernel, Block header, int deep, Set<Block> left, Check known) {
        Map<Block, Block> copies = new HashMap<>();
        // What comes after a loop that is taken apart may be there twice then, and counts.
        Function copy = FunctionCopy.of(kernel, copies);
        return split(copy, Objects.requireNonNull(copies.get(header)), deep) != null
                && judge.check(copy, LoopJudge.copied(left, copies)).isBetterThan(known);
    }

    /** Takes a loop apart, and then those in what it left, such as the inner one of the iteration that leaves. */
    private @Nullable List<AliasConflict> split(Function kernel, Block header, int deep) {
        // What another loop is better for says nothing of this one.
        Set<Block> others = Loop.of(kernel).stream().map(Loop::header).collect(Collectors.toSet());
        List<AliasConflict> own = SearchLoop.split(kernel, header);
        if (own == null || deep == 1) {
            return own;
        }
        List<AliasConflict> conflicts = new ArrayList<>(own);
        conflicts.addAll(split(kernel, deep - 1, others));
        return conflicts;
    }

    private @Nullable Block next(Function kernel, Set<Block> inVain) {
        List<Loop> loops = Loop.of(kernel);
        // In a loop of the host, a search would be launched in each iteration, and nothing would say so.
        return loops.stream()
                .filter(loop -> loops.stream()
                        .noneMatch(other -> other.header() != loop.header() && other.contains(loop.header())))
                .filter(loop -> !inVain.contains(loop.header())
                        && !marks.isSequential(loop.header())
                        && SearchLoop.isLeftEarly(loop))
                .map(Loop::header)
                .findFirst()
                .orElse(null);
    }
}
