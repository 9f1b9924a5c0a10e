package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuException;
import dev.gpukernel.GpuStream;
import dev.gpukernel.KernelCall;
import dev.gpukernel.Launch;
import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.ScalarBits;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One launch after another of a kernel: holds the arguments of the one at hand, and what can be kept from one to the next. Used by
 * one thread at a time. A call that ends with an exception is not used again.
 */
final class Call implements KernelCall {
    private static final System.Logger LOGGER = System.getLogger(Call.class.getName());

    private final JitKernel kernel;
    private final Program program;
    private final Arguments arguments;
    private final HeldArrays held;
    private final InPlaceArrays inPlace;
    private final MovedArrays moved;

    /** Whether rows of the caller's arrays change places. */
    private final boolean movesRows;

    private @Nullable Launch launch;

    /** What the kernel returned, if that is no primitive. */
    private @Nullable Object object;

    /** The same, not put together yet, and its bits. */
    private @Nullable Object @Nullable [] taken;

    private long[] results = KernelScript.NOTHING;

    /** Whether an array that the kernel returns is to be a {@code GpuArray}, without an argument that is. */
    private boolean isHeld;

    /** Whether the launch at hand went well, so that this can be used for another one. */
    private boolean isDone;

    /** What was launched before: one for each device and what holds of arrays, as a loop may launch with the one and the other in turn. */
    private final List<Prepared> known = new ArrayList<>();

    private @Nullable Prepared prepared;

    /** A plan that arguments have, and the script that runs it. */
    private record Prepared(Plan plan, KernelScript script) {}

    Call(JitKernel kernel) {
        this.kernel = kernel;
        this.program = kernel.program();
        this.arguments = new Arguments(kernel);
        this.held = new HeldArrays(program, arguments.arrays(), arguments.firstMade());
        this.inPlace = new InPlaceArrays(arguments.arrays(), arguments.firstMade());
        this.moved = new MovedArrays(program, arguments.arrays(), arguments.firstMade());
        this.movesRows = !program.moves().isEmpty();
    }

    Call begin(@Nullable Launch newLaunch) {
        launch = newLaunch;
        isHeld = false;
        arguments.begin();
        return this;
    }

    @Override
    public KernelCall passInt(int value) {
        arguments.passInt(value);
        return this;
    }

    @Override
    public KernelCall passLong(long value) {
        arguments.passLong(value);
        return this;
    }

    @Override
    public KernelCall passFloat(float value) {
        arguments.passFloat(value);
        return this;
    }

    @Override
    public KernelCall passDouble(double value) {
        arguments.passDouble(value);
        return this;
    }

    @Override
    public KernelCall passBoolean(boolean value) {
        arguments.passBoolean(value);
        return this;
    }

    @Override
    public KernelCall passRecord(Record value) {
        arguments.passRecord(value);
        return this;
    }

    @Override
    public KernelCall passObject(Object object) {
        Objects.requireNonNull(object, "object");
        throw new IllegalArgumentException(Message.NO_OBJECT.format(kernel.name()));
    }

    @Override
    public KernelCall passArray(Object host) {
        arguments.passArray(host);
        return this;
    }

    @Override
    public KernelCall passGpuArray(GpuArray<?> array) {
        arguments.passGpuArray(array);
        return this;
    }

    @Override
    public KernelCall passBuffer(Buffer host) {
        arguments.passBuffer(host);
        return this;
    }

    @Override
    public KernelCall passSegment(MemorySegment segment) {
        arguments.passSegment(segment);
        return this;
    }

    Arguments arguments() {
        return arguments;
    }

