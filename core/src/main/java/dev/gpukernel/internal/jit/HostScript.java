package dev.gpukernel.internal.jit;

import dev.gpukernel.Launch;
import dev.gpukernel.internal.analysis.Condition;
import dev.gpukernel.internal.analysis.Dominators;
import dev.gpukernel.internal.analysis.HostTraffic;
import dev.gpukernel.internal.analysis.Loop;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.BlockParam;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.jit.Rehearsal.Answer;
import dev.gpukernel.internal.pass.ParallelLoops;
import java.lang.reflect.Array;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The script of a kernel of plain loops: the host's code, whose parallel loops are the steps. */
final class HostScript implements KernelScript, HostCode.Machine {
    private static final BitSet NOTHING = new BitSet();

    private final Program program;

    /** What a step with results is to whoever records launches. */
    private final String ofResults;

    private final KernelPlan plan;
    private final HostCode code;
    private final @Nullable Rehearsal rehearsal;
    private final Map<Function, NestStep> steps = new HashMap<>();

    /** The same by the id of the launch, as a launch looks for its step each time. */
    private final @Nullable NestStep[] stepOf;

    private final Operands operands = new Operands();
    private final LaunchRules rules;
    private final KeptArrays kept;
    private final RepeatedLaunches repeated;

    /** Nests after which nothing is done with arrays any more. */
    private final Set<Function> lastLaunches;

    /** Arrays that may not be made yet when a nest is launched, which is passed all of the kernel's. */
    private final List<BlockParam> late;

    private @Nullable LaunchArrays arrays;
    private @Nullable Arguments arguments;

    /** Whether a launch may be refused, or may throw, after others have changed arrays that must be what they were then. */
    private boolean mayFailLate;

    private final boolean mayThrowLate;

    /** Whether fields are set in the end, unless a thread throws. */
    private final boolean setsFields;

    private boolean isLaunched;

    HostScript(KernelPlan plan, @Nullable ClassLoader loader) {
        this.program = plan.program();
        this.plan = plan;
        this.code = new HostCode(program.function(), this, loader);
        this.rules = new LaunchRules(plan, operands);
        this.ofResults = "a sum, a best value or a running value in a loop of " + program.name();
        this.repeated = new RepeatedLaunches(plan.first().gpu().raw());
        this.lastLaunches = LastLaunches.of(program.function());
        this.stepOf = new NestStep[program.function().valueCount()];
        for (Map.Entry<Function, KernelPlan.NestPlan> nest : plan.nests().entrySet()) {
            steps.put(nest.getKey(), step(nest.getKey(), nest.getValue()));
        }
        this.late = late(program);
        this.rehearsal = isRehearsed(program) ? new Rehearsal(program) : null;
        this.mayThrowLate = program.mayThrowLate();
        this.setsFields = !program.inputs().written().isEmpty()
                && program.function().effects().mayFault();
        this.kept = new KeptArrays(plan.first().gpu().allocator(), written(program));
    }

    private static List<BlockParam> late(Program program) {
        if (program.made().isEmpty()) {
            return List.of();
        }
        Function host = program.function();
        Dominators dominators = Dominators.of(host);
        List<Instr> launches = ParallelLoops.launches(host);
        return program.made().stream()
                .mapToObj(host.params()::get)
                .filter(array -> !launches.stream()
                        .allMatch(launch -> array.users().stream()
                                .anyMatch(user ->
                                        user.op() instanceof Op.MakeArray && comesBefore(user, launch, dominators))))
                .toList();
    }

    private static boolean comesBefore(Instr maker, Instr launch, Dominators dominators) {
        return maker.block() == launch.block()
                ? maker.block().instrs().indexOf(maker)
                        < launch.block().instrs().indexOf(launch)
                : dominators.dominates(maker.block(), launch.block());
    }

    /** {@return the arrays that the kernel writes} */
    private static BitSet written(Program program) {
        BitSet written = NestStep.arrays(program.function());
        for (int i = 0; i < program.uses().size(); i++) {
            written.set(i, written.get(i) && program.uses().get(i).written());
        }
        // Nobody has those that it makes, but for what tells where rows have gone.
        BitSet own = (BitSet) program.made().clone();
        own.andNot(program.moves());
        written.andNot(own);
        return written;
    }

    /** {@return whether a loop that asks something of the arguments may come after another one, or after a store} */
    private static boolean isRehearsed(Program program) {
        Function host = program.function();
        boolean asks = false;
        for (LaunchedNest nest : program.nests()) {
            asks |= nest.asks();
        }
        boolean stores = false;
        for (Instr instr : host.instrs()) {
            asks |= Rehearsal.isRefusal(instr);
            stores |= instr.op() instanceof Op.Store;
        }
        return asks && (stores || program.nests().size() > 1 || !Loop.of(host).isEmpty());
    }

