package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuKernel;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRun;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Grain;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.Leaves.Leaf;
import dev.gpukernel.internal.backend.ScalarBits;
import dev.gpukernel.internal.backend.WholeMethodException;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ptx.PtxEmitter;
import dev.gpukernel.internal.ptx.PtxTarget;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A kernel: its program, made once, its plans, one for each device and way its arrays overlap, and idle calls. */
final class JitKernel implements Kernel {
    private static final int MOST_IDLE_CALLS = 64;

    private final JitEngine engine;
    private final Method method;
    private final MethodHandles.Lookup lookup;
    private final int blockSize;
    /** Under its own lock: as many as there were launches at once, up to a bound. */
    private final ArrayDeque<Call> idle = new ArrayDeque<>();

    private final Map<PlanKey, Made<Plan>> plans = new ConcurrentHashMap<>();
    private final Map<PlanKey, Made<LoopPlan>> loopPlans = new ConcurrentHashMap<>();
    private final Made<Program> program;
    private final Made<Program> plainProgram;
    private volatile @Nullable LastRun lastRun;

    JitKernel(JitEngine engine, Method method, MethodHandles.Lookup lookup) {
        this.engine = engine;
        this.method = method;
        this.lookup = lookup;
        this.blockSize = method.getAnnotation(GpuKernel.class).blockSize();
        this.program = new Made<>(() -> ProgramCompiler.compile(method, Watcher.ofSettings()));
        this.plainProgram = new Made<>(() -> ProgramCompiler.compilePlainly(method, Watcher.ofSettings()));
    }

    private record PlanKey(DeviceGpu gpu, boolean distinctArrays) {}

    /** Where it ran last, and the times of its steps if they were taken. */
    record LastRun(Plan plan, @Nullable KernelRun run) {
        KernelRun toRun() {
            return run != null ? run : Times.none(plan);
        }
    }

    JitEngine engine() {
        return engine;
    }

    /** {@return the program; a kernel that could not be compiled fails in the same way every time} */
    Program program() {
        return program.get();
    }

    /** {@return the program as a device gets it} */
    private Program program(DeviceGpu gpu) {
        return gpu.raw().optimisesLoops() ? plainProgram.get() : program();
    }

