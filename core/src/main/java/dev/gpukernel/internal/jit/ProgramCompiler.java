package dev.gpukernel.internal.jit;

import dev.gpukernel.CompilerBugException;
import dev.gpukernel.GpuException;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.FullWrite;
import dev.gpukernel.internal.analysis.ReversePostorder;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelMethod;
import dev.gpukernel.internal.frontend.FrontEnd.ReadKernel;
import dev.gpukernel.internal.frontend.Outlining;
import dev.gpukernel.internal.frontend.Reading;
import dev.gpukernel.internal.frontend.Reading.Finding;
import dev.gpukernel.internal.frontend.Variant;
import dev.gpukernel.internal.intrinsic.GridOperations;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.CallPaths;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Instr;
import dev.gpukernel.internal.ir.Op;
import dev.gpukernel.internal.ir.Verifier;
import dev.gpukernel.internal.ir.VoidType;
import dev.gpukernel.internal.pass.CommonArrays;
import dev.gpukernel.internal.pass.OutlinedNest;
import dev.gpukernel.internal.pass.ParallelLoops;
import dev.gpukernel.internal.pass.ParallelLoops.Outcome;
import dev.gpukernel.internal.pass.Pipeline;
import dev.gpukernel.internal.pass.PlannedLoop;
import dev.gpukernel.internal.pass.ThreadArrayLengths;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** From a method to a {@link Program}: front end, passes, and the loop taken apart if it is one. */
final class ProgramCompiler {
    private static final Set<Message> OF_ROWS =
            Set.of(Message.ROW_BY_ROW, Message.ROWS_MOVED, Message.ALLOCATION, Message.REFERENCE_VALUE);

    private static final Set<Message> OF_LOOPS =
            Set.of(Message.LOOP_CARRIED, Message.LOOP_SHAPE, Message.LOOP_SURROUNDED, Message.LOOP_DEPENDENCE);

    private static final List<Outlining.RowOrder> OTHER_ORDERS =
            List.of(Outlining.RowOrder.ANY, Outlining.RowOrder.MIXED);

    private final BiConsumer<String, Function> watcher;
    private final Effort effort;
    private final boolean checksIndices;
    private final Variant variant;
    private @Nullable KernelRejectedException rejection;

    /** Whether {@link CommonArrays} of a kernel are made on the device. Where the host can have them, loops see more of what is in them. */
    private boolean makesCommonArrays;

    /** Whether a kernel that was read has some. */
    private boolean hasCommonArrays;

    private ProgramCompiler(
            BiConsumer<String, Function> watcher, Effort effort, boolean checksIndices, Variant variant) {
        this.watcher = watcher;
        this.effort = effort;
        this.checksIndices = checksIndices;
        this.variant = variant;
    }

    /** How much is done for speed. */
    enum Effort {
        /** Only what any compiler has to start from. */
        PLAIN,
        /** The same of a grid kernel whose threads are run in turn from barrier to barrier. */
        IN_TURN,
        /** Code that is exact. */
        EXACT,
        /** Code that may be approximate. */
        FAST;

        boolean specialises() {
            return this != PLAIN && this != IN_TURN;
        }
    }

    /**
     * Compiles a kernel.
     *
     * @param method the annotated method
     * @param watcher called with the name of each step and the function after it
     * @return the program
     * @throws KernelRejectedException with everything in it that cannot run on a GPU
     */
    static Program compile(Method method, BiConsumer<String, Function> watcher) {
        return compile(KernelReader.of(method), isFast(method), Variant.USUAL, watcher);
    }

    /** Compiles a kernel for other arguments than the usual ones. */
    static Program compile(KernelReader reader, boolean isFast, Variant variant, BiConsumer<String, Function> watcher) {
        return compile(reader, Outlining.USUAL, new ProgramCompiler(watcher, effort(isFast), false, variant));
    }

    /**
     * Compiles a kernel for a device whose own compiler optimises it: all calls inlined, nothing done that only makes it faster on
     * other devices.
     */
    static Program compilePlainly(KernelReader reader, Variant variant, BiConsumer<String, Function> watcher) {
        return compile(reader, Outlining.NONE, new ProgramCompiler(watcher, Effort.PLAIN, false, variant));
    }

