package dev.gpukernel.internal.pass;

import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.ValueText;
import dev.gpukernel.internal.intrinsic.Intrinsics;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Builder;
import dev.gpukernel.internal.ir.Edge;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Op.BinaryKind;
import dev.gpukernel.internal.ir.Op.Constant;
import dev.gpukernel.internal.ir.Predicate;
import dev.gpukernel.internal.ir.ScalarType;
import dev.gpukernel.internal.ir.Value;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A parallel loop with loops inside that stay in its threads, in two forms: taken out as it is, or gone through by the host, with the
 * loops inside taken out. The host asks {@link Op.SplitInner} before it which of them it runs.
 */
final class EitherLoop {
    /** Most instructions of a loop: more are enough for a thread, and lanes of them more than a JVM compiles. */
    private static final int MOST_INSTRUCTIONS = 256;

    /** Most instructions of what the host does in an iteration. */
    private static final int MOST_ON_HOST = 128;

    /** Most elements that the host reads and writes in an iteration, each of which a GPU copies by itself. */
    private static final int MOST_ELEMENTS = 4;

    private final Function kernel;
    private final CountedLoop counted;

    /** The loops inside, outer ones first. */
    private final List<Loop> inside;

    /** Ends where it is decided which form runs. */
    private final Block before;

    private final List<Value> starts;
    private @Nullable Instr asked;
    private @Nullable String outside;
    private @Nullable String within;

    /** Puts a block of its own before a loop, for the launch that takes its place. */
    EitherLoop(Function kernel, CountedLoop counted) {
        this.kernel = kernel;
        this.counted = counted;
        Loop loop = counted.loop();
        LoopForm.addPreheader(kernel, loop);
        computeBefore();
        LoopForm.prepare(kernel, loop, Dominators.of(kernel));
        this.inside = loop.inside(Loop.of(kernel));
        Edge into = loop.entryEdges().getFirst();
        this.before = into.source().block();
        this.starts = List.copyOf(into.arguments());
        Block own = kernel.addBlock();
        new Builder(kernel).atEnd(own).at(into.source().position()).jump(loop.header(), starts);
        into.retarget(own, List.of());
    }

    /** What follows from the variable after the loop, and what does not change, is the same in both forms, and remains known as such. */
    private void computeBefore() {
        Builder builder = new Builder(kernel)
                .before(counted.loop().entryEdges().getFirst().source());
        builder.at(counted.loop().header().terminator().position());
        HostValues host = new HostValues(builder, counted.loop());
        ValuesAfter after = new ValuesAfter(counted);
        // Only where it is sure how many iterations there are.
        Supplier<Value> count = counted.always() ? () -> count(builder, host, counted) : null;
        LaunchWriter.replaceFollowing(counted, after, builder, host, count);
        after.leadThere(counted.exit());
    }

    /** {@return whether a loop has loops inside whose number of iterations is known before it, and nothing against two forms} */
    static boolean isPossible(CountedLoop counted, LoopMarks marks, List<Loop> loops) {
        Loop loop = counted.loop();
        List<Loop> inside = loop.inside(loops);
        return !marks.isParallel(loop.header(), counted.variable().name())
                && LoopForm.isCopyable(loop)
                && loop.size() <= MOST_INSTRUCTIONS
                && inside.stream().noneMatch(inner -> marks.isSequential(inner.header()))
                && inside.stream().anyMatch(inner -> manyIn(inner, loop) != null);
    }

    /** {@return an inner loop as it counts, null if its count changes in the outer one or is known to be small} */
    private static @Nullable CountedLoop manyIn(Loop inner, Loop outer) {
        CountedLoop loop = CountedLoop.exactly(inner);
        return loop != null && outer.isInvariant(loop.start()) && outer.isInvariant(loop.bound()) && !isSmall(loop)
                ? loop
                : null;
    }

    private static boolean isSmall(CountedLoop loop) {
        Constant start = loop.start().constant();
        Constant bound = loop.bound().constant();
        return start != null && bound != null && Math.abs(bound.bits() - start.bits()) < SplitRule.LEAST_INSIDE;
    }

