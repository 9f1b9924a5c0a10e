package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopExits;
import dev.gpukernel.internal.analysis.TripCount;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.RedundantParams;
import dev.gpukernel.internal.ir.SourcePosition;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes the parallel loops out of a kernel: those whose iterations are proven independent, or vouched for. What is left is the
 * host's to run, scalar set-up and loops such as time steps, with a launch where each of them was.
 */
public final class ParallelLoops {
    /** Fewer than a warp's threads. */
    private static final int FEW_ITERATIONS = 31;

    private final Function kernel;
    private final LoopMarks marks;
    private final boolean checksOnly;
    private LoopSchedule schedule;
    private final List<Diagnostic> warnings = new ArrayList<>();
    private final String name;
    private final Map<Function, OutlinedNest> nests = new LinkedHashMap<>();

    /** Those that only few launches need, since they have many iterations in few of a loop around. */
    private final Set<Function> rare = new LinkedHashSet<>();

    /** Headers of loops that run in two ways. */
    private final Set<Block> either = new HashSet<>();

    private boolean isRounded;
    private List<AliasConflict> shaped = List.of();
    private int taken;

    /** Null after the kernel has changed. */
    private @Nullable List<Loop> known;

    private ParallelLoops(Function kernel, LoopMarks marks, boolean checksOnly) {
        this(kernel, marks, checksOnly, new LoopSchedule(Loop.of(kernel)), kernel.name());
    }

    private ParallelLoops(Function kernel, LoopMarks marks, boolean checksOnly, LoopSchedule schedule, String name) {
        this.kernel = kernel;
        this.marks = marks;
        this.checksOnly = checksOnly;
        this.schedule = schedule;
        this.name = name;
    }

    /** What became of a kernel. */
    public sealed interface Outcome {
        /**
         * The function is now what the host runs.
         *
         * @param nests its parallel loop nests, by the functions that it launches
         * @param rare those functions that are launched instead of others, where these have few iterations
         * @param schedule how each of its loops runs, in the order of the source
         */
        record Outlined(Map<Function, OutlinedNest> nests, Set<Function> rare, List<PlannedLoop> schedule)
                implements Outcome {
            /** Copies the collections. */
            public Outlined {
                nests = Map.copyOf(nests);
                rare = Set.copyOf(rare);
                schedule = List.copyOf(schedule);
            }
        }

        /**
         * The function is of no use any more.
         *
         * @param findings why
         */
        record Rejected(List<Diagnostic> findings) implements Outcome {}
    }

    /**
     * Takes the loops out of a function.
     *
     * @param kernel a function without thread indices, cleaned up and value-numbered
     * @param marks what the author says of its loops
     * @return what became of it
     */
    public static Outcome outline(Function kernel, LoopMarks marks) {
        ParallelLoops loops = new ParallelLoops(kernel, marks, false);
        List<Diagnostic> findings = loops.run();
        return findings.isEmpty()
                ? new Outcome.Outlined(loops.nests, loops.rare, loops.schedule.loops())
                : new Outcome.Rejected(findings);
    }