    /** Compiles a kernel with a choice of its own of what it calls as functions. */
    static Program compile(Method method, Outlining outlining, BiConsumer<String, Function> watcher) {
        return compile(
                KernelReader.of(method),
                outlining,
                new ProgramCompiler(watcher, effort(isFast(method)), false, Variant.USUAL));
    }

    /** Compiles a kernel for a device that checks indices in any case. */
    static Program compileChecked(
            KernelReader reader, boolean isFast, Variant variant, BiConsumer<String, Function> watcher) {
        return compile(reader, Outlining.USUAL, new ProgramCompiler(watcher, effort(isFast), true, variant));
    }

    /** Compiles a grid kernel for a device that runs the threads of a block in turn, from barrier to barrier, and checks indices in any case. */
    static Program compileInTurn(KernelReader reader, Variant variant) {
        return compile(
                reader, Outlining.LARGE, new ProgramCompiler((step, function) -> {}, Effort.IN_TURN, true, variant));
    }

    private static Program compile(KernelReader reader, Outlining outlining, ProgramCompiler compiler) {
        return compile(attempt -> reader.read(attempt, compiler.checksIndices, compiler.variant), outlining, compiler);
    }

    /**
     * Compiles a kernel of which {@link #check} found nothing, with all that a launch may ask for.
     *
     * @param frontEnd reads it
     * @throws KernelRejectedException with what only then shows
     */
    static void compile(java.util.function.Function<Outlining, Reading> frontEnd) {
        ProgramCompiler compiler = new ProgramCompiler((step, function) -> {}, Effort.EXACT, false, Variant.USUAL);
        Program program = compile(attempt -> complete(frontEnd.apply(attempt)), Outlining.USUAL, compiler);
        for (LaunchedNest nest : program.nests()) {
            nest.program().turns();
            nest.program().threads();
        }
    }

    /**
     * {@return a kernel that was read}
     *
     * @throws KernelRejectedException with all findings, if it is refused
     */
    static ReadKernel complete(Reading reading) {
        return switch (reading) {
            case Reading.Complete(ReadKernel kernel) -> kernel;
            case Reading.Refused refused -> throw new KernelRejectedException(refused.kernel(), all(refused));
            case Reading.Open _ -> throw new IllegalArgumentException("left open");
        };
    }

    private static Program compile(
            java.util.function.Function<Outlining, ReadKernel> frontEnd,
            Outlining outlining,
            ProgramCompiler compiler) {
        KernelRejectedException refused;
        try {
            return attempt(frontEnd, outlining, compiler);
        } catch (KernelRejectedException first) {
            refused = first;
        }
        if (compiler.hasCommonArrays && refused.findings().stream().anyMatch(ProgramCompiler::isOfLoops)) {
            compiler.rejection = null;
            compiler.makesCommonArrays = true;
            try {
                return attempt(frontEnd, outlining, compiler);
            } catch (KernelRejectedException again) {
                refused = again;
            }
        }
        if (refused.findings().stream().noneMatch(ProgramCompiler::isOfRows)) {
            throw refused;
        }
        KernelRejectedException told = refused;
        for (Outlining.RowOrder order : OTHER_ORDERS) {
            compiler.rejection = null;
            try {
                return attempt(frontEnd, outlining.settingRows(order), compiler);
            } catch (KernelRejectedException other) {
                told = isOfOthers(other.findings()) ? other : told;
            }
        }
        throw told;
    }

    /**
     * {@return whether nothing is found in a kernel's arrays of rows, so that these are no reason to refuse it} The last order refuses least. What was
     * said first is what a kernel in the usual order lacks. Iterations that depend on each other are no other reason: rows that are set in any order
     * cannot be told apart, and what does not concern them was found in the usual order, too.
     */
    private static boolean isOfOthers(List<Diagnostic> findings) {
        return findings.stream()
                .noneMatch(finding -> isOfRows(finding) || finding.message() == Message.LOOP_DEPENDENCE);
    }

    /** {@return whether a finding may be of an array that loops cannot write where the host has it} */
    private static boolean isOfLoops(Diagnostic finding) {
        return OF_LOOPS.contains(finding.message());
    }

    /** {@return whether a finding may be of an array of rows, of which more can be read if threads set rows in any order} */
    private static boolean isOfRows(Diagnostic finding) {
        return OF_ROWS.contains(finding.message());
    }

