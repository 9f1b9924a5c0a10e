package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.RedundantParams;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Goes through the loops of a kernel, from the outermost, and takes out those that are parallel. */
final class LoopOutliner {
    private final Function kernel;
    private final LoopMarks marks;
    private final boolean checksOnly;
    private final boolean mayIdle;
    private final Set<Block> left;

    private final LoopSchedule schedule;
    private final TakenNests taken;
    private final KernelLoops loops;
    private final LoopTrial trial;
    private final List<Diagnostic> warnings = new ArrayList<>();
    /** Headers of loops that run in two ways. */
    private final Set<Block> either = new HashSet<>();

    private boolean isRounded;

    /**
     * Makes it.
     *
     * @param kernel whose loops are taken out
     * @param marks what the author says of them
     * @param checksOnly whether it is only looked whether they can be
     * @param mayIdle whether threads cost little that have nothing to do
     * @param left blocks of loops that are left as they are, and of which nothing is said
     * @param shaped pairs of parameters that must not be the same array, whatever becomes of the loops
     * @param schedule where it is noted how they run
     * @param name of what is launched first
     */
    LoopOutliner(
            Function kernel,
            LoopMarks marks,
            boolean checksOnly,
            boolean mayIdle,
            Set<Block> left,
            List<AliasConflict> shaped,
            LoopSchedule schedule,
            String name) {
        this.kernel = kernel;
        this.marks = marks;
        this.checksOnly = checksOnly;
        this.mayIdle = mayIdle;
        this.left = left;
        this.schedule = schedule;
        this.taken = new TakenNests(name, shaped);
        this.loops = new KernelLoops(kernel);
        this.trial = new LoopTrial(kernel, marks);
    }

    ParallelLoops.Outcome outcome() {
        List<Diagnostic> findings = outlineAll();
        return findings.isEmpty()
                ? taken.outcome(schedule.loops())
                : new ParallelLoops.Outcome.Rejected(LoopTexts.once(findings));
    }

    ParallelLoops.Check check() {
        return new ParallelLoops.Check(outlineAll(), warnings);
    }

    private List<Diagnostic> outlineAll() {
        List<Diagnostic> findings = new ArrayList<>();
        List<Block> scalar = new ArrayList<>();
        for (Block header : outermost()) {
            Loop loop = loops.at(header);
            if (loop != null && Access.in(loop.blocks()).isEmpty()) {
                scalar.add(header);
            } else {
                findings.addAll(outline(header));
            }
        }
        // Loops over numbers alone are set-up, unless there is nothing else.
        if (taken.isEmpty() && findings.isEmpty() && left.isEmpty()) {
            scalar.forEach(header -> findings.addAll(outline(header)));
        }
        if (findings.isEmpty() && taken.isEmpty() && left.isEmpty()) {
            findings.add(ParallelLoops.atStart(Message.NOT_A_KERNEL, kernel));
        }
        if (findings.isEmpty()) {
            findings.addAll(ofHost());
        }
        return findings;
    }

    /** {@return the headers of the outermost loops of those that hold nothing that is left as it is} */
    private List<Block> outermost() {
        return left.isEmpty()
                ? loops.outermost()
                : Loop.outermost(loops.all().stream()
                                .filter(loop -> Collections.disjoint(left, loop.blocks()))
                                .toList())
                        .stream()
                        .map(Loop::header)
                        .toList();
    }

    /** {@return what the host may not do of what is left to it} */
    private List<Diagnostic> ofHost() {
        return HostRules.findings(
                kernel.blocks().stream().filter(block -> !left.contains(block)).toList());
    }

