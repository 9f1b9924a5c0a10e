package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.HostExpression;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.Rehearsal.Answer;
import dev.gpukernel.internal.pass.SplitRule;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs a kernel of plain loops on a device, again and again: the host's code here, its parallel loops there. */
final class LoopRun implements HostCode.Machine, HostExpression.Arguments, Rehearsal.Checker {
    private static final BitSet NOTHING = new BitSet();
    private static final Shape ONE_THREAD = new Shape(1, 1, 1, 1, 1, 1, 0);

    private final Program program;
    private final LoopPlan plan;
    private final HostCode code;
    private final @Nullable Rehearsal rehearsal;
    private final Map<Function, NestRun> nests = new HashMap<>();

    /** Of nests that are launched only where no thread of them can fault. */
    private final Map<Function, ProvenLaunches> proven = new HashMap<>();

    /** Nests after which nothing is done with arrays any more. */
    private final Set<Function> lastLaunches;

    private final @Nullable Invocation whole;
    private final BitSet wholeArrays;
    private final long[] counts = new long[3];

    /** Of a CPU, 0 of a GPU. */
    private final int cores;

    private @Nullable LaunchArrays arrays;
    private RepeatedLaunches repeated;
    private int[] lengths = {};
    private long[] arguments = {};

    /** Which of the arguments are known; null if all are. */
    private boolean @Nullable [] known;

    /** What a launch in question asks for in vain. */
    private @Nullable Condition refused;

    /** Whether a launch may be refused after others have changed arrays. */
    private boolean mayFailLate;

    private boolean isLaunched;

    private final KeptArrays kept;

    private @Nullable Record[] records = {};

    /**
     * A nest, ready to be launched.
     *
     * @param isArray which of its parameters are arrays
     * @param isWriting whether it writes one of them
     * @param params how many parameters it has
     */
    private record NestRun(
            LoopPlan.NestPlan nest,
            Map<Plan, Invocation> invocations,
            Invocation invocation,
            BitSet isArray,
            boolean isWriting,
            int params,
            @Nullable ReductionRun reduction,
            @Nullable ScanRun scan) {
        Invocation invocationOf(Plan plan) {
            return invocations.computeIfAbsent(plan, key -> key.executable().newInvocation());
        }
    }

    LoopRun(LoopPlan plan, @Nullable ClassLoader loader) {
        this.program = plan.program();
        this.plan = plan;
        this.code = new HostCode(program.function(), this, loader);
        plan.nests().forEach((launched, nest) -> nests.put(launched, prepare(nest, isAsked(program, launched))));
        this.cores = plan.first().gpu().raw().sharesHeap()
                ? plan.first().gpu().raw().info().limits().multiprocessors()
                : 0;
        this.rehearsal = !plan.isWhole() && isRehearsed(program) ? new Rehearsal(program.function()) : null;
        this.whole = plan.isWhole() ? plan.first().executable().newInvocation() : null;
        this.wholeArrays = isArray(program.function());
        this.repeated = new RepeatedLaunches(plan.first().gpu().raw());
        this.lastLaunches = LastLaunches.of(program.function());
        this.kept = new KeptArrays(plan.first().gpu().allocator(), written());
    }

    /** {@return the arrays that the kernel writes} */
    private BitSet written() {
        BitSet written = new BitSet();
        for (int i = 0; i < program.uses().size(); i++) {
            written.set(i, wholeArrays.get(i) && program.uses().get(i).written());
        }
        return written;
    }

    /** {@return whether a loop that asks something of the arguments may come after another one, or after a store} */
    private static boolean isRehearsed(Program program) {
        boolean asks = program.nests().stream().anyMatch(LaunchedNest::asks);
        Function host = program.function();
        return asks
                && (program.nests().size() > 1
                        || !Loop.of(host).isEmpty()
                        || host.blocks().stream()
                                .flatMap(block -> block.instrs().stream())
                                .anyMatch(instr -> instr.op() instanceof Op.Store));
    }

    /** {@return whether the host asks for what a nest comes to} */
    private static boolean isAsked(Program program, Function launched) {
        return program.function().blocks().stream()
                .flatMap(block -> block.instrs().stream())
                .anyMatch(instr ->
                        instr.op() instanceof Op.Launch launch && launch.nest().equals(launched) && instr.isUsed());
    }

