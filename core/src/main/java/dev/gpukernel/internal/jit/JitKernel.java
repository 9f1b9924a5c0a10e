package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.Kernel;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRejectedException;
import dev.gpukernel.KernelRun;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelMethod;
import dev.gpukernel.internal.backend.KernelSource;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.Leaves.Leaf;
import dev.gpukernel.internal.backend.NativeKernel;
import dev.gpukernel.internal.backend.RecordArrays;
import dev.gpukernel.internal.frontend.Inputs;
import dev.gpukernel.internal.frontend.Variant;
import dev.gpukernel.internal.ir.ArrayType;
import dev.gpukernel.internal.ir.CudaBody;
import dev.gpukernel.internal.ir.ElementType;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.jit.ProgramStore.Purpose;
import dev.gpukernel.internal.pass.WarpProducts;
import dev.gpukernel.internal.ptx.PtxEmitter;
import dev.gpukernel.internal.ptx.PtxTarget;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A kernel: its program, made once, its plans, one for each device and what holds of its arrays, and idle calls. */
final class JitKernel implements Kernel {
    private static final System.Logger LOGGER = System.getLogger(JitKernel.class.getName());

    private static final int[] NONE = {};

    private static final Set<Message> MAY_RUN_ELSEWHERE =
            Set.of(Message.TORNADO_UNSUPPORTED, Message.CUDA_DEVICE, Message.CUDA_FUNCTION_BODY);

    private final JitEngine engine;
    private final KernelSource source;
    private final KernelReader reader;

    /** What arguments its code is made for. */
    private final Variant variant;

    /** Of which classes objects are that are passed to it. */
    private final ObjectClasses classes;

    private final IdleCalls<Call> idle = new IdleCalls<>();

    private final Map<PlanKey, Made<KernelPlan>> plans = new ConcurrentHashMap<>();
    private final Map<Class<?>, RecordArrays> recordArrays = new ConcurrentHashMap<>();
    private final PlanMaker planMaker;
    private final Made<ResultType> result;
    private final Made<KeptProgram> program;
    private final Made<KeptProgram> plainProgram;
    private final Made<KeptProgram> checkedProgram;
    private final Made<KeptProgram> inTurnProgram;
    private final Made<ObjectFields> fields;
    private final AtomicReference<@Nullable Times> lastRun;

    /** The same kernel with code for other arguments, once it is needed. */
    private final Map<Variant, JitKernel> others = new ConcurrentHashMap<>();

    /** Which parameters of the method have arguments that are constants of the code, and their leaves; none if this is one for such arguments. */
    private final int[] constants;

    private final int[] constantLeaves;

    /** The kernel for the constants that were passed last. */
    private volatile @Nullable JitKernel lastOther;

    /** The kernel that passes static fields to this one, once it was launched, if it uses any. */
    private final AtomicReference<@Nullable ObjectKernel> passing = new AtomicReference<>();

    private volatile boolean isLimitTold;
    private volatile @Nullable Instead instead;

    JitKernel(JitEngine engine, Method method, MethodHandles.Lookup lookup) {
        this(engine, method, lookup, new ObjectClasses(List.of(), new Object[0], method.getDeclaringClass(), lookup));
    }

    /**
     * A kernel that takes objects.
     *
     * @param classes of the objects
     */
    JitKernel(JitEngine engine, Method method, MethodHandles.Lookup lookup, ObjectClasses classes) {
        this(
                engine,
                new KernelMethod(method, lookup, classes.loader(method.getDeclaringClass())),
                KernelReader.of(method),
                classes);
    }

    /** A kernel that is no method. */
    JitKernel(JitEngine engine, KernelSource source, KernelReader reader) {
        this(engine, source, reader, new ObjectClasses(List.of(), new Object[0], source.owner(), source.lookup()));
    }

