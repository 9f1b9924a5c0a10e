package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import dev.gpukernel.KernelCall;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.NotedLaunch;
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
    private final Arguments arguments;
    private final HeldArrays held;
    private final InPlaceArrays inPlace;
    private final MovedArrays moved;
    private @Nullable Launch launch;
    private @Nullable Plan plan;
    private @Nullable KernelScript script;

    Call(JitKernel kernel) {
        this.kernel = kernel;
        this.program = kernel.program();
        this.arguments = new Arguments(kernel);
        this.held = new HeldArrays(program, arguments.arrays());
        this.inPlace = new InPlaceArrays(arguments.arrays());
        this.moved = new MovedArrays(program, arguments.arrays());
    }

    Call begin(@Nullable Launch newLaunch) {
        launch = newLaunch;
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
    public KernelCall passArray(Object host) {
        arguments.passArray(host);
        return this;
    }

    @Override
    public KernelCall passGpuArray(GpuArray<?> array) {
        arguments.passGpuArray(array);
        return this;
    }

    Arguments arguments() {
        return arguments;
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
        arguments.requireComplete();
        GraphRecording recording = JitEngine.recording();
        if (recording != null) {
            record(recording);
            return 0;
        }
        PlainRun plain = arguments.plainRun();
        if (plain != null) {
            return plain.run(arguments.leaves());
        }
        DeviceStream asked = asked();
        DeviceGpu gpu = arguments.areHeld() ? arguments.device(asked) : deviceForHostArrays(asked);
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
        boolean distinct = SameArrays.areWrittenOnesDistinct(program, arguments.parameters(), arguments.arrays());
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
        RecordedCall.requireRecordable(kernel, arguments, launch);
        recording.add(new RecordedCall(kernel, this, recording.gpu()));
    }

    /** {@return the launches on a device that the arguments come to, none of them done} */
    List<NotedLaunch> note(DeviceGpu gpu) {
        DeviceGpu.requireSame("the launch of " + kernel.name(), arguments.device(null), "the GpuGraph", gpu);
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
        Times times = null;
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
        if (arguments.areHeld()) {
            return held;
        }
        return chosen.gpu().raw().sharesHeap() ? inPlace : moved;
    }

    private DeviceGpu deviceForHostArrays(@Nullable DeviceStream asked) {
        return asked == null ? kernel.engine().current() : asked.device();
    }

    /** Takes note that what was noted was launched. */
    void ran() {
        kernel.ran(Objects.requireNonNull(plan, "noted"), null);
    }
}