    private static NestRun prepare(LoopPlan.NestPlan nest, boolean isAsked) {
        Invocation invocation = nest.plan().executable().newInvocation();
        ScanRun scan = nest.scan() == null ? null : new ScanRun(nest, nest.scan(), invocation, isAsked);
        ReductionRun reduction = nest.chunks() == null || scan != null ? null : new ReductionRun(nest, invocation);
        BitSet isArray = isArray(nest.program().launched());
        boolean isWriting = Access.uses(nest.program().launched()).stream().anyMatch(Access.Use::written);
        int params = nest.program().launched().params().size();
        Map<Plan, Invocation> invocations = new HashMap<>(Map.of(nest.plan(), invocation));
        return new NestRun(nest, invocations, invocation, isArray, isWriting, params, reduction, scan);
    }

    private static BitSet isArray(Function function) {
        List<BlockParam> params = function.params();
        BitSet isArray = new BitSet();
        for (int i = 0; i < params.size(); i++) {
            isArray.set(i, params.get(i).type() instanceof ArrayType);
        }
        return isArray;
    }

    /** {@return whether it was made for a plan} */
    @SuppressWarnings("ReferenceEquality") // the very same plan
    boolean isFor(LoopPlan other) {
        return plan == other;
    }

    /**
     * Runs the kernel once.
     *
     * @param scalars its scalar arguments, by parameter
     * @param newLengths lengths of its array arguments, by parameter
     * @param newRecords the record that the scalars from an index on belong to
     * @param newArrays its array arguments
     * @return the bits of what it returns, 0 for nothing
     */
    long run(long[] scalars, int[] newLengths, @Nullable Record[] newRecords, LaunchArrays newArrays)
            throws KernelFault {
        arrays = newArrays;
        lengths = newLengths;
        records = newRecords;
        isLaunched = false;
        repeated = new RepeatedLaunches(plan.first().gpu().raw());
        try {
            mayFailLate = rehearsal != null && !rehearsal.run(scalars, this::length, this);
            long result = whole == null ? code.run(scalars) : runWhole(whole, scalars);
            flush();
            return result;
        } finally {
            repeated.end();
            kept.forget(newArrays);
            arrays = null;
        }
    }

    /** Keeps what a launch is about to change, if a later one may be refused and the change would stay. */
    private void keep() {
        if (mayFailLate && arrays().isLasting()) {
            kept.keep(arrays());
        }
    }

    private long runWhole(Invocation method, long[] scalars) throws KernelFault {
        arrays().bring(NOTHING, 0);
        arrays().claim();
        try {
            pass(method, wholeArrays, scalars.length, scalars);
            method.launch(ONE_THREAD, arrays().stream());
            return method.result();
        } finally {
            arrays().giveUpClaim();
        }
    }

    private void requireNotRecorded(String what) {
        arrays().requireNotRecorded(what, "do that in a grid kernel, or launch the kernel outside of the recording");
    }

    /** Does the launches that are held back. */
    private void flush() throws KernelFault {
        if (repeated.isHolding()) {
            arrays().claim();
            try {
                repeated.flush(arrays().stream());
            } finally {
                arrays().giveUpClaim();
            }
        }
    }

    private LaunchArrays arrays() {
        return Objects.requireNonNull(arrays, "running");
    }

    @Override
    public int length(int parameter) {
        return lengths[parameter];
    }

    @Override
    public long load(int parameter, ElementType element, int index) throws KernelFault {
        requireNotRecorded("an element of an array that " + program.name() + " reads between its loops");
        Object one = Array.newInstance(element.arrayClass().getComponentType(), 1);
        arrays().bring(NOTHING, 0);
        flush();
        arrays().claim();
        try {
            arrays().settle();
            arrays().memory(parameter).copyTo(one, 0, index, 1, arrays().stream());
        } finally {
            arrays().giveUpClaim();
        }
        return ElementBits.get(one, 0);
    }

    @Override
    public void store(int parameter, ElementType element, int index, long bits) throws KernelFault {
        requireNotRecorded("an element of an array that " + program.name() + " writes between its loops");
        Object one = Array.newInstance(element.arrayClass().getComponentType(), 1);
        ElementBits.set(one, 0, bits);
        arrays().bring(NOTHING, 0);
        flush();
        arrays().claim();
        try {
            keep();
            arrays().memory(parameter).copyFrom(one, 0, index, 1, arrays().stream());
        } finally {
            arrays().giveUpClaim();
        }
    }

    @Override
    public void settle() throws KernelFault {
        flush();
        arrays().settle();
    }

    /** Which of two forms runs must be decided in the same way wherever it is asked. */
    @Override
    public boolean splitsInner(Op.Sums sums, long outside, long inside) {
        return SplitRule.holds(sums, outside, inside, cores);
    }

