package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRun;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.Leaves;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.ScalarBits;
import dev.gpukernel.internal.pass.OutlinedNest.AliasConflict;
import java.lang.reflect.Array;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One launch after another of a kernel: holds the arguments of the one at hand, and what can be kept from one to the next. Used by
 * one thread at a time. A call that ends with an exception is not used again.
 */
final class Call implements KernelCall {
    private final JitKernel kernel;
    private final Program program;
    private final List<Parameter> parameters;
    private final Arguments arguments;
    private final HeldArrays held;
    private final InPlaceArrays inPlace;
    private final MovedArrays moved;
    private @Nullable Launch launch;
    private int next;
    private int hostArrays;
    private int heldArrays;
    private @Nullable Plan plan;
    private @Nullable KernelScript script;
    /** How it runs if an argument is null, and the leaves that are. */
    private @Nullable PlainRun plain;

    private final BitSet nulls = new BitSet();

    Call(JitKernel kernel) {
        this.kernel = kernel;
        this.program = kernel.program();
        this.parameters = kernel.parameters();
        this.arguments = new Arguments(parameters.size());
        this.held = new HeldArrays(program, arguments.arrays());
        this.inPlace = new InPlaceArrays(arguments.arrays());
        this.moved = new MovedArrays(program, arguments.arrays());
    }

    Call begin(@Nullable Launch newLaunch) {
        launch = newLaunch;
        next = 0;
        hostArrays = 0;
        heldArrays = 0;
        plain = null;
        return this;
    }

    @Override
    public KernelCall passInt(int value) {
        Parameter parameter = parameter("int");
        arguments.setScalar(parameter.index(), parameter.bits(value));
        return this;
    }

    @Override
    public KernelCall passLong(long value) {
        Parameter parameter = parameter("long");
        arguments.setScalar(parameter.index(), parameter.bits(value));
        return this;
    }

    @Override
    public KernelCall passFloat(float value) {
        Parameter parameter = parameter("float");
        arguments.setScalar(parameter.index(), parameter.bits(value));
        return this;
    }

    @Override
    public KernelCall passDouble(double value) {
        Parameter parameter = parameter("double");
        arguments.setScalar(parameter.index(), parameter.bits(value));
        return this;
    }

    @Override
    public KernelCall passBoolean(boolean value) {
        Parameter parameter = parameter("boolean");
        arguments.setScalar(parameter.index(), parameter.bits(value));
        return this;
    }

    @Override
    public KernelCall passRecord(Record value) {
        if (value == null) {
            return passNullRecord();
        }
        List<Object> leaves = Leaves.values(value);
        if (!leaves.isEmpty() && next < parameters.size()) {
            arguments.setRecord(parameters.get(next).index(), value);
        }
        for (Object leaf : leaves) {
            Parameter parameter = parameter(value.getClass().getSimpleName());
            arguments.setScalar(parameter.index(), parameter.bits(leaf));
        }
        return this;
    }

    private static boolean isRecord(Parameter parameter) {
        return parameter.name().indexOf('.') >= 0;
    }

    private KernelCall passNullRecord() {
        PlainRun run = plainRun();
        if (run == null) {
            throw new NullPointerException("record");
        }
        nulls.set(next);
        next += run.leavesAt(next);
        return this;
    }

    /** {@return how the kernel runs with null; null if it does not ask whether an argument is} */
    private @Nullable PlainRun plainRun() {
        if (plain == null && program.form() == KernelForm.LOOP) {
            nulls.clear();
            plain = kernel.plainRun();
        }
        return plain;
    }

    private void passNull(Parameter parameter) {
        if (plainRun() == null) {
            throw parameter.isNull();
        }
        nulls.set(parameter.index());
    }

    private long runPlainly(PlainRun run) {
        @Nullable Object[] leaves = new @Nullable Object[parameters.size()];
        for (Parameter parameter : parameters) {
            int i = parameter.index();
            if (!nulls.get(i)) {
                Object object = arguments.object(i);
                leaves[i] = object != null || parameter.isArray()
                        ? object
                        : ScalarBits.box(parameter.type(), arguments.scalars()[i]);
            }
        }
        return run.run(leaves);
    }

    private Parameter parameter(String passed) {
        if (next == parameters.size()) {
            throw new IllegalArgumentException(Message.ARGUMENT_COUNT.format(kernel.name(), parameters.size(), "more"));
        }
        Parameter parameter = parameters.get(next++);
        if (parameter.isArray() && !passed.equals("array")) {
            throw parameter.wrongType(passed);
        }
        return parameter;
    }