    private JitKernel(JitEngine engine, KernelSource source, KernelReader reader, ObjectClasses classes) {
        this(
                engine,
                source,
                reader,
                classes,
                null,
                new AtomicReference<>(),
                Variant.of(new Inputs(classes)),
                SpecialisedParameters.of(source.method()));
    }

    private JitKernel(
            JitEngine engine,
            KernelSource source,
            KernelReader reader,
            ObjectClasses classes,
            @Nullable KeptProgram compiled,
            AtomicReference<@Nullable Times> lastRun,
            Variant variant,
            int[] constants) {
        this.constants = constants;
        this.constantLeaves = Arrays.stream(constants)
                .map(position -> firstLeaf(source, position))
                .toArray();
        this.engine = engine;
        this.source = source;
        this.reader = reader;
        this.classes = classes;
        this.planMaker = new PlanMaker(source);
        this.result = new Made<>(() -> new ResultType(source, receiverLoader(), program(), fields()));
        this.program = new Made<>(() -> compiled != null ? compiled : compiled());
        this.fields = new Made<>(() -> new ObjectFields(program().inputs(), classes));
        this.lastRun = lastRun;
        this.variant = variant;
        this.plainProgram =
                forJava(Purpose.PLAIN, wanted -> ProgramCompiler.compilePlainly(reader, wanted, Watcher.ofSettings()));
        this.inTurnProgram = forJava(Purpose.IN_TURN, wanted -> ProgramCompiler.compileInTurn(reader, wanted));
        this.checkedProgram = forJava(
                Purpose.CHECKED,
                wanted -> ProgramCompiler.compileChecked(reader, source.isFast(), wanted, Watcher.ofSettings()));
    }

    /** A kernel in native code, of which a program is known. */
    static JitKernel ofNative(JitEngine engine, NativeKernel source, NativeProgram made) {
        ObjectClasses classes = new ObjectClasses(List.of(), new Object[0], source.owner(), source.lookup());
        KernelReader reader = (_, _, _) -> {
            throw new IllegalStateException("native code is not read");
        };
        // A pointer is as good for large memory as for small.
        Variant variant = Variant.of(new Inputs(classes)).with(false, made.segments());
        Program program = made.program(variant.inputs());
        return new JitKernel(
                engine, source, reader, classes, KeptProgram.only(program), new AtomicReference<>(), variant, NONE);
    }

    private KeptProgram compiled() {
        FlightEvents.Compiled event = FlightEvents.compilation();
        KeptProgram compiled = kept(
                Purpose.USUAL,
                variant,
                () -> ProgramCompiler.compile(reader, source.isFast(), variant, Watcher.ofSettings()));
        if (event != null) {
            event.end(name(), null);
        }
        return compiled;
    }

    /** {@return the same kernel compiled for devices that run no CUDA C} */
    private Made<KeptProgram> forJava(Purpose purpose, java.util.function.Function<Variant, Program> compiler) {
        return new Made<>(() -> {
            Variant wanted = learned().inJava();
            return kept(purpose, wanted, () -> compiler.apply(wanted));
        });
    }

    /** {@return what another process compiled and kept, if this would compile the same; else what the compiler makes} */
    private KeptProgram kept(Purpose purpose, Variant wanted, Supplier<Program> compiler) {
        // Which objects are passed, only the compiler asks.
        return classes.areAsked()
                ? KeptProgram.only(compiler.get())
                : engine.store().find(source, purpose, wanted, compiler);
    }

    /** {@return what arguments its code is made for, with what is known of objects, so that other code takes fields in the same order} */
    private Variant learned() {
        return variant.with(program().inputs());
    }

    private record PlanKey(DeviceGpu gpu, ArrayFacts arrays) {}

    JitEngine engine() {
        return engine;
    }

    /** {@return the program; a kernel that could not be compiled fails in the same way every time} */
    Program program() {
        return program.get().program();
    }

