package dev.gpukernel.internal.pass;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.CountedLoop;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.Inspector;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.analysis.LoopConditions;
import dev.gpukernel.internal.analysis.LoopInspector;
import dev.gpukernel.internal.ir.Axis;
import dev.gpukernel.internal.ir.Block;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.LoopMarks;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.ThreadArrays;
import dev.gpukernel.internal.ir.TupleType;
import dev.gpukernel.internal.ir.Value;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tries to make a parallel nest of a counted loop and of loops in it. The kernel stays as it is until {@link #launch}.
 */
final class NestBuilder {
    private final Function kernel;
    private final CountedLoop counted;
    private final LoopMarks marks;
    private final boolean isOneThread;
    private final List<Diagnostic> findings = new ArrayList<>();
    private final LoopExtraction extraction;
    private final Function code;
    private final Map<CountedLoop, CountedLoop> levels = new LinkedHashMap<>();
    private List<BlockParam> carried = List.of();
    private List<Reduction> reductions = List.of();
    private final List<Condition> ofCarried = new ArrayList<>();
    private final List<Condition> ofFlags = new ArrayList<>();
    private @Nullable ScanRecognition scans;
    private @Nullable Independence independence;
    private String whyNotDeeper = "";

    NestBuilder(Function kernel, CountedLoop counted, String name, LoopMarks marks) {
        this(kernel, counted, name, marks, false);
    }

    /** Takes a {@link SequentialLoop} out, which has one iteration. */
    static NestBuilder ofOneThread(Function kernel, CountedLoop once, String name) {
        return new NestBuilder(kernel, once, name, LoopMarks.NONE, true);
    }

    private NestBuilder(Function kernel, CountedLoop counted, String name, LoopMarks marks, boolean isOneThread) {
        this.kernel = kernel;
        this.counted = counted;
        this.marks = marks;
        this.isOneThread = isOneThread;
        this.extraction = new LoopExtraction(kernel, counted, name);
        findings.addAll(new ExtractionChecks(counted, isOneThread).findings());
        if (findings.isEmpty() && extraction.isStuck()) {
            findings.add(
                    isOneThread
                            ? ExtractionChecks.madeBefore(
                                    counted.loop().header().terminator().position())
                            : LoopTexts.shape(counted.loop(), "it uses an array that is made before another loop"));
        }
        if (!findings.isEmpty()) {
            this.code = kernel;
            return;
        }
        this.code = extraction.run();
        if (ownMadeArrays()) {
            analyse();
        }
    }

    /** Lets the arrays that the loop makes be the threads' own; {@return whether they can all be} */
    private boolean ownMadeArrays() {
        List<Instr> makers = extraction.makers();
        boolean canBe = makers.stream()
                .map(maker -> (BlockParam) maker.operand(0))
                .allMatch(made -> ThreadArrays.canBeOwn(made)
                        && ThreadArrays.users(made).stream().allMatch(extraction::copies));
        if (!canBe) {
            findings.addAll(LoopTexts.made(makers));
            return false;
        }
        makers.stream()
                .map(maker -> ((BlockParam) maker.operand(0)).index())
                .distinct()
                .forEach(made -> OwnArrays.makeOwn(code, code.params().get(made)));
        findings.addAll(ThreadArrayLengths.findings(code));
        return findings.isEmpty();
    }

    /** {@return why it is no parallel nest, nothing if it is} */
    List<Diagnostic> findings() {
        return findings;
    }

    private void analyse() {
        CountedLoop own = recognise(counted.loop().header());
        if (own == null) {
            findings.add(LoopTexts.shape(counted.loop(), "its form is lost"));
            return;
        }
        Map<BlockParam, Value> starts = starts(own);
        List<Condition> needed =
                new ArrayList<>(ShortCircuit.rewrite(code, own.loop().header(), starts));
        needed.addAll(RunningFlags.rewrite(code, own.loop().header(), starts));
        own = Objects.requireNonNull(recognise(counted.loop().header()), "only ways inside it have changed");
        for (BlockParam param : counted.carried()) {
            Value first = counted.induction().narrowed() == null ? null : extraction.firstOf(param);
            if (first != null) {
                BlockParam copied = own.loop().header().params().get(param.index());
                InductionSubstitution.follow(code, own, copied, counted.loop().first(param), first);
            }
        }
        CarriedValues values = new CarriedValues(code, own);
        findings.addAll(values.findings());
        reductions = values.reductions();
        ofCarried.addAll(values.conditions());
        scans = values.scans();
        carried = own.carried();
        int params = kernel.params().size();
        askOfFlags(own, needed);
        Counters counters = new Counters(code, own, scans.accumulations(), param -> {
            Value start = starts.get(param);
            return start == null ? null : HostExpression.of(kernel, start);
        });
        Independence outer = repeats() || isAroundNest()
                ? Independence.of(code, params, List.of(own), marks, counters)
                : Independence.made(code, params, own, marks, counters);
        findings.addAll(outer.findings());
        if (findings.isEmpty()) {
            levels.put(counted, own);
            independence = outer;
        }
    }

    /** Sees to it that flags may be asked even in a launch of one iteration, for which a flag may be set before. */
    private void askOfFlags(CountedLoop own, List<Condition> needed) {
        HostExpression first = HostExpression.of(code, own.start());
        HostExpression last = HostExpression.of(code, own.bound());
        ofFlags.addAll(
                first == null || last == null ? needed : new LoopConditions(own, first, last).ifItIterates(needed));
    }

    /** {@return what the parameters of the loop's header begin with, in the kernel} */
    private Map<BlockParam, Value> starts(CountedLoop own) {
        List<Value> before = counted.loop().entryEdges().getFirst().arguments();
        Map<BlockParam, Value> starts = new HashMap<>();
        own.loop().header().params().forEach(param -> starts.put(param, before.get(param.index())));
        return starts;
    }

    /** {@return whether it does the same again and again around counted loops, as time steps do: its variable only counts} */
    private boolean repeats() {
        Loop loop = counted.loop();
        boolean isAround = loop.inside(Loop.of(kernel)).stream().anyMatch(other -> CountedLoop.exactly(other) != null);
        return isAround
                && counted.variable().users().stream()
                        .filter(user -> loop.contains(user.block()))
                        .allMatch(this::isCounting);
    }

    /**
     * {@return whether it is around several loops that are parallel together, cannot be split with it, and leave something} Then a launch
     * for each of its iterations is better than threads that go through all of those, even if atomic operations would allow for that.
     */
    private boolean isAroundNest() {
        List<CountedLoop> direct = InnerLoop.direct(kernel, counted.loop());
        if (direct.size() != 1 || InnerLoop.of(kernel, counted, counted).loop() != null) {
            return false;
        }
        CountedLoop inner = direct.getFirst();
        return inner.carried().isEmpty()
                && Access.in(inner.loop().blocks()).stream().anyMatch(Access::isWrite)
                && InnerLoop.of(kernel, inner, inner).loop() != null
                && new NestBuilder(kernel, inner, code.name(), marks).isDeep();
    }

    private boolean isDeep() {
        return findings.isEmpty() && !isAtomic() && countParallel() > 1;
    }

    /** {@return whether it does atomic operations that the kernel does not} */
    private boolean isAtomic() {
        return atomics(code.blocks()) > atomics(counted.loop().blocks());
    }

    private static long atomics(Iterable<Block> blocks) {
        return Access.in(blocks).stream()
                .filter(access -> access.instr().op() instanceof Op.Atomic)
                .count();
    }

    private boolean isCounting(Instr user) {
        Loop loop = counted.loop();
        boolean isTest = loop.header().terminator().operands().contains(user);
        boolean isStep = user.users().stream().allMatch(next -> next.isTerminator());
        return user.users().size() > 0 && (isTest || isStep);
    }

    /** {@return a copy of the code in which only the outermost loop is spread} */
    private Function outermostSpread() {
        Map<Block, Block> copies = new HashMap<>();
        Function outer = FunctionCopy.of(code, copies);
        Block header = copies.get(extraction.copyOf(counted.loop().header()));
        LoopSpreading.spread(outer, KernelLoops.counted(outer, header), Axis.X);
        ControlFlowSimplification.removeUnreachable(outer);
        return outer;
    }

    /** {@return what goes through iterations of the code as it is now} */
    private Inspector inspector() {
        Map<Block, Block> copies = new HashMap<>();
        Function copy = FunctionCopy.of(code, copies);
        return new LoopInspector(
                copy,
                levels.values().stream()
                        .map(level -> KernelLoops.counted(
                                copy, copies.get(level.loop().header())))
                        .toList());
    }

    private @Nullable CountedLoop recognise(Block header) {
        return KernelLoops.ifCounted(code, extraction.copyOf(header));
    }

    /** Adds loops inside as long as nothing but them is in the one around. */
    private Independence deepened(Independence outer) {
        Independence known = outer;
        CountedLoop around = counted;
        while (levels.size() < Axis.values().length) {
            InnerLoop.Answer answer = InnerLoop.of(kernel, counted, around);
            CountedLoop inner = answer.loop();
            CountedLoop copied = inner == null ? null : recognise(inner.loop().header());
            whyNotDeeper = answer.why();
            if (inner == null || copied == null || !copied.carried().isEmpty()) {
                break;
            }
            if (marks.isSequential(inner.loop().header())) {
                whyNotDeeper = "it is marked with @Sequential";
                break;
            }
            List<CountedLoop> nest = new ArrayList<>(levels.values());
            nest.add(copied);
            Independence deeper = Independence.of(code, kernel.params().size(), nest, marks);
            if (!deeper.findings().isEmpty()) {
                whyNotDeeper = LoopTexts.reason(deeper.findings().getFirst());
                break;
            }
            levels.put(inner, copied);
            known = deeper;
            around = inner;
        }
        return known;
    }

    /** {@return how many loops a launch would split among threads, if there are no findings; nothing is to be launched after that} */
    int countParallel() {
        if (reductions.isEmpty() && !isOneThread) {
            deepened(shown());
        }
        return levels.size();
    }

    /** Replaces the loop by a launch of its iterations alone, which nothing else can be done with: for the sake of what is around it. */
    void launchOutermost() {
        shown();
        writeLaunch(List.of(Axis.X));
    }

    private Independence shown() {
        if (independence == null) {
            throw new IllegalStateException("there are findings");
        }
        return independence;
    }

    private void writeLaunch(List<Axis> axes) {
        code.setResult(TupleType.of(carried));
        new LaunchWriter(kernel, code, extraction, carried, reductions).write(List.copyOf(levels.keySet()), axes);
    }

    /**
     * Replaces the loop by a launch of the nest.
     *
     * @param known pairs of parameters that must not be the same array in any case
     */
    OutlinedNest launch(List<AliasConflict> known) {
        Independence shown = reductions.isEmpty() && !isOneThread ? deepened(shown()) : shown();
        List<AliasConflict> conflicts = new ArrayList<>(known);
        conflicts.addAll(shown.conflicts(this::isMade));
        conflicts.addAll(known().conflicts());
        conflicts.forEach(this::setApart);
        // What the kernel makes is never what it was passed.
        conflicts.removeIf(conflict -> isMade(conflict.first()) || isMade(conflict.second()));
        List<Axis> axes = AxisChoice.of(code, List.copyOf(levels.values()));
        Function combine = combine();
        List<List<Condition>> ends = ends(shown);
        List<Condition> conditions = new ArrayList<>(ofCarried);
        if (!shown.conditions().isEmpty()) {
            Inspector inspector = inspector();
            shown.conditions().forEach(condition -> conditions.add(condition.or(inspector)));
        }
        writeLaunch(axes);
        Function outer = outermostSpread();
        int level = 0;
        for (CountedLoop host : levels.keySet()) {
            CountedLoop now =
                    KernelLoops.counted(code, extraction.copyOf(host.loop().header()));
            LoopSpreading.spread(code, now, axes.get(level++));
        }
        ControlFlowSimplification.removeUnreachable(code);
        return new OutlinedNest(outer, code, combine, running(), axes, conflicts, ends, conditions);
    }

    /** Lets the nest's code know what launches see to. */
    private void setApart(AliasConflict conflict) {
        if (extraction.copyOf(kernel.params().get(conflict.first())) instanceof BlockParam first
                && extraction.copyOf(kernel.params().get(conflict.second())) instanceof BlockParam second) {
            first.setApartFrom(second);
        }
    }

    private boolean isMade(int parameter) {
        return kernel.params().get(parameter).users().stream().anyMatch(user -> user.op() instanceof Op.MakeArray);
    }

    /** {@return what must be true of arguments for each loop to end as it is counted, and of the outermost for flags} */
    private List<List<Condition>> ends(Independence shown) {
        List<List<Condition>> ends = new ArrayList<>();
        for (Map.Entry<CountedLoop, CountedLoop> level : levels.entrySet()) {
            HostExpression first = HostExpression.of(code, level.getValue().start());
            HostExpression last = HostExpression.of(code, level.getValue().bound());
            List<Condition> own = new ArrayList<>();
            if (first != null && last != null && level.getKey().mayLeadAway()) {
                own.add(new LoopConditions(level.getValue(), first, last).lead());
            }
            own.addAll(shown.ends().get(ends.size()));
            ends.add(own);
        }
        ends.getFirst().addAll(ofFlags);
        return ends;
    }

    private ScanRecognition known() {
        return Objects.requireNonNull(scans, "analysed");
    }

    /** {@return code that combines what two parts of the loop carry, but for running values; null if there is nothing} */
    private @Nullable Function combine() {
        List<Reduction> others = reductions.stream()
                .filter(reduction -> !(reduction instanceof Scan))
                .toList();
        List<BlockParam> combined = carried.stream()
                .filter(param ->
                        others.stream().anyMatch(reduction -> reduction.params().contains(param)))
                .toList();
        return combined.isEmpty() ? null : CarriedValues.combine(code.name() + "_combine", combined, others);
    }

    /** {@return the running values, null if there are none} To be asked when the loops are spread. */
    private @Nullable Scans running() {
        List<Scans.Running> running = new ArrayList<>();
        for (Scan scan : known().scans()) {
            List<BlockParam> own = scan.params();
            Function join = CarriedValues.combine(code.name() + "_join", own, List.of(scan));
            running.add(new Scans.Running(
                    carried.indexOf(own.getFirst()), join, scan.fold().identity(), scan.isRounded()));
        }
        if (running.isEmpty()) {
            return null;
        }
        int first = code.params().size() - carried.size();
        List<Integer> places = running.stream().map(Scans.Running::place).toList();
        List<Integer> params = places.stream().map(place -> first + place).toList();
        return new Scans(running, Summands.of(code, params, places, known()));
    }

    /** {@return the loops of the kernel that are in the nest, the outermost first} More may come with {@link #launch}. */
    List<CountedLoop> levels() {
        return List.copyOf(levels.keySet());
    }

    /** {@return whether the order shows in which it accumulates} */
    boolean isRounded() {
        return reductions.stream().anyMatch(Reduction::isRounded);
    }

    /** Notes how the nest runs that {@link #launch} made. */
    void schedule(LoopSchedule schedule, OutlinedNest nest) {
        List<Block> headers =
                levels.keySet().stream().map(level -> level.loop().header()).toList();
        String why = reductions.isEmpty() ? whyNotDeeper : "the loop around it accumulates";
        schedule.split(headers, nest.code(), reductions, why);
    }
}