    /** {@return whether the host asks for what a nest comes to} */
    private static boolean isAsked(Program program, Function launched) {
        for (Instr instr : program.function().instrs()) {
            if (instr.op() instanceof Op.Launch launch && launch.nest().equals(launched) && instr.isUsed()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean begin(@Nullable Launch launch) {
        return true;
    }

    @Override
    public long[] run(Arguments newArguments, LaunchArrays newArrays) throws KernelFault {
        arguments = newArguments;
        arrays = newArrays;
        try {
            begin(newArguments, newArrays);
            newArrays.stream().beginCall();
            for (Instr launch = code.begin(newArguments.scalars()); launch != null; launch = code.next()) {
                NestStep step = step(launch);
                if (isDone(step)) {
                    continue;
                }
                newArrays.claim();
                if (step.isWriting()) {
                    keep();
                }
                isLaunched = true;
                switch (step) {
                    case PlainStep plain -> {
                        Invocation ready = plain.ready(operands, newArrays);
                        if (!repeated.isHeldBack(ready, plain.shape(), newArrays.stream())) {
                            ready.launch(plain.shape(), newArrays.stream());
                        }
                    }
                    case NestStep.OfResults other -> {
                        requireNotRecorded(ofResults);
                        repeated.flush(newArrays.stream());
                        other.launch(operands, newArrays, code.results());
                    }
                }
                newArrays.giveUpClaim();
            }
            flush();
            if (setsFields && isLaunched && newArguments.areHeld()) {
                newArrays.settle();
            }
            return code.returned();
        } catch (KernelFault fault) {
            if (isInPlace()) {
                undo();
            } else if (newArguments.areHeld()) {
                newArrays.giveUpClaim();
                shareRows();
            }
            throw fault;
        } finally {
            newArrays.giveUpClaim();
            newArrays.stream().endCall();
            repeated.end();
            kept.forget(newArrays);
            arrays = null;
        }
    }

    private void begin(Arguments newArguments, LaunchArrays newArrays) {
        operands.begin(newArguments);
        isLaunched = false;
        repeated.begin();
        mayFailLate = rehearsal != null && !rehearsal.run(newArguments.scalars(), this::length, rules);
        mayFailLate |= isInPlace();
        newArguments.forgetLengths();
        // Without an iterator: a launch allocates nothing.
        for (int i = 0; i < late.size(); i++) {
            BlockParam array = late.get(i);
            newArrays.make(array.index(), ((ArrayType) array.type()).element(), 0);
        }
    }

    /** {@return whether plain Java does all of it on the same arrays where it throws} */
    private boolean isInPlace() {
        return mayThrowLate
                && arrays().isLasting()
                && Objects.requireNonNull(arguments, "running").areOnHost();
    }

    /** Keeps what a launch is about to change, if a later one may be refused and the change would stay. */
    private void keep() {
        if (mayFailLate && arrays().isLasting()) {
            kept.keep(arrays());
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
    public long length(int parameter) {
        return Objects.requireNonNull(arguments, "running").length(parameter);
    }

    @Override
    public long load(int parameter, ElementType element, long index) throws KernelFault {
        requireNotRecorded("an element of an array that " + program.name() + " reads between its loops");
        arrays().bring(NOTHING, 0, HostTraffic.UNKNOWN);
        flush();
        arrays().claim();
        try {
            arrays().settle();
            return ElementBits.get(elements(parameter, element, index, 1), 0);
        } finally {
            arrays().giveUpClaim();
        }
    }

    /** {@return a copy of elements of an array that is claimed} */
    private Object elements(int parameter, ElementType element, long first, long count) {
        Object copy = Array.newInstance(element.arrayClass().getComponentType(), (int) count);
        arrays().memory(parameter).copyTo(copy, 0, first, count, arrays().stream());
        return copy;
    }

    @Override
    public void store(int parameter, ElementType element, long index, long bits) throws KernelFault {
        requireNotRecorded("an element of an array that " + program.name() + " writes between its loops");
        Object one = Array.newInstance(element.arrayClass().getComponentType(), 1);
        ElementBits.set(one, 0, bits);
        arrays().bring(NOTHING, 0, HostTraffic.UNKNOWN);
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
    public void make(int parameter, ElementType element, int length) throws KernelFault {
        beginMaking();
        arrays().make(parameter, element, length);
        Objects.requireNonNull(arguments, "running").setLength(parameter, length);
    }

    @Override
    public void makeRows(int parameter, ElementType element, int[] sizes) throws KernelFault {
        Arguments running = Objects.requireNonNull(arguments, "running");
        int length = running.makeRows(parameter, sizes);
        beginMaking();
        arrays().makeRows(parameter, element, sizes, length);
        running.setLength(parameter, length);
    }

    private void beginMaking() throws KernelFault {
        arrays().requireNotRecorded(
                        "an array that " + program.name() + " makes",
                        "allocate the array before, and pass it to a kernel that does not make it");
        flush();
    }

    @Override
    public void settle() throws KernelFault {
        flush();
        arrays().settle();
    }

    @Override
    public boolean splitsInner(Op.Sums sums, long outside, long inside) {
        return rules.splitsInner(sums, outside, inside);
    }

    @Override
    public boolean mayLaunch(Op.MayLaunch question, long[] numbers) {
        return rules.mayLaunch(question, numbers);
    }

    private NestStep step(Instr launch) {
        NestStep step = stepOf[launch.id()];
        if (step == null) {
            step = steps.computeIfAbsent(((Op.Launch) launch.op()).nest(), nest -> step(nest, plan.nest(nest)));
            stepOf[launch.id()] = step;
        }
        return step;
    }

    private NestStep step(Function launched, KernelPlan.NestPlan nest) {
        return NestStep.of(nest, isAsked(program, launched), lastLaunches.contains(launched));
    }

    /** Brings the arrays of a launch and checks it; {@return whether nothing is left to launch: it has no iterations, or ran in pieces} */
    private boolean isDone(NestStep step) throws KernelFault {
        long[] numbers = code.arguments();
        long[] results = code.results();
        operands.take(numbers, null, step.params);
        long iterations = count(step.program);
        if (iterations == 0) {
            System.arraycopy(numbers, step.params - results.length, results, 0, results.length);
            return true;
        }
        boolean isInspected = false;
        if (iterations != 1) {
            require(step.program.conditions());
            isInspected = rules.isInspected();
        }
        if (!repeated.isHolding()) {
            arrays().settleIfFaulty();
        }
        boolean isOnly = !isLaunched && step.isLast;
        if (isOnly && !isInspected && step.runInPieces(operands, arrays(), results)) {
            return true;
        }
        long traffic = isOnly ? step.hostTraffic(iterations) : HostTraffic.UNKNOWN;
        arrays().bring(step.program.overwritten(), operands.counts()[0], traffic);
        return false;
    }

    /**
     * Counts the iterations along each axis. A count says something only where the loop ends as it is counted, and of an inner loop
     * only if those around it have iterations.
     *
     * @return how many there are in all
     */
    private long count(NestProgram nest) throws KernelFault {
        for (int level = 0; level < nest.axes().size() && operands.iterations() != 0; level++) {
            require(nest.ends().get(level));
            operands.count(nest.axes().get(level));
        }
        return operands.iterations();
    }

    /** Refuses a launch unless all holds; a fault of those before it comes first, as in Java. */
    private void require(List<Condition> conditions) throws KernelFault {
        if (rules.ask(conditions) != Answer.HOLDS) {
            undo();
            throw rules.refusal();
        }
    }

    /** Lets rows of a device be as those that they were set to before an exception kept others from changing places with them. */
    private void shareRows() {
        for (BlockParam array : program.function().params()) {
            BlockParam moves = array.moves();
            if (moves != null && length(moves.index()) > 0) {
                arrays().claim();
                try {
                    shareRows(array, (long[]) elements(moves.index(), ElementType.LONG, 0, length(moves.index())));
                } finally {
                    arrays().giveUpClaim();
                }
            }
        }
    }

    private void shareRows(BlockParam array, long[] moved) {
        ElementType element = ((ArrayType) array.type()).element();
        long columns = length(array.index()) / moved.length;
        Map<Integer, Object> set = new HashMap<>();
        for (int row = 0; row < moved.length; row++) {
            long distance = (moved[row] - (int) moved[row]) >> Integer.SIZE;
            if (distance != 0) {
                set.put(row, elements(array.index(), element, (row + distance) * columns, columns));
            }
        }
        Memory memory = arrays().memory(array.index());
        set.forEach((row, elements) -> memory.copyFrom(elements, 0, row * columns, columns, arrays().stream()));
    }

    /** Lets the arrays be what they were before the launches that a later one, which is refused, belongs to. */
    @Override
    public void undo() throws KernelFault {
        if (isLaunched) {
            settle();
        }
        arrays().claim();
        try {
            kept.restore(arrays());
        } finally {
            arrays().giveUpClaim();
        }
    }
}