    private KernelPlan make(DeviceGpu gpu, ArrayFacts arrays) {
        KernelPlan plan = makePlan(gpu, arrays);
        Stream.of(program, plainProgram, checkedProgram, inTurnProgram)
                .flatMap(Made::known)
                .forEach(KeptProgram::keep);
        return plan;
    }

    private KernelPlan makePlan(DeviceGpu gpu, ArrayFacts arrays) {
        if (source instanceof NativeKernel) {
            return planMaker.whole(gpu, program(), arrays);
        }
        boolean runsJava = runsJava(gpu);
        if (gpu.raw().runsThreadsInTurn() && program().form() == KernelForm.GRID) {
            try {
                return planMaker.inTurn(gpu, inTurnProgram.get().program(), arrays);
            } catch (KernelRejectedException _) {
                // The method itself checks all indices, too.
            }
        }
        if (gpu.raw().optimisesLoops()) {
            return planMaker.make(gpu, plainProgram.get().program(), arrays);
        }
        if (!runsJava && (!gpu.raw().checksIndices() || !lacksChecks())) {
            return planMaker.make(gpu, program(), arrays);
        }
        Program checked;
        try {
            checked = checkedProgram.get().program();
        } catch (KernelRejectedException _) {
            // An iteration that throws keeps Java from beginning the next, which the method itself does not either.
            return planMaker.whole(gpu, program(), arrays);
        }
        return planMaker.make(gpu, checked, arrays);
    }

    /** {@return whether a device runs in Java what a GPU of NVIDIA's calls in CUDA C} Of a kernel that calls none the answer is no. */
    private boolean runsJava(DeviceGpu gpu) {
        List<CudaBody> cuda =
                gpu.raw().linksNativeCode() ? List.of() : program().cuda();
        requireJava(cuda, gpu.raw().info().toString());
        return !cuda.isEmpty();
    }

    private void requireJava(List<CudaBody> cuda, String device) {
        for (CudaBody body : cuda) {
            if (!body.hasJava()) {
                throw new GpuException(Message.CUDA_FUNCTION_BODY, name(), body.text(), device);
            }
        }
    }

    /** {@return whether its code for a GPU lacks checks that Java makes in its loops} */
    private boolean lacksChecks() {
        return !source.isChecked() && program().form() == KernelForm.LOOP;
    }

    /** {@return its parameters} */
    List<Parameter> parameters() {
        Program compiled = program();
        List<Parameter> parameters = new ArrayList<>();
        List<Class<?>> types = new ArrayList<>(source.parameterTypes());
        types.addAll(fields().types());
        for (int i = 0; i < types.size(); i++) {
            if (Leaves.isObject(types.get(i))) {
                continue;
            }
            for (Leaf leaf : Leaves.of(compiled.parameterNames().get(i), types.get(i), variant.isRagged())) {
                ElementType element = leaf.type() == MemorySegment.class
                        ? ((ArrayType) compiled.function()
                                        .params()
                                        .get(parameters.size())
                                        .type())
                                .element()
                        : ElementType.ofArray(leaf.flat());
                parameters.add(new Parameter(name(), parameters.size(), leaf.path(), leaf.type(), element));
            }
        }
        return parameters;
    }

    /** {@return what reads the fields of the objects that it takes} */
    ObjectFields fields() {
        return fields.get();
    }

    /**
     * The plan for a device.
     *
     * @param gpu the device
     * @param arrays what holds of the arrays
     */
    KernelPlan plan(DeviceGpu gpu, ArrayFacts arrays) {
        PlanKey key = new PlanKey(gpu, arrays);
        Made<KernelPlan> made = plans.computeIfAbsent(key, _ -> new Made<>(() -> make(gpu, arrays)));
        try {
            return made.get();
        } catch (RuntimeException e) {
            // What fails on a device may succeed another time.
            plans.remove(key, made);
            throw e;
        }
    }

