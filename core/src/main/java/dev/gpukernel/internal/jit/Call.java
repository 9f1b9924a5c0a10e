package dev.gpukernel.internal.jit;

import dev.gpukernel.GpuArray;
import dev.gpukernel.GpuStream;
import dev.gpukernel.KernelCall;
import dev.gpukernel.KernelRun;
import dev.gpukernel.Launch;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.NotedLaunch;
import dev.gpukernel.internal.backend.Shape;
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
    private final HostLaunch hostLaunch;
    private @Nullable Launch launch;
    private final HeldArrays held;
    private @Nullable Plan plan;
    private @Nullable Invocation invocation;
    private @Nullable LoopRun loops;
    private long returned;

    Call(JitKernel kernel) {
        this.kernel = kernel;
        this.program = kernel.program();
        this.arguments = new Arguments(kernel);
        this.hostLaunch = new HostLaunch(program, arguments.arrays());
        this.held = new HeldArrays(program, arguments.arrays());
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
        try {
            run(chosen, asked);
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        } finally {
            arguments.forget();
        }
        long result = returned;
        kernel.giveBack(this);
        return result;
    }

    private Plan plan(DeviceGpu gpu) {
        boolean distinct = SameArrays.areWrittenOnesDistinct(program, arguments.parameters(), arguments.arrays());
        Plan chosen = plan;
        if (chosen == null || !chosen.isFor(gpu, distinct)) {
            chosen = prepare(gpu, distinct);
            plan = chosen;
        }
        return chosen;
    }

    /** Lets a graph have this call. */
    private void record(GraphRecording recording) {
        RecordedCall.requireRecordable(kernel, arguments, launch);
        DeviceGpu gpu = arguments.device(null);
        DeviceGpu.requireSame("the launch of " + kernel.name(), gpu, "the GpuGraph", recording.gpu());
        recording.add(new RecordedCall(kernel, this));
    }

    /** {@return the launches that the arguments come to, none of them done} */
    List<NotedLaunch> note() {
        DeviceGpu gpu = arguments.device(null);
        RecordedArrays there = new RecordedArrays(arguments.arrays(), kernel.launcherName());
        Plan chosen = plan(gpu);
        try {
            LoopRun ofLoops = loops;
            if (ofLoops == null) {
                noteGrid(chosen, there);
            } else {
                run(ofLoops, there);
            }
        } catch (KernelFault fault) {
            throw KernelExceptions.rethrow(fault);
        }
        return there.stream().launches();
    }

    private void noteGrid(Plan chosen, LaunchArrays there) throws KernelFault {
        Invocation ready = Objects.requireNonNull(invocation, "made with the plan");
        Launch own = Objects.requireNonNull(launch, "a grid kernel's call has one");
        if (own.grid().count() > 0) {
            Shape shape = chosen.forLaunch(own);
            arguments.setScalars(ready);
            launch(ready, shape, there);
        }
    }

    private Plan prepare(DeviceGpu gpu, boolean distinct) {
        if (program.form() == KernelForm.GRID) {
            Plan made = kernel.plan(gpu, distinct);
            invocation = made.executable().newInvocation();
            return made;
        }
        LoopPlan made = kernel.loopPlan(gpu, distinct);
        loops = new LoopRun(made, kernel.loader());
        return made.first();
    }

    /** {@return the stream to launch on, null for none in particular} */
    private @Nullable DeviceStream asked() {
        GpuStream named = launch == null ? null : launch.stream();
        return named == null ? JitEngine.currentStream() : (DeviceStream) named;
    }

    private void run(Plan chosen, @Nullable DeviceStream asked) throws KernelFault {
        LoopRun ofLoops = loops;
        if (ofLoops == null) {
            runGrid(chosen, asked);
        } else if (!arguments.areHeld()) {
            KernelRun run = hostLaunch.run(chosen, asked, there -> returned = run(ofLoops, there));
            kernel.ran(chosen, run);
        } else {
            returned = run(ofLoops, held.on(asked == null ? chosen.gpu().defaultStream() : asked));
            kernel.ran(chosen, null);
        }
    }

    private long run(LoopRun ofLoops, LaunchArrays there) throws KernelFault {
        return ofLoops.run(arguments.scalars(), arguments.lengths(), arguments.records(), there);
    }

    private void runGrid(Plan chosen, @Nullable DeviceStream asked) throws KernelFault {
        Invocation ready = Objects.requireNonNull(invocation, "made with the plan");
        Launch own = Objects.requireNonNull(launch, "a grid kernel's call has one");
        if (own.grid().count() == 0) {
            kernel.ran(chosen, null);
            return;
        }
        Shape shape = chosen.forLaunch(own);
        arguments.setScalars(ready);
        if (arguments.areOnHost()) {
            long threads = (long) shape.gridX() * shape.blockX();
            KernelRun run = hostLaunch.run(chosen, asked, there -> {
                there.bring(program.overwritten(), threads);
                launch(ready, shape, there);
            });
            kernel.ran(chosen, run);
        } else {
            launch(ready, shape, held.on(asked == null ? chosen.gpu().defaultStream() : asked));
            kernel.ran(chosen, null);
        }
    }

    private void launch(Invocation ready, Shape shape, LaunchArrays there) throws KernelFault {
        there.claim();
        try {
            arguments.setArrays(ready, there);
            ready.launch(shape, there.stream());
        } finally {
            there.giveUpClaim();
        }
    }

    private DeviceGpu deviceForHostArrays(@Nullable DeviceStream asked) {
        return asked == null ? kernel.engine().current() : asked.device();
    }

    /** Takes note that what was noted was launched. */
    void ran() {
        kernel.ran(Objects.requireNonNull(plan, "noted"), null);
    }
}