    private static Program attempt(
            java.util.function.Function<Outlining, ReadKernel> frontEnd,
            Outlining outlining,
            ProgramCompiler compiler) {
        long start = System.nanoTime();
        // In a loop, what a function does with arrays may hide what inlining shows.
        for (Outlining attempt : List.of(outlining, outlining.withoutArrays())) {
            ReadKernel read = compiler.read(frontEnd, attempt);
            if (read.function().calledFunctions().isEmpty()) {
                return compiler.compile(read, start);
            }
            Program program = compiler.tryToCompile(read, start);
            if (program != null) {
                return program;
            }
        }
        return compiler.compile(compiler.read(frontEnd, outlining.inlined()), start);
    }

    /** {@return the kernel; if it is too large with fewer functions than before, what was wrong with it then is told} */
    private ReadKernel read(java.util.function.Function<Outlining, ReadKernel> frontEnd, Outlining outlining) {
        try {
            return seen(frontEnd.apply(outlining));
        } catch (KernelRejectedException tooLarge) {
            throw rejection == null ? tooLarge : rejection;
        }
    }

    private ReadKernel seen(ReadKernel read) {
        if (makesCommonArrays) {
            CommonArrays.make(read.function());
        } else {
            hasCommonArrays |= CommonArrays.areIn(read.function());
        }
        return read;
    }

    /** {@return the program, null if functions keep it from being what it is with everything inlined} */
    private @Nullable Program tryToCompile(ReadKernel read, long start) {
        try {
            Program program = compile(read, start);
            boolean passesArrays = read.function().calledFunctions().stream()
                    .flatMap(function -> function.params().stream())
                    .anyMatch(param -> param.type() instanceof ArrayType);
            boolean hidden = passesArrays && program.hasConflicts();
            // Passes that copy code copy calls too.
            return hidden || !fit(program) ? null : program;
        } catch (KernelRejectedException e) {
            rejection = e;
            return null;
        }
    }

    /** {@return whether all calls have numbers} What is not compiled yet calls nothing. */
    private static boolean fit(Program program) {
        return program.form() == KernelForm.GRID
                ? new CallPaths(program.function()).fit()
                : program.nests().stream()
                        .filter(nest -> !nest.launched().calledFunctions().isEmpty())
                        .allMatch(nest -> new CallPaths(nest.program().threads().code()).fit());
    }

    /**
     * Reads and checks a kernel as {@link #compile} does, up to what may refuse it. With functions that make it too large to
     * inline, this may accept what compiling refuses; never the other way round.
     *
     * @param frontEnd reads it
     * @return everything in it that cannot run on a GPU, or will be slow
     */
    static KernelCheck.Result check(java.util.function.Function<Outlining, Reading> frontEnd) {
        ProgramCompiler compiler = checking();
        KernelCheck.Result found = compiler.check(frontEnd, Outlining.USUAL);
        if (compiler.hasCommonArrays
                && found.findings().stream().anyMatch(finding -> isOfLoops(finding.diagnostic()))) {
            compiler.makesCommonArrays = true;
            found = compiler.check(frontEnd, Outlining.USUAL);
        }
        if (found.findings().stream().noneMatch(finding -> isOfRows(finding.diagnostic()))) {
            return found;
        }
        KernelCheck.Result told = found;
        for (Outlining.RowOrder order : OTHER_ORDERS) {
            KernelCheck.Result again = compiler.check(frontEnd, Outlining.USUAL.settingRows(order));
            if (again.findings().isEmpty() && !again.isOpen()) {
                return again;
            }
            told = !again.isOpen()
                            && isOfOthers(again.findings().stream()
                                    .map(Finding::diagnostic)
                                    .toList())
                    ? again
                    : told;
        }
        return told;
    }

    /** {@return one that checks kernels only} */
    private static ProgramCompiler checking() {
        return new ProgramCompiler((step, function) -> {}, Effort.EXACT, false, Variant.USUAL);
    }

    private KernelCheck.Result check(java.util.function.Function<Outlining, Reading> frontEnd, Outlining outlining) {
        KernelCheck.Result known = KernelCheck.Result.NOTHING;
        for (Outlining attempt : List.of(outlining, outlining.withoutArrays(), outlining.inlined())) {
            switch (frontEnd.apply(attempt)) {
                case Reading.Open _ -> {
                    return KernelCheck.Result.OPEN;
                }
                case Reading.Refused refused -> {
                    return known.findings().isEmpty() ? KernelCheck.Result.of(inOwnMethod(all(refused))) : known;
                }
                case Reading.Complete(ReadKernel read) -> {
                    boolean inlined = read.function().calledFunctions().isEmpty();
                    known = inLoop(seen(read));
                    if (inlined || known.findings().isEmpty()) {
                        return known;
                    }
                }
            }
        }
        return known;
    }