    /** Takes a loop out, or those in it; {@return why that is not possible, nothing if it was done} */
    private List<Diagnostic> outline(Block header) {
        Loop loop = loops.at(header);
        if (loop == null || KernelLoops.isScalar(loop)) {
            return List.of();
        }
        if (marks.isSequential(header)) {
            return inOrder(loop);
        }
        List<Diagnostic> made =
                loop.makers().isEmpty() || trial.isInTwoWays(loop) ? List.of() : LoopTexts.made(loop.makers());
        List<Diagnostic> findings = !made.isEmpty()
                ? made
                : switch (CountedLoop.of(loop)) {
                    case CountedLoop.Recognition.Counted(CountedLoop counted) -> take(counted);
                    case CountedLoop.Recognition.Other(String reason) ->
                        List.of(LoopTexts.shape(loop, reason + SearchLoop.hindranceInWords(kernel, loop)));
                };
        List<Block> inner = findings.isEmpty() ? List.of() : loops.inner(loop);
        boolean repeats = !inner.isEmpty() && KernelLoops.repeats(loop);
        boolean isOne = inner.isEmpty() || (!repeats && inner.stream().allMatch(loops::isSmall));
        return orOnce(header, isOne ? findings : onHost(loop, inner, repeats, findings));
    }

    /** Lets one thread run a loop of few iterations that leads to an exception, as in {@code finally}: a launch comes to it once; {@return as above} */
    private List<Diagnostic> orOnce(Block header, List<Diagnostic> findings) {
        Loop loop = findings.isEmpty() ? null : loops.at(header);
        if (loop == null
                || LoopExits.reachesReturn(header)
                || !loops.hasFewIterations(header)
                || !loop.makers().isEmpty()
                || loops.nestsIn(header) > 0) {
            return findings;
        }
        return takeWhole(loop).isEmpty() ? List.of() : findings;
    }

    /** Takes the loops out that are in one that is not parallel; {@return as above} */
    private List<Diagnostic> onHost(Loop loop, List<Block> inner, boolean repeats, List<Diagnostic> findings) {
        Block header = loop.header();
        Diagnostic why = findings.getFirst();
        boolean isWhole = loop.makers().isEmpty();
        boolean isExchanged = isWhole && trial.isExchangeable(loop, inner);
        boolean isDistributed = isWhole && !isExchanged && trial.isDistributable(loop, inner);
        if (isExchanged && !checksOnly) {
            takeExchanged(loop, why);
            return List.of();
        }
        if (isDistributed && !checksOnly) {
            takeDistributed(loop, why);
            return List.of();
        }
        // Else what is wrong with those in it is what matters.
        boolean mayBeParallel = !repeats && (isWhole || trial.isParallelButForArrays(loop));
        boolean isWarned = checksOnly && !isExchanged && !isDistributed && LoopSchedule.walksWrites(loop);
        String exchange = isWarned ? trial.exchangeInWords(loop) : null;
        String times = KernelLoops.times(loop);
        List<Diagnostic> innerFindings = new ArrayList<>();
        boolean areSmall = true;
        for (Block child : inner) {
            boolean isSmall = loops.hasFewIterations(child);
            List<Diagnostic> ofChild = outline(child);
            areSmall &= isSmall || ofChild.isEmpty();
            innerFindings.addAll(ofChild);
        }
        if (innerFindings.isEmpty() && loops.nestsIn(header) == 0) {
            return findings;
        }
        schedule.host(header, times, LoopTexts.reason(why));
        if (isWarned) {
            warnings.add(LoopTexts.host(loop, why, exchange));
        }
        // Nobody would want those launched that have few iterations.
        return innerFindings.isEmpty() || !(mayBeParallel || areSmall) ? innerFindings : findings;
    }

    /** Lets one thread run a loop that is marked so, or the host for what is parallel in it; {@return why neither is possible} */
    private List<Diagnostic> inOrder(Loop loop) {
        if (!hasParallel(loop)) {
            return loop.makers().isEmpty() ? takeWhole(loop) : LoopTexts.made(loop.makers());
        }
        schedule.host(loop.header(), KernelLoops.times(loop), "it is marked with @Sequential");
        List<Diagnostic> findings = new ArrayList<>();
        for (Block child : loops.inner(loop)) {
            findings.addAll(outline(child));
        }
        return findings;
    }

    private boolean hasParallel(Loop loop) {
        return loop.inside(loops.all()).stream()
                .filter(other -> !marks.isSequential(other.header())
                        && !KernelLoops.isScalar(other)
                        && !loops.isSmall(other.header()))
                .anyMatch(trial::isParallel);
    }