    /** Where its launches on host arrays go, as a device refused it. */
    private record Instead(DeviceGpu refusing, DeviceGpu other) {}

    /** {@return where a launch on host arrays runs that is to run on a device: there, unless that refused the kernel} */
    @SuppressWarnings("ReferenceEquality") // the very same device
    DeviceGpu insteadOf(DeviceGpu gpu) {
        Instead known = instead;
        return known != null && known.refusing == gpu ? known.other : gpu;
    }

    /**
     * {@return where launches on host arrays run from now on, which is said in the log; null if they fail}
     *
     * @param gpu the device that they were to run on
     * @param failure why it cannot run them
     */
    @SuppressWarnings("ReferenceEquality") // the very same device
    synchronized @Nullable DeviceGpu insteadOf(DeviceGpu gpu, GpuException failure) {
        boolean mayOther = MAY_RUN_ELSEWHERE.contains(failure.code());
        DeviceGpu other = mayOther ? engine.sameGpu(gpu) : null;
        if (other != null && insteadOf(gpu) == gpu) {
            instead = new Instead(gpu, other);
            String reason =
                    String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
            LOGGER.log(
                    System.Logger.Level.INFO,
                    Message.TORNADO_LEFT.format(
                            name(), other.raw().info(), gpu.raw().info(), reason));
        }
        return other;
    }

    /** {@return a lookup with access to the kernel's class, and so to what its launcher has access to} */
    MethodHandles.Lookup lookup() {
        return source.lookup();
    }

    /** {@return what takes arrays of records of a type apart} */
    RecordArrays recordArrays(Class<?> type) {
        return recordArrays.computeIfAbsent(type, _ -> RecordArrays.of(type, source.lookup()));
    }

    /** {@return the loader that knows the classes of objects which the kernel makes} */
    private @Nullable ClassLoader receiverLoader() {
        return classes.receiver(source.owner()).getClassLoader();
    }

    @Nullable ClassLoader loader() {
        return source.loader();
    }

    @SuppressWarnings("ReferenceEquality") // the very same times
    void ran(Plan plan, @Nullable Times times) {
        Times last = times == null ? plan.untimed() : times;
        last.belongTo(lastRun);
        Times before = lastRun.get() == last ? null : lastRun.getAndSet(last);
        if (before != null) {
            before.forget();
        }
    }

    /** Takes a call back that ended well, for the next one. */
    void giveBack(Call call) {
        idle.giveBack(call);
    }

    /** {@return this, or, as long as the caller initialises a class that constants come from, a kernel for one launch} */
    private JitKernel now() {
        KeptProgram compiled = program.get();
        return program.isKept()
                ? this
                : new JitKernel(engine, source, reader, classes, compiled, lastRun, variant, constants);
    }

    /** {@return what arguments its code is made for} */
    Variant variant() {
        return variant;
    }

    /** {@return the leaves whose arguments are to be constants of the code, which this kernel's code is not for} */
    int[] constantLeaves() {
        return constantLeaves;
    }

    /**
     * Finds the same kernel with code for other arguments.
     *
     * @param isRagged whether rows may differ in length
     * @param large leaves that are segments which may be large
     * @param scalars bits of arguments by leaf, of which some may be constants
     * @return the kernel, null if it is one of plain loops that are refused then
     * @throws KernelRejectedException if a grid kernel is
     */
    @Nullable JitKernel other(boolean isRagged, BitSet large, long[] scalars) {
        Variant general = learned().with(isRagged, large);
        Map<Integer, Long> bits = bits(scalars);
        JitKernel other = other(general.with(bits), general);
        if (other == null && !bits.isEmpty()) {
            // What a constant makes of a loop may be refused; the loop as it is written is not.
            other = other(general, general);
        }
        lastOther = other;
        return other;
    }

