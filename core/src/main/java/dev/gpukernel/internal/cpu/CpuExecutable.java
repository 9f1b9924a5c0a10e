package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.analysis.Cooperation;
import dev.gpukernel.internal.backend.Executable;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelForm;
import dev.gpukernel.internal.backend.KernelUnit;
import dev.gpukernel.internal.ir.Scope;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;

/** A kernel's original method, so that a breakpoint in it works. */
final class CpuExecutable implements Executable {
    private static final int GOOD_BLOCK_SIZE = 256;

    private final KernelUnit unit;
    private final MethodCall call;
    private final BlockLoop loop;
    private final FaultReplay replay;
    private final Scope waitsFor;
    private final boolean prints;

    CpuExecutable(KernelUnit unit) {
        this.unit = unit;
        this.waitsFor = Cooperation.scope(unit.function());
        this.prints = Cooperation.prints(unit.function());
        this.replay = new FaultReplay(unit.lookup(), unit.method());
        try {
            this.call = MethodCall.of(unit.lookup().unreflect(unit.method()));
            this.loop = unit.form() == KernelForm.GRID
                            && waitsFor == Scope.THREAD
                            && canCallFromBeside(unit.lookup(), unit.method())
                    ? BlockLoopWriter.spin(unit.lookup(), unit.method())
                    : new BlockLoop.Spread(call.handle());
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException("no access to " + unit.method(), e);
        }
    }

    private static boolean canCallFromBeside(MethodHandles.Lookup lookup, Method method) {
        Class<?> beside = lookup.lookupClass();
        Class<?> owner = method.getDeclaringClass();
        return lookup.hasFullPrivilegeAccess()
                && beside.getPackageName().equals(owner.getPackageName())
                && Objects.equals(beside.getClassLoader(), owner.getClassLoader())
                && !owner.isHidden()
                && !Modifier.isPrivate(method.getModifiers());
    }

    KernelUnit unit() {
        return unit;
    }

    MethodCall call() {
        return call;
    }

    BlockLoop loop() {
        return loop;
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
    public int suggestedBlockSize() {
        return unit.maxThreadsPerBlock() != 0 ? unit.maxThreadsPerBlock() : GOOD_BLOCK_SIZE;
    }

    @Override
    public int maxThreadsPerBlock() {
        return unit.maxThreadsPerBlock() != 0 ? unit.maxThreadsPerBlock() : CpuDevice.THREADS_PER_BLOCK;
    }

    @Override
    public long mostBlocks(int threads, int sharedBytes) {
        return waitsFor == Scope.GRID ? CpuDevice.mostThreadsAtOnce() / threads : Long.MAX_VALUE;
    }

    @Override
    public Invocation newInvocation() {
        return new CpuInvocation(this);
    }

    @Override
    public void close() {}
}