    /** {@return its parameters} */
    List<Parameter> parameters() {
        Program compiled = program();
        List<Parameter> parameters = new ArrayList<>();
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            for (Leaf leaf : Leaves.of(compiled.parameterNames().get(i), types[i])) {
                ElementType element = ElementType.ofArray(leaf.type());
                parameters.add(new Parameter(name(), parameters.size(), leaf.path(), leaf.type(), element));
            }
        }
        return parameters;
    }

    /**
     * The plan for a device.
     *
     * @param gpu the device
     * @param distinctArrays whether no two arguments are the same array, one of them being written
     */
    Plan plan(DeviceGpu gpu, boolean distinctArrays) {
        return made(plans, new PlanKey(gpu, distinctArrays), () -> makePlan(gpu, distinctArrays));
    }

    /**
     * The plans of a kernel of plain loops for a device.
     *
     * @param gpu the device
     * @param distinctArrays whether no two arguments are the same array, one of them being written
     */
    LoopPlan loopPlan(DeviceGpu gpu, boolean distinctArrays) {
        return made(loopPlans, new PlanKey(gpu, distinctArrays), () -> makeLoopPlan(gpu, distinctArrays));
    }

    /** What fails on a device may succeed another time. */
    private static <T> T made(Map<PlanKey, Made<T>> all, PlanKey key, Supplier<T> maker) {
        Made<T> made = all.computeIfAbsent(key, _ -> new Made<>(maker));
        try {
            return made.get();
        } catch (RuntimeException e) {
            all.remove(key, made);
            throw e;
        }
    }

    private Plan makePlan(DeviceGpu gpu, boolean distinctArrays) {
        Program compiled = program(gpu);
        return makePlan(gpu, unit(compiled, distinctArrays), compiled.nanos(), distinctArrays);
    }

    private Plan makePlan(DeviceGpu gpu, KernelUnit unit, long nanosBefore, boolean distinctArrays) {
        long start = System.nanoTime();
        Executable executable = gpu.raw().compile(unit);
        Watcher.printCode(name(), executable.code());
        long nanos = System.nanoTime() - start + nanosBefore;
        return new Plan(executable, gpu, distinctArrays, name(), unit.maxThreadsPerBlock(), unit.grain(), nanos);
    }

    private LoopPlan makeLoopPlan(DeviceGpu gpu, boolean distinctArrays) {
        Program compiled = program(gpu);
        if (!gpu.raw().runsWholeMethods()) {
            try {
                return makeLoopPlan(gpu, compiled, distinctArrays);
            } catch (WholeMethodException _) {
                // Some loops are too large for the JVM to compile, for one.
            }
        }
        Plan whole = makePlan(gpu, unit(compiled, distinctArrays), compiled.nanos(), distinctArrays);
        return new LoopPlan(compiled, whole, Map.of(), nest -> {
            throw new IllegalStateException("the method runs as a whole");
        });
    }

    private LoopPlan makeLoopPlan(DeviceGpu gpu, Program compiled, boolean distinctArrays) {
        NestUnits units = units(compiled, distinctArrays);
        Map<Function, LoopPlan.NestPlan> nests = new ConcurrentHashMap<>();
        Plan first = null;
        for (LaunchedNest nest : compiled.nests()) {
            if (!nest.isRare()) {
                LoopPlan.NestPlan plan = makeNestPlan(gpu, units, nest.program(), first == null ? compiled.nanos() : 0);
                first = first == null ? plan.plan() : first;
                nests.put(nest.launched(), plan);
            }
        }
        Objects.requireNonNull(first, "a kernel has a loop");
        return new LoopPlan(compiled, first, nests, nest -> makeNestPlan(gpu, units, nest.program(), 0));
    }

    private LoopPlan.NestPlan makeNestPlan(DeviceGpu gpu, NestUnits units, NestProgram nest, long nanosBefore) {
        Plan plan = makePlan(gpu, units.of(nest), nanosBefore, units.distinctArrays());
        NestProgram.Reduction reduction = nest.reduction();
        Plan chunks = reduction == null ? null : makePlan(gpu, units.ofChunks(reduction), 0, true);
        return new LoopPlan.NestPlan(
                nest,
                plan,
                chunks,
                scan(gpu, units, nest),
                proven(gpu, units, nest),
                pieces(gpu, units, nest),
                histograms(gpu, units, nest));
    }

    private LoopPlan.@Nullable ScanPlan scan(DeviceGpu gpu, NestUnits units, NestProgram nest) {
        NestProgram.Scan scan = nest.scan();
        return scan == null
                ? null
                : new LoopPlan.ScanPlan(
                        makePlan(gpu, units.ofTotals(scan), 0, units.distinctArrays()),
                        makePlan(gpu, units.ofPrefixes(scan), 0, true));
    }

    private @Nullable ProvenPlan proven(DeviceGpu gpu, NestUnits units, NestProgram nest) {
        NestProgram.Proven proven = nest.proven();
        // Who runs iterations here looks at each launch himself.
        return proven == null || gpu.raw().sharesHeap()
                ? null
                : new ProvenPlan(
                        nest, proven, () -> makePlan(gpu, units.ofProven(nest, proven), 0, units.distinctArrays()));
    }

    private @Nullable PiecePlan pieces(DeviceGpu gpu, NestUnits units, NestProgram nest) {
        Supplier<@Nullable Function> code = nest.piece();
        return code == null || gpu.raw().pieceBytes() == 0
                ? null
                : new PiecePlan(
                        nest, code, made -> makePlan(gpu, units.ofPiece(nest, made), 0, units.distinctArrays()));
    }

    private @Nullable HistogramPlans histograms(DeviceGpu gpu, NestUnits units, NestProgram nest) {
        return gpu.raw().sharesHeap() || !units.distinctArrays() || !HistogramPlans.areSuitable(nest)
                ? null
                : new HistogramPlans(
                        nest,
                        gpu.raw().info().limits(),
                        (threads, grain) -> makePlan(gpu, units.ofShared(nest, threads, grain), 0, true));
    }

    private NestUnits units(Program compiled, boolean distinctArrays) {
        return new NestUnits(compiled, method, lookup, blockSize, distinctArrays);
    }

    private KernelUnit unit(Program compiled, boolean distinctArrays) {
        return new KernelUnit(
                compiled.function(),
                compiled.form(),
                null,
                method,
                lookup,
                compiled.parameterNames(),
                blockSize,
                distinctArrays,
                Grain.ONE);
    }

    @Nullable ClassLoader loader() {
        return method.getDeclaringClass().getClassLoader();
    }

    void ran(Plan plan, @Nullable KernelRun run) {
        LastRun known = lastRun;
        if (run != null || known == null || known.plan != plan || known.run != null) {
            lastRun = new LastRun(plan, run);
        }
    }

    /** Takes a call back that ended well, for the next one. */
    void giveBack(Call call) {
        synchronized (idle) {
            if (idle.size() < MOST_IDLE_CALLS) {
                idle.push(call);
            }
        }
    }

    private Call takeCall() {
        Call waiting;
        synchronized (idle) {
            waiting = idle.poll();
        }
        return waiting != null ? waiting : new Call(this);
    }

    @Override
    public String name() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    @Override
    public KernelCall call() {
        if (program().form() == KernelForm.GRID) {
            throw new IllegalArgumentException(Message.LAUNCH_MISSING.format(name()));
        }
        return takeCall().begin(null);
    }

    @Override
    public KernelCall call(Launch launch) {
        if (launch == null) {
            throw new NullPointerException(Message.LAUNCH_MISSING.format(name()));
        }
        if (program().form() == KernelForm.LOOP) {
            throw new IllegalArgumentException(Message.LAUNCH_ON_LOOP.format(name()));
        }
        return takeCall().begin(launch);
    }

    @Override
    public @Nullable Object launch(Object... arguments) {
        return box(pass((Call) call(), arguments));
    }

    private @Nullable Object box(long bits) {
        Class<?> type = method.getReturnType();
        return type == void.class ? null : ScalarBits.box(type, bits);
    }

    /** {@return how it runs with null for an argument, null if it does not ask whether one is} */
    @Nullable PlainRun plainRun() {
        return program().checksNull() ? new PlainRun(method, lookup, name()) : null;
    }

    @Override
    public void launch(Launch launch, Object... arguments) {
        pass((Call) call(launch), arguments);
    }

    private long pass(Call call, Object[] arguments) {
        int expected = method.getParameterCount();
        if (arguments.length != expected) {
            throw new IllegalArgumentException(Message.ARGUMENT_COUNT.format(name(), expected, arguments.length));
        }
        for (Object argument : arguments) {
            call.arguments().pass(argument);
        }
        return call.runForBits();
    }

    @Override
    public String ir() {
        Program compiled = program();
        return compiled.form() == KernelForm.GRID || isPlain(compiled)
                ? functions(compiled.functions())
                : compiled.function() + functions(compiled.functions());
    }

    /** {@return whether the host does nothing but launch one loop} */
    private static boolean isPlain(Program compiled) {
        return compiled.nests().size() == 1 && NestUnits.isWhole(compiled);
    }

    /** {@return whether its method is not void} */
    boolean returnsSomething() {
        return method.getReturnType() != void.class;
    }

    /** {@return name of the class that the annotation processor would generate beside the kernel's} */
    String launcherName() {
        Class<?> owner = method.getDeclaringClass();
        String ending = owner.getName().substring(owner.getPackageName().length());
        return owner.getPackageName() + ending.replace('$', '_') + "Gpu";
    }

    /** {@return the place of a parameter of the method among all, records taken apart} */
    int firstLeaf(int position) {
        int first = 0;
        for (int i = 0; i < position; i++) {
            first += Leaves.of("", method.getParameterTypes()[i]).size();
        }
        return first;
    }

    /**
     * Passes one argument, in place of an earlier one.
     *
     * @throws IllegalArgumentException if it is none for the parameter
     */
    void pass(Arguments arguments, int position, Object value) {
        Class<?> type = method.getParameterTypes()[position];
        boolean isWrong = type.isRecord() ? value.getClass() != type : value instanceof Record || type.isArray();
        if (isWrong && !(value instanceof GpuArray)) {
            String passed = value.getClass().getSimpleName();
            throw new IllegalArgumentException(Message.ARGUMENT_TYPE.format(
                    position + 1, name(), passed, program().parameterNames().get(position), wanted(type)));
        }
        arguments.pass(value);
    }

    private static String wanted(Class<?> type) {
        return type.isArray() ? "GpuArray<" + type.getSimpleName() + ">" : type.getSimpleName();
    }

    private static String functions(List<Function> functions) {
        return functions.stream().map(Function::toString).collect(Collectors.joining());
    }

    @Override
    public String ptx() {
        LastRun last = lastRun;
        if (last != null && last.plan.gpu().computeCapability().isPresent()) {
            Made<LoopPlan> loops = loopPlans.get(new PlanKey(last.plan.gpu(), last.plan.distinctArrays()));
            return loops == null
                    ? last.plan.executable().code()
                    : joined(loops.get().plans().stream()
                            .map(plan -> plan.executable().code())
                            .toList());
        }
        Program compiled = program();
        List<KernelUnit> all = compiled.form() == KernelForm.GRID
                ? List.of(unit(compiled, true))
                : compiled.nests().stream()
                        .filter(nest -> !nest.isRare())
                        .map(nest -> units(compiled, true).of(nest.program()))
                        .toList();
        return joined(all.stream()
                .map(unit -> PtxEmitter.emit(unit, PtxTarget.BASELINE).text())
                .toList());
    }

    /** {@return modules as one, with one head} */
    private static String joined(List<String> modules) {
        StringBuilder text = new StringBuilder(modules.getFirst());
        for (String module : modules.subList(1, modules.size())) {
            text.append('\n').append(module.substring(module.indexOf("\n\n") + 2));
        }
        return text.toString();
    }

    @Override
    public String schedule() {
        return ScheduleText.of(program());
    }

    @Override
    public OptionalInt registers() {
        LastRun last = lastRun;
        int registers = last == null ? -1 : last.plan.executable().registers();
        return registers < 0 ? OptionalInt.empty() : OptionalInt.of(registers);
    }

    @Override
    public Optional<KernelRun> lastRun() {
        return Optional.ofNullable(lastRun).map(LastRun::toRun);
    }

    @Override
    public String toString() {
        return "kernel " + name();
    }
}