    /** Passes a host array or a boxed scalar. */
    void any(@Nullable Object argument) {
        if (argument == null && next < parameters.size() && isRecord(parameters.get(next))) {
            passNullRecord();
            return;
        }
        Parameter parameter = parameter("array");
        if (parameter.isArray()) {
            hostArray(parameter, argument);
        } else if (argument == null) {
            throw parameter.wrongType("null");
        } else {
            arguments.setScalar(parameter.index(), parameter.bits(argument));
        }
    }

    @Override
    public KernelCall passArray(Object host) {
        hostArray(parameter("array"), host);
        return this;
    }

    private void hostArray(Parameter parameter, @Nullable Object host) {
        if (host == null) {
            passNull(parameter);
            return;
        }
        if (host.getClass() != parameter.type()) {
            throw parameter.wrongType(host.getClass().getSimpleName());
        }
        arguments.setArray(parameter.index(), host, Array.getLength(host));
        hostArrays++;
    }

    @Override
    public KernelCall passGpuArray(GpuArray<?> array) {
        Parameter parameter = parameter("array");
        if (array == null) {
            passNull(parameter);
            return this;
        }
        if (array.type() != parameter.type()) {
            throw parameter.wrongType("GpuArray<" + array.type().getSimpleName() + ">");
        }
        HeldArray<?> resident = (HeldArray<?>) array;
        resident.requireOpen();
        arguments.setArray(parameter.index(), resident, resident.length());
        heldArrays++;
        return this;
    }

    @Override
    public void run() {
        runForBits();
    }

    @Override
    public boolean runBoolean() {
        return runForBits() != 0;
    }

    @Override
    public int runInt() {
        return (int) runForBits();
    }

    @Override
    public long runLong() {
        return runForBits();
    }

    @Override
    public float runFloat() {
        return Float.intBitsToFloat((int) runForBits());
    }

    @Override
    public double runDouble() {
        return Double.longBitsToDouble(runForBits());
    }

    /** Runs; {@return the bits of what the kernel returned, 0 for nothing} */
    long runForBits() {
        if (next != parameters.size()) {
            throw new IllegalArgumentException(Message.ARGUMENT_COUNT.format(kernel.name(), parameters.size(), next));
        }
        if (hostArrays > 0 && heldArrays > 0) {
            throw new IllegalArgumentException(Message.MIXED_ARGUMENTS.format(kernel.name()));
        }
        GraphRecording recording = JitEngine.recording();
        if (recording != null) {
            record(recording);
            return 0;
        }
        if (plain != null) {
            return runPlainly(plain);
        }
        DeviceStream asked = asked();
        DeviceGpu gpu = heldArrays > 0 ? deviceOfArrays(asked) : deviceForHostArrays(asked);
        Plan chosen = plan(gpu);
        long result;
        try {
            result = run(chosen, asked);
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        } finally {
            arguments.forget();
        }
        kernel.giveBack(this);
        return result;
    }

    private Plan plan(DeviceGpu gpu) {
        boolean distinct = areWrittenArraysDistinct();
        Plan chosen = plan;
        if (chosen == null || !chosen.isFor(gpu, distinct)) {
            KernelPlan made = kernel.plan(gpu, distinct);
            script = KernelScript.of(made, kernel.loader());
            chosen = made.first();
            plan = chosen;
        }
        return chosen;
    }

    /** Lets a graph have this call. */
    private void record(GraphRecording recording) {
        requireRecordable();
        DeviceGpu gpu = deviceOfArrays(null);
        DeviceGpu.requireSame("the launch of " + kernel.name(), gpu, "the GpuGraph", recording.gpu());
        recording.add(new RecordedCall(this));
    }

    private void requireRecordable() {
        String what = "the launch of " + kernel.name();
        if (hostArrays > 0) {
            throw GraphRecording.refusal(
                    what + " with host arrays", kernel.launcherName(), "upload them before, and pass GpuArrays");
        }
        if (plain != null) {
            throw GraphRecording.refusal(what + " with null", kernel.launcherName(), "pass an array");
        }
        if (kernel.returnsSomething()) {
            throw GraphRecording.refusal(
                    what + ", which returns a value,",
                    kernel.launcherName(),
                    "store the value in an array in a kernel, or launch it outside of the recording");
        }
        if (launch != null && launch.stream() != null) {
            throw GraphRecording.refusal(
                    what + " on a stream",
                    kernel.launcherName(),
                    "leave the stream out: a graph goes to the stream that it is launched on");
        }
    }

    /** {@return the launches that the arguments come to, none of them done} */
    List<NotedLaunch> note() {
        DeviceGpu gpu = deviceOfArrays(null);
        RecordedArrays there = new RecordedArrays(arguments.arrays(), kernel.launcherName());
        plan(gpu);
        try {
            if (script().begin(launch)) {
                script().run(arguments, there);
            }
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        }
        return there.stream().launches();
    }