    private @Nullable JitKernel other(Variant wanted, Variant general) {
        JitKernel other = others.get(wanted);
        if (other == null && !wanted.constants().isEmpty() && isAtLimit(wanted.constants())) {
            return other(general, general);
        }
        if (other == null) {
            boolean isSame = wanted.equals(learned());
            // It is needed by processes that make other code of it, too.
            program.known().forEach(KeptProgram::keep);
            other = others.computeIfAbsent(
                    wanted,
                    _ -> new JitKernel(
                            engine, source, reader, classes, isSame ? program.get() : null, lastRun, wanted, NONE));
        }
        try {
            other.program();
            return other;
        } catch (KernelRejectedException refused) {
            if (program().form() == KernelForm.GRID) {
                throw refused;
            }
            return null;
        }
    }

    private Map<Integer, Long> bits(long[] scalars) {
        if (constants.length == 0) {
            return variant.constants();
        }
        Map<Integer, Long> bits = new HashMap<>();
        for (int i = 0; i < constants.length; i++) {
            bits.put(constants[i], scalars[constantLeaves[i]]);
        }
        return bits;
    }

    /** {@return whether there is code for as many values as there may be} */
    private boolean isAtLimit(Map<Integer, Long> wanted) {
        int limit = SpecialisedParameters.limit(source.method());
        Set<Map<Integer, Long>> known = new HashSet<>();
        others.keySet().forEach(other -> known.add(other.constants()));
        known.remove(Map.of());
        boolean isOver = known.size() >= limit && !known.contains(wanted);
        if (isOver && !isLimitTold) {
            isLimitTold = true;
            LOGGER.log(System.Logger.Level.WARNING, Message.SPECIALISED_OFTEN.format(name(), limit));
        }
        return isOver;
    }

