package dev.gpukernel.internal.cpu;

import dev.gpukernel.diagnostic.Message;
import dev.gpukernel.internal.analysis.Access;
import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.backend.ClassInitialisers;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.ir.Function;
import dev.gpukernel.internal.ir.Scope;
import dev.gpukernel.internal.jvm.BlockCode;
import dev.gpukernel.internal.jvm.NotEmittableException;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kernel as bytecode of its representation: a plain loop's iterations, or the threads of a grid. Under a debugger, so that a breakpoint in it
 * works, and where there is no such code, its original method.
 */
final class CpuExecutable implements Executable {
    private static final int GOOD_BLOCK_SIZE = 256;

    private final KernelUnit unit;

    /** The method, {@code null} of a kernel that is none. */
    private final @Nullable Body body;

    private final FaultReplay replay;
    private final Scope waitsFor;
    private final boolean prints;
    private final List<Access.Use> uses;
    private final long sharedBytes;
    private final @Nullable LoopKernel loopKernel;

    /** A grid kernel as code that runs the threads of a block in turn, {@code null} if its method itself is called for each thread. */
    private final @Nullable BlockCode blockCode;

    /** Whether any thread can use the kernel's class without waiting: the stack need not be looked at again. */
    private volatile boolean isInitialised;

    CpuExecutable(KernelUnit unit) {
        this.unit = unit;
        this.waitsFor = Cooperation.scope(unit.function());
        this.prints = Cooperation.prints(unit.function());
        this.uses = Access.uses(unit.function());
        this.sharedBytes = Cooperation.sharedBytes(unit.function());
        this.loopKernel = unit.nest() == null ? null : LoopKernel.of(unit);
        this.blockCode = unit.form() == KernelForm.GRID && !LoopMode.isSequential() ? blockCode(unit) : null;
        this.replay = new FaultReplay(unit.source());
        Method method = unit.source().method();
        this.body = method == null ? null : body(unit.source().lookup(), method);
    }

    private static @Nullable BlockCode blockCode(KernelUnit unit) {
        try {
            return unit.isForThreadsInTurn() ? BlockCode.of(unit.function()) : null;
        } catch (NotEmittableException _) {
            return null;
        }
    }

    /**
     * The method itself.
     *
     * @param call calls it
     * @param loop calls it for the threads of a block
     */
    private record Body(MethodCall call, BlockLoop loop) {}

    private Body body(MethodHandles.Lookup lookup, Method method) {
        try {
            MethodCall call = MethodCall.of(lookup.unreflect(method));
            boolean isBeside = unit.form() == KernelForm.GRID
                    && blockCode == null
                    && waitsFor == Scope.THREAD
                    && canCallFromBeside(lookup, method);
            return new Body(
                    call, isBeside ? BlockLoopWriter.spin(lookup, method) : new BlockLoop.Spread(call.handle()));
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException("no access to " + method, e);
        }
    }

    private static boolean canCallFromBeside(MethodHandles.Lookup lookup, Method method) {
        Class<?> beside = lookup.lookupClass();
        Class<?> owner = method.getDeclaringClass();
        return lookup.hasFullPrivilegeAccess()
                && beside.getPackageName().equals(owner.getPackageName())
                && Objects.equals(beside.getClassLoader(), owner.getClassLoader())
                && !owner.isHidden()
                && Modifier.isStatic(method.getModifiers())
                && !Modifier.isPrivate(method.getModifiers());
    }

    /**
     * Initialises the kernel's class, or waits until it is: else threads that belong to launches of other kernels too would wait.
     *
     * @throws IllegalStateException if the caller initialises it, so that no other thread can run the kernel
     */
    void initialiseClass() {
        if (isInitialised) {
            return;
        }
        Class<?> owner = unit.source().owner();
        if (ClassInitialisers.mayInitialise(ClassInitialisers.running(), owner)) {
            throw new IllegalStateException(
                    Message.LAUNCH_IN_INITIALISER.format(unit.function().name()));
        }
        try {
            unit.source().lookup().ensureInitialized(owner);
            isInitialised = true;
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException("no access to " + owner, e);
        }
    }

    KernelUnit unit() {
        return unit;
    }

    /** {@return whether a launch may write to the array of a parameter} */
    boolean writes(int parameter) {
        return uses.get(parameter).written();
    }

    MethodCall call() {
        return written().call();
    }

    BlockLoop loop() {
        return written().loop();
    }

    private Body written() {
        return Objects.requireNonNull(body, "only a method runs as it is written");
    }

    /** {@return which threads a thread waits for or shares memory with} */
    Scope waitsFor() {
        return waitsFor;
    }

    boolean prints() {
        return prints;
    }

    FaultReplay replay() {
        return replay;
    }

    @Override
    public String code() {
        if (loopKernel != null) {
            return "The CPU runs the iterations of %s on %d cores."
                    .formatted(unit.function().name(), WorkerPool.SIZE);
        }
        if (blockCode != null) {
            return "The CPU runs the threads of a block of %s in turn, and blocks on %d cores."
                    .formatted(unit.function().name(), WorkerPool.SIZE);
        }
        String what = unit.form() == KernelForm.LOOP
                ? "as it is, in the thread that launches it"
                : "once for each thread of the grid, on " + WorkerPool.SIZE + " cores";
        return "The CPU runs the method %s itself, %s."
                .formatted(unit.function().name(), what);
    }

    @Override
    public int registers() {
        return -1;
    }

    @Override
    public int suggestedBlockSize(int asked) {
        return unit.maxThreadsPerBlock() != 0 ? unit.maxThreadsPerBlock() : GOOD_BLOCK_SIZE;
    }

    @Override
    public int maxThreadsPerBlock() {
        return unit.maxThreadsPerBlock() != 0 ? unit.maxThreadsPerBlock() : CpuDevice.THREADS_PER_BLOCK;
    }

    @Override
    public long sharedBytes() {
        return sharedBytes;
    }

    @Override
    public boolean waitsForGrid() {
        return waitsFor == Scope.GRID;
    }

    @Override
    public long mostBlocks(int threads, int asked) {
        return CpuDevice.mostThreadsAtOnce() / threads;
    }

    @Override
    public boolean runsMethod() {
        return loopKernel == null && blockCode == null;
    }

    @Override
    public Invocation newInvocation() {
        if (loopKernel != null) {
            LoopKernel loop = loopKernel;
            return code(loop.function(), (arguments, shape) -> LoopRun.launch(loop, replay, arguments, shape));
        }
        if (blockCode != null) {
            BlockCode blocks = blockCode;
            return code(unit.function(), (arguments, shape) -> launchBlocks(blocks, arguments, shape));
        }
        return new CpuInvocation(this);
    }

    private Invocation code(Function function, CodeInvocation.Run run) {
        List<Access.Use> own = Access.uses(function);
        return new CodeInvocation(
                function, parameter -> own.get(parameter).written(), run, () -> new CpuInvocation(this));
    }

    private void launchBlocks(BlockCode blocks, LoopArguments arguments, Shape shape) throws KernelFault {
        if (waitsFor != Scope.THREAD) {
            initialiseClass();
        }
        // A worker may come late, and look at them when another launch has begun.
        Object[] boxed = arguments.boxed(unit.function()).clone();
        ThreadFault fault = new TurnsRun(blocks, unit.source().loader(), boxed, shape).run(waitsFor == Scope.GRID);
        if (fault != null) {
            throw new KernelFault(replay.shown(fault.thrown()), fault.note());
        }
    }

    @Override
    public void close() {}
}