    private KernelScript script() {
        return Objects.requireNonNull(script, "made with the plan");
    }

    /** {@return the stream to launch on, null for none in particular} */
    private @Nullable DeviceStream asked() {
        GpuStream named = launch == null ? null : launch.stream();
        return named == null ? JitEngine.currentStream() : (DeviceStream) named;
    }

    private long run(Plan chosen, @Nullable DeviceStream asked) throws KernelFault {
        KernelRun times = null;
        long result = 0;
        if (script().begin(launch)) {
            LaunchArrays there = where(chosen);
            there.begin(chosen, asked);
            Throwable failure = null;
            try {
                result = run(there);
                times = there.finish();
            } catch (KernelFault fault) {
                failure = fault.thrown();
                throw fault;
            } catch (RuntimeException | Error failed) {
                failure = failed;
                throw failed;
            } finally {
                there.end(failure);
            }
        }
        kernel.ran(chosen, times);
        return result;
    }

    private long run(LaunchArrays there) throws KernelFault {
        try {
            return script().run(arguments, there);
        } catch (RuntimeException | Error failed) {
            there.settleAfter(failed);
            throw failed;
        }
    }

    private LaunchArrays where(Plan chosen) {
        if (heldArrays > 0) {
            return held;
        }
        return chosen.gpu().raw().sharesHeap() ? inPlace : moved;
    }

    private DeviceGpu deviceForHostArrays(@Nullable DeviceStream asked) {
        return asked == null ? kernel.engine().current() : asked.device();
    }

    private DeviceGpu deviceOfArrays(@Nullable DeviceStream asked) {
        DeviceGpu gpu = asked == null ? null : asked.device();
        for (int i = 0; i < arguments.count(); i++) {
            if (arguments.arrays()[i] instanceof HeldArray<?> resident) {
                if (gpu == null) {
                    gpu = resident.device();
                } else if (resident.device() != gpu) {
                    throw new IllegalArgumentException(Message.DEVICE_MISMATCH.format(
                            "argument '" + parameters.get(i).name() + "'", resident.device(), "the launch", gpu));
                }
            }
        }
        return Objects.requireNonNull(gpu, "there are arrays");
    }

    /**
     * Looks for the same array passed twice.
     *
     * @return whether every array that is written is passed once
     * @throws IllegalArgumentException if the iterations of a loop are then not independent
     */
    private boolean areWrittenArraysDistinct() {
        boolean distinct = true;
        for (int i = 0; i < arguments.count(); i++) {
            for (int j = i + 1; j < arguments.count(); j++) {
                if (arguments.isSameArray(i, j)) {
                    requireNoConflict(i, j);
                    distinct &= !program.uses().get(i).written()
                            && !program.uses().get(j).written();
                }
            }
        }
        return distinct;
    }

    private void requireNoConflict(int first, int second) {
        for (AliasConflict conflict : program.conflicts()) {
            if (conflict.first() == first && conflict.second() == second) {
                throw new IllegalArgumentException(Message.ALIASED_ARGUMENTS.format(
                        kernel.name(),
                        parameters.get(first).name(),
                        parameters.get(second).name(),
                        conflict.reason()));
            }
        }
    }

    Program program() {
        return program;
    }

    List<Parameter> parameters() {
        return parameters;
    }

    /** Adds the arrays to a claim. */
    void addTo(ArrayClaim claim) {
        for (int i = 0; i < arguments.count(); i++) {
            if (arguments.arrays()[i] instanceof HeldArray<?> resident) {
                claim.add(resident.order(), program.uses().get(i).written());
            }
        }
    }

    /** Takes note that what was noted was launched. */
    void ran() {
        kernel.ran(Objects.requireNonNull(plan, "noted"), null);
    }

    /** {@return whether an array was passed for a parameter of the method} */
    @SuppressWarnings("ReferenceEquality") // the very same array, not an equal one
    boolean isPassed(int position, GpuArray<?> array) {
        int first = kernel.firstLeaf(position);
        return first < arguments.count() && arguments.arrays()[first] == array;
    }

    /** {@return what gives it back the arguments that it has now} */
    Runnable restorer() {
        Arguments own = arguments.copy();
        return () -> {
            arguments.be(own);
            next = parameters.size();
        };
    }

    /** Replaces the argument for a parameter of the method. */
    void replace(int position, Object value) {
        next = kernel.firstLeaf(position);
        kernel.pass(this, position, value);
        next = parameters.size();
    }
}