    private Call takeCall() {
        Call waiting = idle.take();
        return waiting == null ? new Call(this) : waiting;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public KernelCall call() {
        JitKernel kernel = now();
        return kernel.takesStaticFields() ? passing(kernel).call() : kernel.begin(null);
    }

    @Override
    public KernelCall call(Launch launch) {
        JitKernel kernel = now();
        if (launch == null) {
            boolean isLoop = kernel.program().form() == KernelForm.LOOP;
            throw new NullPointerException((isLoop ? Message.LAUNCH_ON_LOOP : Message.LAUNCH_MISSING).format(name()));
        }
        return kernel.takesStaticFields() ? passing(kernel).call(launch) : kernel.begin(launch);
    }

    /**
     * Begins a call that takes numbers and arrays alone, those in fields too.
     *
     * @param launch its threads, null for plain loops
     */
    Call begin(@Nullable Launch launch) {
        JitKernel kernel = now();
        KernelForm form = kernel.program().form();
        if (launch == null && form == KernelForm.GRID) {
            throw new IllegalArgumentException(Message.LAUNCH_MISSING.format(name()));
        }
        if (launch != null && form == KernelForm.LOOP) {
            throw new IllegalArgumentException(Message.LAUNCH_ON_LOOP.format(name()));
        }
        return kernel.takeCall().begin(launch);
    }

    /** {@return the same kernel for static fields that hold objects of other classes} */
    JitKernel of(ObjectClasses others) {
        return new JitKernel(engine, source, reader, others, null, lastRun, Variant.of(new Inputs(others)), constants);
    }

    private boolean takesStaticFields() {
        return program().inputs().areStatic();
    }

    /** {@return the kernel that passes what static fields hold to one of this method} */
    @SuppressWarnings("ReferenceEquality") // the very same kernel
    private ObjectKernel passing(JitKernel kernel) {
        ObjectKernel known = passing.get();
        if (known != null) {
            return known;
        }
        Method method = Objects.requireNonNull(source.method(), "what is no method has no static fields");
        ObjectKernel made = new ObjectKernel(method, source.lookup(), kernel);
        ObjectFields _ = kernel.fields();
        classes.forgetObjects();
        // One for a single launch is not kept.
        return kernel != this || passing.compareAndSet(null, made) ? made : passing(kernel);
    }

    @Override
    public @Nullable Object launch(Object... arguments) {
        JitKernel kernel = now();
        return kernel.takesStaticFields() ? passing(kernel).launch(arguments) : pass(kernel.begin(null), arguments);
    }

    /** {@return how it runs with null for an argument, null if it does not ask whether one is} */
    @Nullable PlainRun plainRun() {
        return program().checksNull() ? plainRun(PlainRun.NULL) : null;
    }

    /** {@return whether plain Java may do once more what a device began: it prints nothing} */
    boolean mayRunAgain() {
        Program compiled = program();
        return compiled.form() == KernelForm.LOOP
                && !Cooperation.prints(compiled.function())
                && compiled.functions().stream().noneMatch(Cooperation::prints);
    }

    /** {@return how it runs where it does not get what its code was made for} */
    PlainRun plainRun(String passed) {
        Method method = Objects.requireNonNull(source.method(), "what is no method gets what it is made for");
        requireJava(program().cuda(), "plain Java, which decides as " + passed + " was passed,");
        return new PlainRun(method, source.lookup(), name(), passed);
    }

    @Override
    public void launch(Launch launch, Object... arguments) {
        if (isFirstArgument(launch, arguments, source.parameterTypes().size())) {
            launch(withNull(arguments));
            return;
        }
        switch (call(launch)) {
            case ObjectCall call -> call.runWith(arguments);
            case KernelCall call -> pass((Call) call, arguments);
        }
    }

    /** {@return whether what javac took for a shape is the first argument, as in {@code launch(null, x)} of a kernel with two parameters} */
    static boolean isFirstArgument(@Nullable Launch launch, Object @Nullable [] arguments, int parameters) {
        return launch == null && arguments != null && arguments.length + 1 == parameters;
    }

    /** {@return arguments of which the first one is null} */
    static Object[] withNull(Object[] arguments) {
        Object[] all = new Object[arguments.length + 1];
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return all;
    }

    private @Nullable Object pass(Call call, Object[] arguments) {
        Objects.requireNonNull(arguments, "arguments");
        int expected = source.parameterTypes().size();
        if (arguments.length != expected) {
            throw new IllegalArgumentException(Message.ARGUMENT_COUNT.format(name(), expected, arguments.length));
        }
        for (Object argument : arguments) {
            call.arguments().pass(argument);
        }
        return call.runForObject();
    }

    @Override
    public String ir() {
        JitKernel shown = shown();
        if (shown != this) {
            return shown.ir();
        }
        Program compiled = program();
        return compiled.form() == KernelForm.GRID || isPlain(compiled)
                ? functions(compiled.functions())
                : compiled.function() + functions(compiled.functions());
    }

    /** {@return whether the host does nothing but launch one loop} */
    private static boolean isPlain(Program compiled) {
        return compiled.nests().size() == 1 && NestUnits.isWhole(compiled);
    }

    /** {@return what its method returns} */
    Class<?> returnType() {
        return source.resultType();
    }

    /** {@return how that is put together} */
    ResultType result() {
        return result.get();
    }

    /** {@return name of the class that the annotation processor would generate beside the kernel's} */
    String launcherName() {
        return launcherName(source.owner());
    }

    /** {@return name of the class that the annotation processor would generate beside a class} */
    static String launcherName(Class<?> owner) {
        String ending = owner.getName().substring(owner.getPackageName().length());
        return owner.getPackageName() + ending.replace('$', '_') + "Gpu";
    }

    /** {@return the place of a parameter of the method among all, records taken apart} */
    int firstLeaf(int position) {
        return firstLeaf(source, position);
    }

    private static int firstLeaf(KernelSource source, int position) {
        int first = 0;
        for (int i = 0; i < position; i++) {
            Class<?> type = source.parameterTypes().get(i);
            first += Leaves.isObject(type) ? 0 : Leaves.of("", type).size();
        }
        return first;
    }

    /** {@return the names of the parameters of the method, null for objects, for whose classes it is compiled, and for constants of its code} */
    List<@Nullable String> replaceable() {
        List<@Nullable String> names = new ArrayList<>();
        List<Class<?>> types = source.parameterTypes();
        for (int i = 0; i < types.size(); i++) {
            names.add(
                    Leaves.isObject(types.get(i)) || SpecialisedParameters.has(source.method(), i)
                            ? null
                            : program().parameterNames().get(i));
        }
        return names;
    }

    /**
     * Passes one argument, in place of an earlier one.
     *
     * @throws IllegalArgumentException if it is none for the parameter
     */
    void pass(Arguments arguments, int position, Object value) {
        Class<?> type = source.parameterTypes().get(position);
        boolean isArray = type.isArray() || type == MemorySegment.class;
        boolean isWrong = type.isRecord() ? value.getClass() != type : value instanceof Record || isArray;
        if (isWrong && !(value instanceof GpuArray)) {
            String passed = value.getClass().getSimpleName();
            throw new IllegalArgumentException(Message.ARGUMENT_TYPE.format(
                    position + 1, name(), passed, program().parameterNames().get(position), wanted(position)));
        }
        arguments.pass(value);
    }

    private String wanted(int position) {
        Class<?> type = source.parameterTypes().get(position);
        if (type == MemorySegment.class) {
            type = parameters().get(firstLeaf(position)).arrayType();
        }
        return type.isArray() ? "GpuArray<" + type.getSimpleName() + ">" : type.getSimpleName();
    }

    private static String functions(List<Function> functions) {
        return functions.stream().map(Function::toString).collect(Collectors.joining());
    }

    /** {@return the kernel for the constants of the last launch; this one if there are none} */
    private JitKernel shown() {
        JitKernel last = constants.length == 0 ? null : lastOther;
        return last == null ? this : last;
    }

    @Override
    public String ptx() {
        JitKernel shown = shown();
        if (shown != this) {
            return shown.ptx();
        }
        Plan last = ofLastRun(Times::plan);
        if (last != null && last.gpu().computeCapability().isPresent()) {
            return joined(plan(last.gpu(), last.arrays()).plans().stream()
                    .map(plan -> plan.executable().code())
                    .toList());
        }
        if (source instanceof NativeKernel) {
            throw new IllegalStateException("native code is known once a GPU ran it");
        }
        Program compiled = program();
        List<KernelUnit> all = compiled.form() == KernelForm.GRID
                ? List.of(planMaker.unit(compiled, ArrayFacts.USUAL))
                : compiled.nests().stream()
                        .filter(nest -> !nest.isRare())
                        .map(nest -> planMaker
                                .units(compiled, ArrayFacts.USUAL, false)
                                .of(nest.program()))
                        .toList();
        return joined(all.stream()
                .map(unit -> unit.withFunction(WarpProducts.without(unit.function())))
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
        return ScheduleText.of(shown().program());
    }

    @Override
    public OptionalInt registers() {
        Plan last = ofLastRun(Times::plan);
        int registers = last == null ? -1 : last.executable().registers();
        return registers < 0 ? OptionalInt.empty() : OptionalInt.of(registers);
    }

    @Override
    public Optional<KernelRun> lastRun() {
        return Optional.ofNullable(ofLastRun(Times::read));
    }

    /** {@return something of the last run, null if there was none} */
    private <T> @Nullable T ofLastRun(BiFunction<Times, Object, @Nullable T> asked) {
        for (Times last = lastRun.get(); last != null; last = lastRun.get()) {
            T found = asked.apply(last, lastRun);
            if (found != null) {
                return found;
            }
            // Forgotten since, for a later one.
        }
        return null;
    }

    @Override
    public String toString() {
        return "kernel " + name();
    }
}