    @Override
    public boolean mayLaunch(Function launched, long[] operands) {
        NestRun run = run(launched);
        NestProgram nest = run.nest.program();
        arguments = operands;
        return (plan.first().distinctArrays() || nest.conflicts().isEmpty())
                && check(nest, run.params) == Answer.HOLDS
                && SplitRule.exchanges(product(product(counts[0], counts[1]), counts[2]), cores)
                && isProven(launched, nest);
    }

    /** {@return whether no thread of a launch that was checked just now can fault} */
    private boolean isProven(Function launched, NestProgram nest) {
        long outermost = counts[nest.axes().getFirst().index()];
        boolean isNone = Arrays.stream(counts).anyMatch(count -> count == 0);
        return isNone
                || proven.computeIfAbsent(launched, key -> new ProvenLaunches(nest.iteration(), key))
                        .holds(this, outermost, 1, 1);
    }

    private NestRun run(Function launched) {
        NestRun run = nests.get(launched);
        if (run == null) {
            run = prepare(plan.nest(launched), isAsked(program, launched));
            nests.put(launched, run);
        }
        return run;
    }

    @Override
    public void launch(Function launched, long[] operands, long[] results) throws KernelFault {
        NestRun run = run(launched);
        NestProgram nest = run.nest.program();
        long iterations = count(nest, run.params, operands);
        if (iterations == 0) {
            System.arraycopy(operands, run.params - results.length, results, 0, results.length);
            return;
        }
        if (iterations != 1) {
            require(nest.conditions());
        }
        if (!repeated.isHolding()) {
            arrays().settleIfFaulty();
        }
        if (runInPieces(run, launched, operands, results)) {
            return;
        }
        arrays().bring(nest.overwritten(), counts[0]);
        arrays().claim();
        try {
            if (run.isWriting) {
                keep();
            }
            isLaunched = true;
            launch(run, operands, iterations, results);
        } finally {
            arrays().giveUpClaim();
        }
    }

    /** Runs a loop that is the kernel's only one in this run in pieces; {@return whether it did} */
    private boolean runInPieces(NestRun run, Function launched, long[] operands, long[] results) throws KernelFault {
        PiecePlan pieces = run.nest.pieces();
        if (pieces == null || isLaunched || !lastLaunches.contains(launched)) {
            return false;
        }
        ReductionRun reduction = run.reduction;
        if (reduction == null) {
            return arrays().runInPieces(pieces, this, counts, () -> launcher(run, pieces, operands));
        }
        return reduction.runInPieces(
                arrays(),
                operands,
                counts[0],
                results,
                partial -> arrays().runInPieces(
                                pieces, this, counts, () -> launcher(run, pieces, operands, partial.get())));
    }

    private PieceLauncher launcher(NestRun run, PiecePlan pieces, long[] operands, Memory... partial) {
        return new PieceLauncher(pieces, run.isArray, run.params, operands, counts, partial);
    }

    private void launch(NestRun run, long[] operands, long iterations, long[] results) throws KernelFault {
        if (run.scan != null || run.reduction != null) {
            requireNotRecorded("a sum, a best value or a running value in a loop of " + program.name());
            repeated.flush(arrays().stream());
        }
        if (run.scan != null) {
            pass(run.invocation, run.isArray, run.params, operands);
            pass(run.scan.totals(), run.isArray, run.params, operands);
            run.scan.run(arrays(), operands, counts[0], results);
        } else if (run.reduction == null) {
            Plan plan = planFor(run);
            HistogramPlans histograms = run.nest.histograms();
            HistogramPlans.Chosen shared =
                    histograms == null ? null : histograms.find(plan != run.nest.plan(), lengths, counts, iterations);
            if (shared != null) {
                launch(run, shared, operands);
                return;
            }
            Invocation invocation = run.invocationOf(plan);
            pass(invocation, run.isArray, run.params, operands);
            repeated.launch(invocation, shape(plan, run.nest.program()), arrays().stream());
        } else {
            pass(run.invocation, run.isArray, run.params, operands);
            run.reduction.run(arrays(), operands, counts[0], results);
        }
    }

    private void launch(NestRun run, HistogramPlans.Chosen shared, long[] operands) throws KernelFault {
        Invocation invocation = run.invocationOf(shared.plan());
        pass(invocation, run.isArray, run.params, operands);
        for (int axis = 0; axis < shared.counts().length; axis++) {
            invocation.setScalar(run.params + axis, shared.counts()[axis]);
        }
        repeated.launch(invocation, shared.shape(), arrays().stream());
    }

