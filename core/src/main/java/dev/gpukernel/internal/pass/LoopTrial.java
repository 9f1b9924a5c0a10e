package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.LoopMarks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tries on copies of a kernel what its loops would be. */
final class LoopTrial {
    private final Function kernel;
    private final LoopMarks marks;

    LoopTrial(Function kernel, LoopMarks marks) {
        this.kernel = kernel;
        this.marks = marks;
    }

    /** {@return whether a loop is parallel as it is, or once what it reads of iterations before is carried or read from before the loop} */
    boolean isParallel(Loop loop) {
        CountedLoop counted = CountedLoop.exactly(loop);
        return counted != null
                && (isIndependent(kernel, counted) || !recurrences(counted).isEmpty() || repeated(counted) != null);
    }

    /** {@return whether nothing else may hinder a loop than that it makes arrays} */
    boolean isParallelButForArrays(Loop loop) {
        CountedLoop counted = CountedLoop.exactly(loop);
        boolean areUsedAfter = Excerpt.usingMadeIn(loop).stream().anyMatch(block -> !loop.contains(block));
        return counted != null
                && !areUsedAfter
                && new NestBuilder(kernel, counted, kernel.name(), marks)
                        .findings().stream().allMatch(finding -> finding.message() == Message.ALLOCATION);
    }

    /** {@return a copy of the kernel, without what has nothing to do with a loop unless that is what shows how the loop counts} */
    private Function around(Loop loop, Map<Block, Block> copies) {
        Function excerpt = Excerpt.around(kernel, loop, copies);
        if (CountedLoop.exactly(loop) == null || KernelLoops.ifCounted(excerpt, copies.get(loop.header())) != null) {
            return excerpt;
        }
        copies.clear();
        return FunctionCopy.of(kernel, copies);
    }

    private boolean isIndependent(Function code, CountedLoop counted) {
        return new NestBuilder(code, counted, kernel.name(), marks).findings().isEmpty();
    }

    /** {@return what a loop that is not parallel reads one iteration after it stored it, if it is parallel once that is carried} */
    List<ArrayRecurrence> recurrences(CountedLoop counted) {
        List<ArrayRecurrence> found = ArrayRecurrence.of(counted);
        if (found.isEmpty()) {
            return found;
        }
        Map<Block, Block> copies = new HashMap<>();
        Function tried = around(counted.loop(), copies);
        Block header = copies.get(counted.loop().header());
        ArrayRecurrence.carry(ArrayRecurrence.of(KernelLoops.counted(tried, header)), tried);
        return isIndependent(tried, KernelLoops.counted(tried, header)) ? found : List.of();
    }

    /** {@return what repeats in a loop that is not parallel, if it is parallel once that is read from before the loop; else null} */
    @Nullable RepeatedElements repeated(CountedLoop counted) {
        RepeatedElements found = RepeatedElements.of(counted);
        if (found == null) {
            return null;
        }
        Map<Block, Block> copies = new HashMap<>();
        Function tried = around(counted.loop(), copies);
        Block header = copies.get(counted.loop().header());
        RepeatedElements copy = RepeatedElements.of(KernelLoops.counted(tried, header));
        if (copy != null) {
            copy.readBefore();
        }
        return isIndependent(tried, KernelLoops.counted(tried, header)) ? found : null;
    }

    /** {@return the loop in a parallel one that is parallel, too, once it begins at the same number in each iteration; null if there is none} */
    @Nullable CountedLoop alignable(CountedLoop counted) {
        List<CountedLoop> direct = InnerLoop.direct(kernel, counted.loop());
        CountedLoop inner = direct.size() == 1 ? direct.getFirst() : null;
        if (inner == null || !StartAlignment.isPossible(inner, counted.loop())) {
            return null;
        }
        Map<Block, Block> copies = new HashMap<>();
        Function tried = around(counted.loop(), copies);
        StartAlignment.align(
                tried, KernelLoops.counted(tried, copies.get(inner.loop().header())));
        return areParallel(tried, copies.get(counted.loop().header())) ? inner : null;
    }