    @Override
    public void run() {
        launch();
        object = null;
        giveBack();
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

    @Override
    public <A> A runArray(Class<A> type) {
        requireResult(type);
        if (arguments.areHeld()) {
            throw arguments.mixed();
        }
        launch();
        return type.cast(Objects.requireNonNull(takeObject(), "returned"));
    }

    @Override
    public <A> GpuArray<A> runGpuArray(Class<A> type) {
        requireResult(type);
        if (arguments.areOnHost()) {
            throw arguments.mixed();
        }
        isHeld = true;
        launch();
        GpuArray<?> array = (GpuArray<?>) Objects.requireNonNull(takeObject(), "returned");
        if (array.type() != type) {
            throw new IllegalStateException(array + " is no " + type.getSimpleName());
        }
        @SuppressWarnings("unchecked") // as just seen
        GpuArray<A> typed = (GpuArray<A>) array;
        return typed;
    }

    @Override
    public <R> @Nullable R runObject(Class<R> type) {
        requireResult(type);
        launch();
        return type.cast(takeObject());
    }

    private void requireResult(Class<?> type) {
        Objects.requireNonNull(type, "type");
        if (kernel.returnType() != type) {
            throw new IllegalArgumentException(Message.RESULT_TYPE.format(
                    kernel.name(), kernel.returnType().getSimpleName(), type.getSimpleName()));
        }
    }

    private @Nullable Object takeObject() {
        Object result = object;
        object = null;
        giveBack();
        return result;
    }

    /** Runs; {@return what the kernel returned, {@code null} for nothing} */
    @Nullable Object runForObject() {
        long bits = launch();
        if (kernel.result().isObject()) {
            return takeObject();
        }
        giveBack();
        Class<?> type = kernel.returnType();
        return type == void.class ? null : ScalarBits.box(type, bits);
    }

    /** Runs; {@return the bits of what the kernel returned, 0 for nothing} */
    private long runForBits() {
        long bits = launch();
        object = null;
        giveBack();
        return bits;
    }

    private void giveBack() {
        if (isDone) {
            kernel.giveBack(this);
        }
    }

    /** Runs; {@return the bits of what the kernel returned, 0 for nothing and for what is no primitive, which is then at hand} */
    private long launch() {
        isDone = false;
        arguments.requireComplete();
        try {
            GraphRecording recording = JitEngine.recording();
            if (recording != null) {
                record(recording);
                return 0;
            }
            arguments.requireOnePlace();
            arguments.pack(arguments.areLarge() && device(asked()).raw().hasLargeArrays());
            JitKernel other = arguments.other();
            if (other != null) {
                return launch(other);
            }
            if (arguments.plainRun() == null && (movesRows || returnsOwnObjects()) && runsAsWritten()) {
                arguments.runAsJava(
                        movesRows
                                ? "an array whose rows change places, to a method that runs as a whole"
                                : "arguments of a method that returns objects and runs as a whole");
            }
            PlainRun plain = arguments.plainRun();
            if (plain != null) {
                ArrayFacts.requireNoOverlaps(program, arguments.parameters(), arguments.arrays());
                arguments.leaveToMethod();
                try {
                    return launch(plain);
                } catch (IndexOutOfBoundsException thrown) {
                    throw arguments.told(thrown);
                } finally {
                    arguments.unpack();
                }
            }
            object = null;
            DeviceStream asked = asked();
            DeviceGpu gpu = place(asked);
            if (arguments.areOnHeap() && !gpu.raw().sharesHeap()) {
                LOGGER.log(System.Logger.Level.WARNING, Message.RAN_ON_CPU.format(kernel.name()));
                gpu = kernel.engine().onHeap();
                asked = null;
            }
            if (gpu.raw().sharesHeap()) {
                arguments.flatten();
            }
            arguments.packBuffers(gpu.raw().copiesSegments());
            Prepared chosen = prepare(gpu, asked);
            if (chosen.plan.executable().runsMethod()) {
                arguments.leaveToMethod();
            }
            long result;
            boolean isThere = false;
            try {
                result = run(chosen, asked);
                isThere = true;
            } catch (KernelFault fault) {
                if (isLeftToJava(chosen)) {
                    result = launchAgain(fault);
                } else {
                    throw KernelExceptions.rethrow(arguments.told(fault));
                }
            } finally {
                arguments.unpack();
                if (isThere) {
                    object = kernel.result().assemble(taken, results, arguments);
                }
                taken = null;
                arguments.forget();
            }
            isDone = true;
            return result;
        } finally {
            arguments.closeCopies();
        }
    }

    /** {@return whether the method itself, if it runs, may return an object that the caller has, of which launches get a copy} */
    private boolean returnsOwnObjects() {
        return kernel.result().isWhole() || (kernel.result().isObject() && arguments.called() != null);
    }

    /** {@return whether the method itself is to run, with copies of the caller's rows: neither would these change places, nor objects hold them} */
    private boolean runsAsWritten() {
        return (!movesRows || !arguments.areHeld()) && prepare(place(asked()), asked()).script instanceof MethodScript;
    }

    /** {@return a call with the same arguments of the same kernel, with code for them} */
    private Call other(JitKernel kernelOfOthers) {
        Call other = kernelOfOthers.begin(launch);
        other.isHeld = isHeld;
        arguments.passTo(other.arguments);
        return other;
    }

    /** Launches the same kernel with code for other arguments. */
    private long launch(JitKernel kernelOfOthers) {
        Call other = other(kernelOfOthers);
        try {
            long result = other.launch();
            object = other.object;
            other.object = null;
            other.giveBack();
            return result;
        } catch (IndexOutOfBoundsException thrown) {
            throw arguments.told(thrown);
        } finally {
            arguments.unpack();
        }
    }

    /** {@return whether plain Java does all that a launch was to do which threw, as arrays on the host are what they were before} */
    private boolean isLeftToJava(Prepared chosen) {
        boolean isUndone = !chosen.plan.gpu().raw().sharesHeap()
                || (program.mayThrowLate() && !chosen.plan.executable().runsMethod());
        return arguments.called() != null && isUndone && !arguments.areHeld() && kernel.mayRunAgain();
    }

    /** Lets plain Java do what a launch could not, so that objects and arrays are what Java leaves. */
    private long launchAgain(KernelFault fault) {
        arguments.leaveToMethod();
        try {
            return launch(kernel.plainRun("arguments with which a thread threw"));
        } catch (RuntimeException | Error thrown) {
            for (Throwable note : fault.thrown().getSuppressed()) {
                thrown.addSuppressed(note);
            }
            throw thrown;
        }
    }

    private long launch(PlainRun plain) {
        arguments.requireRowsStay();
        boolean areHeld = arguments.areHeld() || isHeld;
        FlightEvents.Launched event = FlightEvents.launch();
        Throwable failure = null;
        Object result;
        try {
            result = plain.run(
                    arguments.leaves(),
                    arguments.called(),
                    areHeld ? kernel.engine().current() : null);
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
            throw thrown;
        } finally {
            if (event != null) {
                event.end(kernel.name(), "plain Java", areHeld, 1, failure);
            }
        }
        boolean isObject = kernel.result().isObject();
        object = isObject ? result : null;
        return isObject ? 0 : ScalarBits.of(result);
    }

    /** {@return the device to launch on, another than a device that refused the kernel if that may be} */
    private DeviceGpu place(@Nullable DeviceStream asked) {
        DeviceGpu gpu = device(asked);
        return mayMove(asked) ? kernel.insteadOf(gpu) : gpu;
    }

    /** {@return whether nothing that the launch has is on a device already} */
    private boolean mayMove(@Nullable DeviceStream asked) {
        return asked == null && !isHeld && !arguments.areHeld();
    }

    private Prepared prepare(DeviceGpu gpu, @Nullable DeviceStream asked) {
        try {
            return prepare(gpu);
        } catch (GpuException failure) {
            DeviceGpu other = mayMove(asked) ? kernel.insteadOf(gpu, failure) : null;
            if (other == null) {
                throw failure;
            }
            return prepare(other);
        }
    }

    private Prepared prepare(DeviceGpu gpu) {
        ArrayFacts facts = ArrayFacts.of(program, arguments.parameters(), arguments.arrays());
        Prepared chosen = prepared;
        if (chosen == null || !chosen.plan.isFor(gpu, facts)) {
            chosen = find(gpu, facts);
            prepared = chosen;
        }
        return chosen;
    }

    private Prepared find(DeviceGpu gpu, ArrayFacts facts) {
        for (int i = 0; i < known.size(); i++) {
            if (known.get(i).plan.isFor(gpu, facts)) {
                return known.get(i);
            }
        }
        KernelPlan made = kernel.plan(gpu, facts);
        Prepared fresh = new Prepared(made.first(), KernelScript.of(made, kernel.loader()));
        known.add(fresh);
        return fresh;
    }

    /** Lets a graph have this call. */
    private void record(GraphRecording recording) {
        JitKernel needed = arguments.needOther() && arguments.areHeld() ? arguments.recordable() : null;
        if (needed != null) {
            other(needed).record(recording);
            return;
        }
        RecordedCall.requireRecordable(kernel, arguments, launch);
        recording.add(new RecordedCall(kernel, this, recording.gpu()));
    }

    /** {@return the launches on a device that the arguments come to, none of them done} */
    List<NotedLaunch> note(DeviceGpu gpu) {
        DeviceGpu.requireSame("the launch of " + kernel.name(), arguments.device(null), "the GpuGraph", gpu);
        arguments.requireFilled();
        RecordedArrays there = new RecordedArrays(arguments.arrays(), kernel.launcherName());
        KernelScript script = prepare(gpu).script;
        try {
            if (script.begin(launch)) {
                script.run(arguments, there);
            }
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        }
        return there.stream().launches();
    }

    /** {@return the stream to launch on, null for none in particular} */
    private @Nullable DeviceStream asked() {
        GpuStream named = launch == null ? null : launch.stream();
        return named == null ? JitEngine.currentStream() : (DeviceStream) named;
    }

    private long run(Prepared chosen, @Nullable DeviceStream asked) throws KernelFault {
        Times times = null;
        results = KernelScript.NOTHING;
        if (chosen.script.begin(launch)) {
            FlightEvents.Launched event = FlightEvents.launch();
            LaunchArrays there = where(chosen.plan);
            there.begin(chosen.plan, asked);
            Throwable failure = null;
            try {
                try {
                    results = chosen.script.run(arguments, there);
                } catch (RuntimeException | Error failed) {
                    there.settleAfter(failed);
                    throw failed;
                }
                times = there.finish();
                taken = results.length > 0 && kernel.result().isTaken()
                        ? kernel.result().take(results, there)
                        : null;
            } catch (KernelFault fault) {
                failure = fault.thrown();
                throw fault;
            } catch (RuntimeException | Error failed) {
                failure = failed;
                throw failed;
            } finally {
                there.end(failure);
                if (event != null) {
                    event.end(kernel.name(), place(chosen.plan.gpu()), there == held, 1, failure);
                }
            }
        }
        kernel.ran(chosen.plan, times);
        return results.length == 0 || kernel.result().isObject() ? 0 : results[0];
    }

    private static String place(DeviceGpu gpu) {
        return gpu.raw().info().toString();
    }

    private LaunchArrays where(Plan chosen) {
        if (arguments.areHeld() || isHeld) {
            return held;
        }
        return chosen.gpu().raw().sharesHeap() ? inPlace : moved;
    }

    private DeviceGpu device(@Nullable DeviceStream asked) {
        if (arguments.areHeld()) {
            return arguments.device(asked);
        }
        return asked == null ? kernel.engine().current() : asked.device();
    }

    /** Takes note that what was noted was launched. */
    void ran() {
        kernel.ran(Objects.requireNonNull(prepared, "noted").plan, null);
    }
}