    /** {@return what is to be said of a kernel as it was read: how it launches its loops is not of interest here} */
    private KernelCheck.Result inLoop(ReadKernel read) {
        ParallelLoops.Check found;
        try {
            found = DeepStack.call(read.function().valueCount(), () -> checked(read));
        } catch (KernelRejectedException e) {
            found = new ParallelLoops.Check(e.findings(), List.of());
        }
        return new KernelCheck.Result(inOwnMethod(found.findings()), inOwnMethod(found.warnings()), false);
    }

    static List<Finding> inOwnMethod(List<Diagnostic> said) {
        return said.stream().map(Finding::new).toList();
    }

    /** {@return all that is wrong with a kernel that the front end refuses: with its loops, too, as far as they can be read} */
    private static List<Diagnostic> all(Reading.Refused refused) {
        List<Diagnostic> all = new ArrayList<>(
                refused.findings().stream().map(Finding::diagnostic).toList());
        Reading.Rest rest = refused.rest();
        if (rest != null && !GridOperations.areIn(rest.kernel().function())) {
            ProgramCompiler compiler = checking();
            Function function = rest.kernel().function();
            all.addAll(DeepStack.call(function.valueCount(), () -> compiler.inLoops(rest)));
            all.sort(Comparator.comparingInt(
                    d -> d.place() == null ? 0 : d.place().line()));
        }
        return all;
    }

    private List<Diagnostic> inLoops(Reading.Rest rest) {
        isOfLoops(rest.kernel());
        ReadLoops loops = ReadLoops.of(rest);
        return checked(rest.kernel()).findings().stream().filter(loops::holds).toList();
    }

    private ParallelLoops.Check checked(ReadKernel read) {
        return isOfLoops(read)
                ? ParallelLoops.check(read.function(), read.marks())
                : new ParallelLoops.Check(List.of(), List.of());
    }

    /** Cleans a kernel up; {@return whether it is one of plain loops} */
    private boolean isOfLoops(ReadKernel read) {
        Function function = read.function();
        watcher.accept("FrontEnd", function);
        Pipeline.run(Pipeline.CLEAN_UP, function, watcher);
        if (read.hasCopies()) {
            Pipeline.run(Pipeline.COPIES, function, watcher);
        }
        if (!GridOperations.areIn(function)) {
            Pipeline.run(Pipeline.LOOPS, function, watcher);
            return true;
        }
        if (function.result() != VoidType.VOID || !read.outputs().isEmpty()) {
            Diagnostic finding = ParallelLoops.atStart(Message.GRID_RETURNS, function);
            throw new KernelRejectedException(function.name(), List.of(finding));
        }
        List<Diagnostic> findings = ThreadArrayLengths.findings(function);
        if (!findings.isEmpty()) {
            throw new KernelRejectedException(function.name(), findings);
        }
        return false;
    }

    private Program compile(ReadKernel read, long start) {
        return guarded(read.function(), () -> optimised(read, start));
    }

    private Program optimised(ReadKernel read, long start) {
        Function function = read.function();
        Verifier.verify(function);
        BitSet looked = looked(function);
        int passed = function.params().size() - Program.made(function).size();
        return isOfLoops(read) ? ofLoops(read, looked, passed, outline(read), start) : ofGrid(read, looked, start);
    }

    /** {@return the arrays that it reads as it was written} Of marks that is all that is ever read. */
    private static BitSet looked(Function function) {
        List<Access.Use> uses = Access.uses(function);
        return IntStream.range(0, uses.size())
                .filter(i -> uses.get(i).read())
                .collect(BitSet::new, BitSet::set, BitSet::or);
    }

    private Program ofGrid(ReadKernel read, BitSet looked, long start) {
        Function function = read.function();
        Pipeline.run(effort == Effort.IN_TURN ? Pipeline.IN_TURN : Pipeline.OPTIMISE, function, watcher);
        if (effort == Effort.FAST) {
            Pipeline.run(Pipeline.APPROXIMATE, function, watcher);
        }
        BitSet fullWrites = FullWrite.of(function);
        if (effort.specialises()) {
            Pipeline.run(Pipeline.SPECIALISE, function, watcher);
            Pipeline.run(Pipeline.WIDEN_SHARED, function, watcher);
        }
        Verifier.verify(function);
        return program(read, KernelForm.GRID, looked, fullWrites, new BitSet(), List.of(), List.of(), start);
    }