    /** {@return whether a loop is parallel together with the one in it} */
    private boolean areParallel(Function tried, @Nullable Block header) {
        NestBuilder nest = new NestBuilder(tried, KernelLoops.counted(tried, header), kernel.name(), marks);
        return nest.findings().isEmpty() && nest.countParallel() > 1;
    }

    /** {@return a parallel loop with the one in it, which is parallel, too, once both make a rectangle; null if they make none} */
    @Nullable TriangularNest triangular(CountedLoop counted) {
        TriangularNest found = triangle(kernel, counted);
        if (found == null) {
            return null;
        }
        Map<Block, Block> copies = new HashMap<>();
        Function tried = around(counted.loop(), copies);
        Block header = copies.get(counted.loop().header());
        TriangularNest copy = triangle(tried, KernelLoops.counted(tried, header));
        if (copy == null) {
            return null;
        }
        copy.complete(tried);
        return areParallel(tried, header) ? found : null;
    }

    private static @Nullable TriangularNest triangle(Function code, CountedLoop counted) {
        List<CountedLoop> direct = InnerLoop.direct(code, counted.loop());
        return direct.size() == 1 ? TriangularNest.of(counted, direct.getFirst()) : null;
    }

    /**
     * Tells whether a loop that is not parallel can be exchanged with those in it, which are parallel before and after.
     *
     * @param inner the headers of the loops directly in it
     */
    boolean isExchangeable(Loop loop, List<Block> inner) {
        return exchanged(loop, LoopExchange.Demand.FORESEEABLE) != null && areParallel(inner);
    }

    /**
     * Tells whether a loop that is not parallel can be taken apart with the one in it, which is parallel as it is.
     *
     * @param inner the headers of the loops directly in it
     */
    boolean isDistributable(Loop loop, List<Block> inner) {
        if (!(CountedLoop.of(loop) instanceof CountedLoop.Recognition.Counted(CountedLoop counted))
                || NestDistribution.of(kernel, counted, marks) == null) {
            return false;
        }
        Map<Block, Block> copies = new HashMap<>();
        Function tried = around(loop, copies);
        Block header = Objects.requireNonNull(copies.get(loop.header()));
        return areParallel(inner) && new DistributedNest(tried, header, kernel.name()).isParallel();
    }

    /** {@return whether a loop is parallel that makes arrays, and so are those in it, of which each launch chooses} */
    boolean isInTwoWays(Loop loop) {
        CountedLoop counted = CountedLoop.exactly(loop);
        if (counted == null || !EitherLoop.isPossible(counted, marks, Loop.of(kernel))) {
            return false;
        }
        Map<Block, Block> copies = new HashMap<>();
        Function tried = around(loop, copies);
        LoopSchedule schedule = new LoopSchedule(Loop.of(tried), false);
        return new LoopOutliner(tried, marks, false, false, Set.of(), List.of(), schedule, kernel.name())
                .takesInTwoWays(Objects.requireNonNull(copies.get(loop.header())));
    }

    private boolean areParallel(List<Block> headers) {
        return headers.stream()
                .allMatch(
                        header -> isParallel(KernelLoops.counted(kernel, header).loop()));
    }

    /** {@return how its author should exchange a loop with those in it for these to be parallel, null if that does not help} */
    @Nullable String exchangeInWords(Loop loop) {
        LoopExchange exchange = exchanged(loop, LoopExchange.Demand.ANY);
        return exchange == null ? null : exchange.words();
    }

    private @Nullable LoopExchange exchanged(Loop loop, LoopExchange.Demand demand) {
        CountedLoop counted = CountedLoop.exactly(loop);
        LoopExchange exchange = counted == null ? null : LoopExchange.of(kernel, counted, marks, demand);
        if (exchange == null) {
            return null;
        }
        Map<Block, Block> copies = new HashMap<>();
        Function tried = around(loop, copies);
        boolean isParallel = new ExchangedNest(
                        tried, Objects.requireNonNull(copies.get(loop.header())), kernel.name(), demand)
                .isParallel();
        return isParallel ? exchange : null;
    }
}