    private List<Diagnostic> takeWhole(Loop loop) {
        Block header = loop.header();
        SequentialLoop.Outcome outcome = SequentialLoop.wrap(kernel, loop);
        loops.forget();
        return switch (outcome) {
            case SequentialLoop.Outcome.Refused(Diagnostic finding) -> List.of(finding);
            case SequentialLoop.Outcome.Once(CountedLoop once) -> {
                NestBuilder builder = NestBuilder.ofOneThread(kernel, once, taken.nextName());
                OutlinedNest nest = launch(builder, once, taken.apart());
                if (nest != null) {
                    schedule.oneThread(header, nest.code());
                }
                yield builder.findings();
            }
        };
    }

    /** {@return whether a loop is taken out so that each launch chooses between it and the loops in it} */
    boolean takesInTwoWays(Block header) {
        take(KernelLoops.counted(kernel, header));
        return either.contains(header);
    }

    private List<Diagnostic> take(CountedLoop loop) {
        CountedLoop counted = loop;
        NestBuilder builder = nest(counted);
        TriangularNest triangle =
                mayIdle && !checksOnly && builder.findings().isEmpty() ? trial.triangular(counted) : null;
        if (triangle != null) {
            triangle.complete(kernel);
            counted = changed(counted);
            builder = nest(counted);
        }
        RepeatedElements repeated = builder.findings().isEmpty() ? null : trial.repeated(counted);
        List<ArrayRecurrence> recurrences =
                builder.findings().isEmpty() || repeated != null ? List.of() : trial.recurrences(counted);
        List<AliasConflict> apart = new ArrayList<>(taken.apart());
        if (!checksOnly && builder.findings().isEmpty() && EitherLoop.isPossible(counted, marks, loops.all())) {
            takeInTwoWays(counted, builder, apart);
            return List.of();
        }
        CountedLoop now = counted;
        if (!recurrences.isEmpty() || repeated != null) {
            apart.addAll(repeated == null ? ArrayRecurrence.carry(recurrences, kernel) : repeated.readBefore());
            now = changed(counted);
            builder = nest(now);
        }
        CountedLoop alignable = !checksOnly && builder.findings().isEmpty() ? trial.alignable(now) : null;
        if (alignable != null) {
            StartAlignment.align(kernel, alignable);
            now = changed(counted);
            builder = nest(now);
        }
        OutlinedNest nest = launch(builder, now, apart);
        if (nest != null) {
            builder.schedule(schedule, nest);
        }
        isRounded |= builder.isRounded();
        return builder.findings();
    }

    private NestBuilder nest(CountedLoop counted) {
        return new NestBuilder(kernel, counted, taken.nextName(), marks);
    }

    /** {@return a loop as it counts now that it was brought into another form} */
    private CountedLoop changed(CountedLoop counted) {
        loops.forget();
        return KernelLoops.counted(kernel, counted.loop().header());
    }

    /** Takes a loop out and, beside that, those in it, if each launch is to choose between the two. */
    private void takeInTwoWays(CountedLoop counted, NestBuilder builder, List<AliasConflict> apart) {
        String times = CountText.of(counted);
        EitherLoop forms = new EitherLoop(kernel, counted);
        OutlinedNest nest = builder.launch(apart);
        taken.add(nest);
        builder.schedule(schedule, nest);
        isRounded |= builder.isRounded();
        if (forms.open(builder.levels())) {
            Block header = counted.loop().header();
            LoopOutliner inner = inside(header, nest.code().name() + "_inner", List.of());
            if (inner.takeInside(header)
                    && inner.taken.suit(nest.conflicts())
                    && forms.isUseful(inner.loops.all(), inner.either, builder.levels())) {
                inner.schedule.host(header, times, "the loops in it are");
                boolean areRounded = builder.isRounded() || inner.isRounded;
                schedule.either(header, inner.schedule, forms.decide(areRounded));
                taken.addRare(inner.taken);
                isRounded |= areRounded;
                either.addAll(inner.either);
                either.add(header);
            } else {
                forms.close();
            }
        }
        ControlFlowSimplification.removeUnreachable(kernel);
        // Loops around now carry what this one comes to as if they changed it.
        RedundantParams.removeFrom(kernel);
        loops.forget();
    }