    private Program ofLoops(ReadKernel read, BitSet looked, int passed, Outcome.Outlined loops, long start) {
        Function host = read.function();
        watcher.accept("ParallelLoops", host);
        Pipeline.run(Pipeline.HOST, host, watcher);
        Verifier.verify(host);
        NestCompiler compiler = new NestCompiler(watcher, effort);
        List<LaunchedNest> nests = new ArrayList<>();
        List<Instr> launches = ParallelLoops.launches(host);
        for (Instr launch : launches) {
            Function launched = ((Op.Launch) launch.op()).nest();
            OutlinedNest outlined = Objects.requireNonNull(loops.nests().get(launched));
            boolean isAlone = launches.stream().noneMatch(other -> isBeside(launch, other));
            boolean isRare = loops.rare().contains(launched);
            boolean isAsked = loops.asked().contains(launched);
            LaunchedNest nest = new LaunchedNest(outlined, isRare, isAsked, () -> compile(compiler, outlined, isAlone));
            if (!isRare) {
                nest.program();
            }
            if (!launched.calledFunctions().isEmpty()) {
                // What calls functions may have to be read again without. And all forms share the functions, which
                // passes change.
                nest.program().turns();
                nest.program().threads();
            }
            nests.add(nest);
        }
        nests.sort(Comparator.comparing(LaunchedNest::isRare));
        if (nests.isEmpty()) {
            // What is known when it is compiled keeps it from ever getting to its loop.
            Diagnostic finding = ParallelLoops.atStart(Message.NOT_A_KERNEL, host);
            throw new KernelRejectedException(host.name(), List.of(finding));
        }
        // Those that iterations make for themselves are no parameters any more; copies that loops read have become
        // some.
        BitSet made = new BitSet();
        made.set(passed, host.params().size());
        return program(read, KernelForm.LOOP, looked, new BitSet(), made, nests, loops.schedule(), start);
    }

    private static NestProgram compile(NestCompiler compiler, OutlinedNest outlined, boolean isAlone) {
        return guarded(outlined.code(), () -> compiler.compile(outlined, isAlone));
    }

    /** Compiles code on a stack of its size. What goes wrong but for what is the user's to change is a fault of the compiler. */
    static <T> T guarded(Function code, Supplier<T> work) {
        try {
            return DeepStack.call(code.valueCount(), work);
        } catch (KernelRejectedException | GpuException | CompilerBugException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CompilerBugException("kernel " + code.name() + " could not be compiled", code.toString(), e);
        }
    }

    /** {@return whether a run may come to both of two launches} */
    private static boolean isBeside(Instr launch, Instr other) {
        return other != launch
                && (ReversePostorder.of(launch.block()).contains(other.block())
                        || ReversePostorder.of(other.block()).contains(launch.block()));
    }

    private static Program program(
            ReadKernel read,
            KernelForm form,
            BitSet looked,
            BitSet overwritten,
            BitSet made,
            List<LaunchedNest> nests,
            List<PlannedLoop> schedule,
            long start) {
        Function function = read.function();
        return new Program(
                function.name(),
                function,
                form,
                read.parameterNames(),
                Access.uses(function),
                looked,
                overwritten,
                made,
                nests,
                schedule,
                read.checksNull(),
                read.alignedSegments(),
                read.inputs(),
                read.outputs(),
                System.nanoTime() - start);
    }

    private static boolean isFast(Method method) {
        return new KernelMethod(method, MethodHandles.publicLookup()).isFast();
    }

    private static Effort effort(boolean isFast) {
        return isFast ? Effort.FAST : Effort.EXACT;
    }

    private Outcome.Outlined outline(ReadKernel read) {
        Function function = read.function();
        boolean mayIdle = !checksIndices && effort.specialises();
        return switch (ParallelLoops.outline(function, read.marks(), read.hasCopies(), mayIdle)) {
            case Outcome.Outlined outlined -> outlined;
            case Outcome.Rejected rejected -> throw new KernelRejectedException(function.name(), rejected.findings());
        };
    }
}