    /**
     * What is said of a kernel's loops.
     *
     * @param findings why they cannot be taken out of it, nothing if they can
     * @param warnings what will be slow
     */
    public record Check(List<Diagnostic> findings, List<Diagnostic> warnings) {
        /** Copies the lists. */
        public Check {
            findings = List.copyOf(findings);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Tells whether the loops can be taken out of a function, which is of no use any more then.
     *
     * @param kernel a function without thread indices, cleaned up and value-numbered
     * @param marks what the author says of its loops
     * @return what is to be said of them
     */
    public static Check check(Function kernel, LoopMarks marks) {
        ParallelLoops loops = new ParallelLoops(kernel, marks, true);
        return new Check(loops.run(), loops.warnings);
    }

    private List<Diagnostic> run() {
        ThrowingExits.separate(kernel);
        if (isBetterShaped()) {
            shaped = LoopShaping.shape(kernel);
            schedule = new LoopSchedule(Loop.of(kernel));
        }
        return outlineAll();
    }

    /** Loops are brought into another form only where that is needed: those that stay in a thread are free in form. */
    private boolean isBetterShaped() {
        Function copy = FunctionCopy.of(kernel);
        String plainText = copy.toString();
        LoopShaping.shape(copy);
        if (copy.toString().equals(plainText)) {
            return false;
        }
        Check plain = checked(FunctionCopy.of(kernel));
        if (!plain.findings().isEmpty()) {
            return true;
        }
        Check other = plain.warnings().isEmpty() ? plain : checked(copy);
        return other.findings().isEmpty()
                && other.warnings().size() < plain.warnings().size();
    }

    private Check checked(Function copy) {
        ParallelLoops loops = new ParallelLoops(copy, marks, true);
        return new Check(loops.outlineAll(), loops.warnings);
    }

    private List<Diagnostic> outlineAll() {
        List<Diagnostic> findings = new ArrayList<>();
        List<Block> scalar = new ArrayList<>();
        for (Block header : headers(outermost(loops()))) {
            Loop loop = loopOf(header);
            if (loop != null && Access.in(loop.blocks()).isEmpty()) {
                scalar.add(header);
            } else {
                findings.addAll(outline(header));
            }
        }
        // Loops over numbers alone are set-up, unless there is nothing else.
        if (taken == 0 && findings.isEmpty()) {
            scalar.forEach(header -> findings.addAll(outline(header)));
        }
        if (findings.isEmpty() && taken == 0) {
            findings.add(atStart(Message.NOT_A_KERNEL, kernel));
        }
        if (findings.isEmpty()) {
            findings.addAll(HostRules.findings(kernel));
        }
        return findings;
    }

    /** {@return a finding that concerns a kernel as a whole} */
    public static Diagnostic atStart(Message message, Function kernel) {
        SourcePosition first = kernel.entry().instrs().getFirst().position();
        return Diagnostic.of(message, LoopTexts.place(first), kernel.name());
    }

    private static List<Block> headers(List<Loop> loops) {
        List<Block> headers = new ArrayList<>();
        for (Loop loop : loops) {
            headers.add(loop.header());
        }
        return headers;
    }

    /** {@return those that are in no other} */
    private static List<Loop> outermost(List<Loop> loops) {
        List<Loop> outermost = new ArrayList<>();
        for (Loop loop : loops) {
            // Outer ones come first.
            if (!isIn(outermost, loop)) {
                outermost.add(loop);
            }
        }
        return outermost;
    }

    private static boolean isIn(List<Loop> others, Loop loop) {
        for (Loop other : others) {
            if (other.contains(loop.header())) {
                return true;
            }
        }
        return false;
    }

    /** {@return the loops that the kernel has now} */
    private List<Loop> loops() {
        List<Loop> found = known;
        if (found == null) {
            found = Loop.of(kernel);
            known = found;
        }
        return found;
    }

    private @Nullable Loop loopOf(Block header) {
        for (Loop loop : loops()) {
            if (loop.header() == header) {
                return loop;
            }
        }
        return null;
    }

    /** Takes a loop out, or those in it; {@return why that is not possible, nothing if it was done} */
    private List<Diagnostic> outline(Block header) {
        Loop loop = loopOf(header);
        if (loop == null || isScalar(loop)) {
            return List.of();
        }
        if (marks.isSequential(header)) {
            return inOrder(loop);
        }
        List<Diagnostic> findings = switch (CountedLoop.of(loop)) {
            case CountedLoop.Recognition.Counted(CountedLoop counted) -> take(counted);
            case CountedLoop.Recognition.Other(String reason) -> List.of(LoopTexts.shape(loop, reason));
        };
        if (findings.isEmpty()) {
            return findings;
        }
        List<Block> inner = inner(loop);
        if (inner.isEmpty()) {
            return findings;
        }
        boolean repeats = repeats(loop);
        if (!repeats && inner.stream().allMatch(this::isSmall)) {
            return findings;
        }
        boolean walksWrites = LoopSchedule.walksWrites(loop);
        String times = times(loop);
        List<Diagnostic> innerFindings = new ArrayList<>();
        for (Block child : inner) {
            innerFindings.addAll(outline(child));
        }
        if (innerFindings.isEmpty() && nestsIn(header) == 0) {
            return findings;
        }
        Diagnostic why = findings.getFirst();
        schedule.host(header, times, LoopTexts.reason(why));
        if (walksWrites) {
            warnings.add(LoopTexts.host(loop, why));
        }
        return innerFindings.isEmpty() || repeats ? innerFindings : findings;
    }

    /** {@return the loops directly in a loop} */
    private List<Block> inner(Loop loop) {
        return headers(outermost(loops().stream()
                .filter(other -> other.header() != loop.header() && loop.contains(other.header()))
                .toList()));
    }

    private static @Nullable String times(Loop loop) {
        return CountedLoop.of(loop) instanceof CountedLoop.Recognition.Counted(CountedLoop counted)
                ? CountText.of(counted)
                : null;
    }

    /** Lets one thread run a loop that is marked so, or the host for what is parallel in it; {@return why neither is possible} */
    private List<Diagnostic> inOrder(Loop loop) {
        if (!hasParallel(loop)) {
            return takeWhole(loop);
        }
        schedule.host(loop.header(), times(loop), "it is marked with @Sequential");
        List<Diagnostic> findings = new ArrayList<>();
        for (Block child : inner(loop)) {
            findings.addAll(outline(child));
        }
        return findings;
    }

    private boolean hasParallel(Loop loop) {
        return loops().stream()
                .filter(other -> other.header() != loop.header()
                        && loop.contains(other.header())
                        && !marks.isSequential(other.header())
                        && !isScalar(other)
                        && !isSmall(other.header()))
                .anyMatch(this::isParallel);
    }

    private boolean isParallel(Loop loop) {
        return CountedLoop.of(loop) instanceof CountedLoop.Recognition.Counted(CountedLoop counted)
                && (isIndependent(kernel, counted) || !recurrences(counted).isEmpty());
    }

    private boolean isIndependent(Function code, CountedLoop counted) {
        return new NestBuilder(code, counted, kernel.name(), marks).findings().isEmpty();
    }

    /** {@return what a loop that is not parallel reads one iteration after it stored it, if it is parallel once that is carried} */
    private List<ArrayRecurrence> recurrences(CountedLoop counted) {
        List<ArrayRecurrence> found = ArrayRecurrence.of(counted);
        if (found.isEmpty()) {
            return found;
        }
        Map<Block, Block> copies = new HashMap<>();
        Function tried = FunctionCopy.of(kernel, copies);
        Block header = copies.get(counted.loop().header());
        ArrayRecurrence.of(counted(tried, header)).forEach(recurrence -> recurrence.carry(tried));
        return isIndependent(tried, counted(tried, header)) ? found : List.of();
    }

    private static CountedLoop counted(Function function, @Nullable Block header) {
        for (Loop loop : Loop.of(function)) {
            if (loop.header() == header
                    && CountedLoop.of(loop) instanceof CountedLoop.Recognition.Counted(CountedLoop counted)) {
                return counted;
            }
        }
        throw new IllegalStateException("a loop was lost");
    }

    private List<Diagnostic> takeWhole(Loop loop) {
        Block header = loop.header();
        SequentialLoop.Outcome outcome = SequentialLoop.wrap(kernel, loop);
        known = null;
        return switch (outcome) {
            case SequentialLoop.Outcome.Refused(Diagnostic finding) -> List.of(finding);
            case SequentialLoop.Outcome.Once(CountedLoop once) -> {
                NestBuilder builder = NestBuilder.ofOneThread(kernel, once, nextName());
                OutlinedNest nest = launch(builder, once, taken == 0 ? shaped : List.of());
                if (nest != null) {
                    schedule.oneThread(header, nest.code());
                }
                yield builder.findings();
            }
        };
    }

    /** {@return whether a loop has so few iterations that launching them again and again is not what anybody wants} */
    private boolean isSmall(Block header) {
        Loop loop = loopOf(header);
        return loop != null
                && TripCount.of(loop, Dominators.of(kernel), FEW_ITERATIONS).isPresent();
    }

    private long nestsIn(Block header) {
        Loop loop = loopOf(header);
        return loop == null
                ? 0
                : loop.blocks().stream()
                        .flatMap(block -> block.instrs().stream())
                        .filter(instr -> instr.op() instanceof Op.Launch)
                        .count();
    }

    /** {@return whether a loop does the same elements in each iteration: its variable is in no index} */
    private static boolean repeats(Loop loop) {
        if (!(CountedLoop.of(loop) instanceof CountedLoop.Recognition.Counted(CountedLoop counted))) {
            return true;
        }
        return Access.in(loop.blocks()).stream()
                .allMatch(access -> access.index() != null && !Dependent.on(access.index(), counted.variable()));
    }

    /** {@return whether a loop is the host's because it works on numbers alone and is part of something that the kernel calls} */
    private static boolean isScalar(Loop loop) {
        SourcePosition position = loop.header().terminator().position();
        boolean called = position != null && position.caller() != null;
        return Access.in(loop.blocks()).isEmpty() && (called || !LoopExits.reachesReturn(loop.header()));
    }

    private String nextName() {
        return taken == 0 ? name : name + "_" + (taken + 1);
    }

    private List<Diagnostic> take(CountedLoop counted) {
        NestBuilder builder = new NestBuilder(kernel, counted, nextName(), marks);
        List<ArrayRecurrence> recurrences = builder.findings().isEmpty() ? List.of() : recurrences(counted);
        List<AliasConflict> apart = new ArrayList<>(taken == 0 ? shaped : List.of());
        if (!checksOnly && builder.findings().isEmpty() && EitherLoop.isPossible(counted, marks, loops())) {
            takeInTwoWays(counted, builder, apart);
            return List.of();
        }
        CountedLoop now = counted;
        if (!recurrences.isEmpty()) {
            recurrences.forEach(recurrence -> apart.addAll(recurrence.carry(kernel)));
            now = counted(kernel, counted.loop().header());
            builder = new NestBuilder(kernel, now, nextName(), marks);
        }
        OutlinedNest nest = launch(builder, now, apart);
        if (nest != null) {
            builder.schedule(schedule, nest);
        }
        isRounded |= builder.isRounded();
        return builder.findings();
    }

    /** Takes a loop out and, beside that, those in it, if each launch is to choose between the two. */
    private void takeInTwoWays(CountedLoop counted, NestBuilder builder, List<AliasConflict> apart) {
        String times = CountText.of(counted);
        EitherLoop forms = new EitherLoop(kernel, counted);
        OutlinedNest nest = builder.launch(apart);
        taken++;
        nests.put(nest.code(), nest);
        builder.schedule(schedule, nest);
        isRounded |= builder.isRounded();
        if (forms.open(builder.levels())) {
            Block header = counted.loop().header();
            List<Loop> inside = Loop.of(kernel).stream()
                    .filter(loop -> counted.loop().contains(loop.header()))
                    .toList();
            ParallelLoops inner = new ParallelLoops(
                    kernel, marks, false, new LoopSchedule(inside), nest.code().name() + "_inner");
            if (inner.takeInside(header)
                    && inner.suit(nest.conflicts())
                    && forms.isUseful(inner.loops(), inner.either, builder.levels())) {
                inner.schedule.host(header, times, "the loops in it are");
                boolean areRounded = builder.isRounded() || inner.isRounded;
                isRounded |= areRounded;
                schedule.either(header, inner.schedule, forms.decide(areRounded));
                nests.putAll(inner.nests);
                rare.addAll(inner.nests.keySet());
                either.addAll(inner.either);
                either.add(header);
            } else {
                forms.close();
            }
        }
        ControlFlowSimplification.removeUnreachable(kernel);
        // Loops around now carry what this one comes to as if they changed it.
        RedundantParams.removeFrom(kernel);
        known = null;
    }

    /** Takes out what is directly in a loop; {@return whether that was possible} */
    private boolean takeInside(Block header) {
        Loop loop = loopOf(header);
        return loop != null
                && inner(loop).stream().allMatch(child -> outline(child).isEmpty());
    }

    /** {@return whether the nests ask nothing more of arguments than what was known before} */
    private boolean suit(List<AliasConflict> conflicts) {
        return nests.values().stream()
                .allMatch(nest -> nest.conditions().isEmpty()
                        && nest.ends().stream().allMatch(List::isEmpty)
                        && nest.conflicts().stream()
                                .allMatch(own -> conflicts.stream()
                                        .anyMatch(other ->
                                                other.first() == own.first() && other.second() == own.second())));
    }

    /** Puts a launch in the place of a loop; {@return the nest, null if there are findings or it is not made, only looked at} */
    private @Nullable OutlinedNest launch(NestBuilder builder, CountedLoop counted, List<AliasConflict> apart) {
        OutlinedNest nest = null;
        if (builder.findings().isEmpty()) {
            taken++;
            if (!checksOnly) {
                nest = builder.launch(apart);
                nests.put(nest.code(), nest);
            } else if (!isLast(counted)) {
                builder.launchOutermost();
            }
            ControlFlowSimplification.removeUnreachable(kernel);
            known = null;
        }
        return nest;
    }

    /** {@return whether nothing is left to look at once a loop is taken out: no other loop, nor anything that a host may not do} */
    private boolean isLast(CountedLoop counted) {
        List<Loop> outermost = outermost(loops());
        return outermost.size() == 1
                && outermost.getFirst().header() == counted.loop().header()
                && HostRules.findings(kernel).isEmpty();
    }

    /** {@return the launches of a kernel's code, in order} */
    public static List<Instr> launches(Function kernel) {
        return kernel.blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .filter(instr -> instr.op() instanceof Op.Launch)
                .toList();
    }
}