    /** Takes a nest out with its loops exchanged and, beside that, the loops in it, for launches that may not be exchanged. */
    private void takeExchanged(Loop loop, Diagnostic why) {
        Block header = loop.header();
        String times = KernelLoops.times(loop);
        ExchangedNest exchanged = new ExchangedNest(kernel, header, taken.nextName(), LoopExchange.Demand.FORESEEABLE);
        List<AliasConflict> apart = taken.apart();
        OutlinedNest nest = exchanged.launch();
        taken.addAsked(nest);
        LoopOutliner inner = inside(header, nest.code().name() + "_inner", apart);
        if (!inner.takeInside(header)) {
            throw new IllegalStateException("loops in an exchanged one are not parallel");
        }
        inner.schedule.host(header, times, LoopTexts.reason(why));
        schedule.exchanged(header, nest.code(), exchanged.parallel(), inner.schedule);
        taken.addRare(inner.taken);
        isRounded |= inner.isRounded;
        ControlFlowSimplification.removeUnreachable(kernel);
        RedundantParams.removeFrom(kernel);
        loops.forget();
    }

    /** Takes a nest out in two parts and, beside that, the loop in it, for launches that may not take it apart. */
    private void takeDistributed(Loop loop, Diagnostic why) {
        Block header = loop.header();
        String times = KernelLoops.times(loop);
        DistributedNest parts = new DistributedNest(kernel, header, taken.nextName());
        List<AliasConflict> apart = taken.apart();
        LoopSchedule rows = schedule.of(parts.loops());
        OutlinedNest nest = parts.launch();
        parts.schedule(rows, nest);
        taken.addAsked(nest);
        LoopOutliner columns = inside(parts.second(), nest.code().name() + "_then", List.of());
        LoopOutliner inner = inside(header, nest.code().name() + "_inner", apart);
        if (!columns.outline(parts.second()).isEmpty() || !inner.takeInside(header)) {
            throw new IllegalStateException("parts of a nest are not parallel");
        }
        inner.schedule.host(header, times, LoopTexts.reason(why));
        schedule.distributed(header, rows, columns.schedule, inner.schedule);
        taken.addAll(columns.taken);
        taken.addRare(inner.taken);
        isRounded |= inner.isRounded;
        ControlFlowSimplification.removeUnreachable(kernel);
        RedundantParams.removeFrom(kernel);
        loops.forget();
    }

    private LoopOutliner inside(Block header, String ownName, List<AliasConflict> apart) {
        List<Loop> all = Loop.of(kernel);
        Loop around = Objects.requireNonNull(Loop.at(all, header), "it stays");
        List<Loop> inside =
                all.stream().filter(loop -> around.contains(loop.header())).toList();
        return new LoopOutliner(kernel, marks, false, mayIdle, Set.of(), apart, schedule.of(inside), ownName);
    }

    /** Takes out what is directly in a loop; {@return whether that was possible} */
    private boolean takeInside(Block header) {
        Loop loop = loops.at(header);
        return loop != null
                && loops.inner(loop).stream().allMatch(child -> outline(child).isEmpty());
    }

    /** Puts a launch in the place of a loop; {@return the nest, null if there are findings or it is not made, only looked at} */
    private @Nullable OutlinedNest launch(NestBuilder builder, CountedLoop counted, List<AliasConflict> apart) {
        OutlinedNest nest = null;
        if (builder.findings().isEmpty()) {
            if (!checksOnly) {
                nest = builder.launch(apart);
                taken.add(nest);
            } else {
                taken.addUnmade();
                if (!isLast(counted)) {
                    builder.launchOutermost();
                }
            }
            ControlFlowSimplification.removeUnreachable(kernel);
            loops.forget();
        }
        return nest;
    }

    /** {@return whether nothing is left to look at once a loop is taken out: no other loop, nor anything that a host may not do} */
    private boolean isLast(CountedLoop counted) {
        List<Block> outermost = outermost();
        return outermost.size() == 1 && outermost.getFirst() == counted.loop().header() && ofHost().isEmpty();
    }
}