    /**
     * Lets control get to the loop again that a launch took the place of, if that is better.
     *
     * @param levels the loops that were taken out together, the outermost first
     * @return whether there is a loop inside of which that may be
     */
    boolean open(List<CountedLoop> levels) {
        List<CountedLoop> many = countedIn(levels.getLast().loop());
        if (many.isEmpty()) {
            return false;
        }
        outside = product(levels);
        within = CountText.of(many.getFirst());
        Instr jump = before.terminator();
        Builder builder = new Builder(kernel).before(jump);
        builder.at(counted.loop().header().terminator().position());
        HostValues host = new HostValues(builder, counted.loop());
        Value outer = builder.constant(1L);
        for (CountedLoop level : levels) {
            // A product of three does not wrap around.
            Value count = atMost(builder, count(builder, host, level));
            outer = builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I64), outer, count);
        }
        Value inner = builder.constant(0L);
        for (CountedLoop loop : many) {
            inner = builder.emit(new Op.Call(Intrinsics.MAX_I64), inner, count(builder, host, loop));
        }
        if (!counted.loop().makers().isEmpty()) {
            inner = builder.emit(new Op.Call(Intrinsics.MAX_I64), inner, tooLarge(builder, host));
        }
        Instr ask = builder.emit(new Op.SplitInner(Op.Sums.ROUNDED), outer, inner);
        asked = ask;
        Block again = kernel.addBlock();
        new Builder(kernel)
                .atEnd(again)
                .at(builder.position())
                .jump(counted.loop().header(), starts);
        Block launch = jump.edges().getFirst().target();
        builder.branch(ask, again, List.of(), launch, List.of());
        jump.remove();
        return true;
    }

    /** {@return as many iterations as are split in any case if threads cannot have the arrays that the loop makes; else 0} */
    private Value tooLarge(Builder builder, HostValues host) {
        Value bytes = builder.constant(0L);
        for (Instr maker : counted.loop().makers()) {
            Value length = builder.constant(
                    (long) ((Op.MakeArray) maker.op()).element().bytes());
            for (Value size : maker.operands().subList(1, maker.operands().size())) {
                Value wide = builder.emit(Op.Convert.WIDEN, host.before(size));
                length = builder.emit(new Op.Binary(BinaryKind.MUL, ScalarType.I64), length, atMost(builder, wide));
            }
            bytes = builder.emit(new Op.Binary(BinaryKind.ADD, ScalarType.I64), bytes, length);
        }
        Value most = builder.constant((long) Op.LocalArray.MOST_BYTES);
        Value isMore = builder.emit(new Op.Compare(Predicate.GT, ScalarType.I64), bytes, most);
        return builder.emit(
                new Op.Select(ScalarType.I64), isMore, builder.constant(SplitRule.ANY), builder.constant(0L));
    }

    private static @Nullable String product(List<CountedLoop> levels) {
        List<String> counts =
                levels.stream().map(CountText::of).filter(Objects::nonNull).toList();
        if (counts.size() < levels.size()) {
            return null;
        }
        return counts.size() == 1
                ? counts.getFirst()
                : counts.stream().map(ValueText::closed).collect(Collectors.joining(" * "));
    }

    private static Value atMost(Builder builder, Value count) {
        Value positive = builder.emit(new Op.Call(Intrinsics.MAX_I64), count, builder.constant(0L));
        return builder.emit(new Op.Call(Intrinsics.MIN_I64), positive, builder.constant(SplitRule.MOST));
    }

    private static Value count(Builder builder, HostValues host, CountedLoop loop) {
        return IterationCount.emit(builder, loop, host.before(loop.start()), host.before(loop.bound()));
    }

    /** {@return the loops directly in one, of which it is known before the outermost one how many iterations they have} */
    private List<CountedLoop> countedIn(Loop around) {
        return Loop.outermost(around.inside(inside)).stream()
                .map(loop -> manyIn(loop, counted.loop()))
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * {@return whether going through the loop is better for many iterations inside: all loops in it are launched, and little is left
     * for the host to do}
     *
     * @param loops those that the kernel has now
     * @param either the headers of those in it that have two forms, too
     * @param levels as above
     */
    boolean isUseful(List<Loop> loops, Set<Block> either, List<CountedLoop> levels) {
        Loop loop = Objects.requireNonNull(Loop.at(loops, counted.loop().header()), "it stays");
        boolean areLaunched = loop.inside(loops).stream().allMatch(inner -> either.contains(inner.header()));
        // One that is launched with the loop around it is split in either form.
        boolean areOpened = levels.stream()
                .skip(1)
                .allMatch(level -> either.contains(level.loop().header()));
        long elements = Access.in(loop.blocks()).stream()
                .filter(access -> !(access.instr().op() instanceof Op.Launch))
                .count();
        return areLaunched
                && areOpened
                && elements <= MOST_ELEMENTS
                && loop.size() <= MOST_ON_HOST
                && HostRules.findings(loop.blocks()).isEmpty();
    }

    /** Lets control get to the launch alone, as it is no use to go through the loop. */
    void close() {
        Instr branch = before.terminator();
        new Builder(kernel).before(branch).jump(branch.edges().getLast().target(), List.of());
        branch.remove();
    }

    /**
     * Decides by what launches choose.
     *
     * @param areRounded whether the order of sums shows
     * @return the rule
     */
    PlannedLoop.Choice decide(boolean areRounded) {
        Op.Sums sums = areRounded ? Op.Sums.ROUNDED : Op.Sums.EXACT;
        Instr first = Objects.requireNonNull(asked, "opened");
        Instr decided =
                new Builder(kernel).before(first).at(first.position()).emit(new Op.SplitInner(sums), first.operands());
        first.replaceAllUsesWith(decided);
        first.remove();
        return new PlannedLoop.Choice.Counts(
                outside, within, sums, !counted.loop().makers().isEmpty());
    }
}