    private Plan planFor(NestRun run) {
        ProvenPlan proven = run.nest.proven();
        Plan plan = proven == null ? null : proven.find(this, counts);
        return plan == null ? run.nest.plan() : plan;
    }

    /** {@return the shape of a launch; who does iterations of the outermost loop in turn does neither more nor fewer} */
    private Shape shape(Plan own, NestProgram nest) {
        if (!own.gpu().raw().sharesHeap()) {
            return own.forNest(counts, nest.axes().size());
        }
        long outermost = counts[nest.axes().getFirst().index()];
        counts[0] = outermost;
        return outermost <= Integer.MAX_VALUE ? own.forBlocks(outermost, 1) : own.forNest(counts, 1);
    }

    /**
     * Counts the iterations along each axis. A count says something only where the loop ends as it is counted, and of an inner loop
     * only if those around it have iterations.
     *
     * @return how many there are in all
     */
    private long count(NestProgram nest, int params, long[] operands) throws KernelFault {
        arguments = operands;
        Arrays.fill(counts, 1);
        long iterations = 1;
        for (int level = 0; level < nest.axes().size() && iterations != 0; level++) {
            require(nest.ends().get(level));
            iterations = product(iterations, count(nest, params, level));
        }
        return iterations;
    }

    private long count(NestProgram nest, int params, int level) {
        int axis = nest.axes().get(level).index();
        counts[axis] = Math.max(0, scalarBits(params + axis));
        return counts[axis];
    }

    private static long product(long iterations, long count) {
        return Math.multiplyHigh(iterations, count) == 0 ? iterations * count : Long.MAX_VALUE;
    }

    @Override
    public Answer check(Function launched, long[] operands, boolean[] isKnown) {
        if (!program.nest(launched).asks()) {
            return Answer.HOLDS;
        }
        NestRun run = run(launched);
        known = isKnown;
        arguments = operands;
        try {
            return check(run.nest.program(), run.params);
        } finally {
            known = null;
        }
    }

    private Answer check(NestProgram nest, int params) {
        boolean isReached = true;
        long iterations = 1;
        Arrays.fill(counts, 1);
        for (int level = 0; level < nest.axes().size(); level++) {
            Answer end = ask(nest.ends().get(level));
            if (end != Answer.HOLDS) {
                return isReached ? end : Answer.UNKNOWN;
            }
            try {
                iterations = product(iterations, count(nest, params, level));
            } catch (UnknownArgumentException _) {
                isReached = false;
            }
            if (iterations == 0) {
                return Answer.HOLDS;
            }
        }
        Answer answer = isReached && iterations == 1 ? Answer.HOLDS : ask(nest.conditions());
        return isReached || answer == Answer.HOLDS ? answer : Answer.UNKNOWN;
    }

    private Answer ask(List<Condition> conditions) {
        Answer answer = Answer.HOLDS;
        for (Condition condition : conditions) {
            try {
                if (!condition.holds(this)) {
                    refused = condition;
                    return Answer.FAILS;
                }
            } catch (UnknownArgumentException _) {
                answer = Answer.UNKNOWN;
            }
        }
        return answer;
    }

    @Override
    public RuntimeException refusal() {
        Condition condition = Objects.requireNonNull(refused, "asked");
        return new IllegalArgumentException(Message.LOOP_CONDITION.format(program.name(), condition.text()));
    }

    /** A condition asks for what loops before it will have computed. */
    private static final class UnknownArgumentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownArgumentException() {
            super(null, null, false, false);
        }
    }

    /** Refuses a launch unless all holds; a fault of those before it comes first, as in Java. */
    private void require(List<Condition> conditions) throws KernelFault {
        if (ask(conditions) != Answer.HOLDS) {
            if (isLaunched) {
                settle();
            }
            arrays().claim();
            try {
                kept.restore(arrays());
            } finally {
                arrays().giveUpClaim();
            }
            throw refusal();
        }
    }

    private void pass(Invocation invocation, BitSet isArray, int params, long[] operands) {
        for (int i = 0; i < params; i++) {
            if (isArray.get(i)) {
                invocation.setArray(i, arrays().memory(i));
            } else {
                invocation.setScalar(i, operands[i]);
            }
        }
        for (int i = 0; i < records.length; i++) {
            Record record = records[i];
            if (record != null) {
                invocation.setRecord(i, record);
            }
        }
    }

    @Override
    public long scalarBits(int parameter) {
        if (known != null && !known[parameter]) {
            throw new UnknownArgumentException();
        }
        return arguments[parameter];
    }

    @Override
    public int arrayLength(int parameter) {
        return lengths[parameter];
    }
}
