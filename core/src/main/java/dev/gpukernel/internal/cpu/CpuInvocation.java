package dev.gpukernel.internal.cpu;

import dev.gpukernel.device.ThreadState;
import dev.gpukernel.internal.backend.Invocation;
import dev.gpukernel.internal.backend.KernelFault;
import dev.gpukernel.internal.backend.Memory;
import dev.gpukernel.internal.backend.Shape;
import dev.gpukernel.internal.backend.Stream;
import org.jspecify.annotations.Nullable;

/** Calls a kernel's method; done when it returns. */
final class CpuInvocation implements Invocation {
    private final CpuExecutable executable;
    private final Class<?>[] types;
    private final Object[] arguments;

    CpuInvocation(CpuExecutable executable) {
        this.executable = executable;
        this.types = executable.unit().method().getParameterTypes();
        this.arguments = new Object[types.length];
    }

    @Override
    public void setScalar(int parameter, long bits) {
        arguments[parameter] = ScalarBits.box(types[parameter], bits);
    }

    @Override
    public void setArray(int parameter, Memory memory) {
        arguments[parameter] = ((HeapMemory) memory).array();
    }

    @Override
    public void launch(Shape shape, Stream stream) throws KernelFault {
        Object @Nullable [] before = executable.replay().snapshot(arguments);
        switch (executable.unit().form()) {
            case LOOP -> launchLoop(before);
            case GRID -> launchGrid(shape, before);
        }
    }

    private void launchLoop(Object @Nullable [] before) throws KernelFault {
        try {
            executable.call().invoke(arguments);
        } catch (Throwable thrown) {
            throw new KernelFault(executable.replay().presentable(thrown, arguments, before, null));
        }
    }

    private void launchGrid(Shape shape, Object @Nullable [] before) throws KernelFault {
        ThreadFault fault = new GridRun(executable.loop(), arguments, shape).run();
        if (fault != null) {
            ThreadState thread = new ThreadState();
            GridPosition.size(thread, shape);
            fault.seek(thread);
            throw new KernelFault(
                    executable.replay().presentable(fault.thrown(), arguments, before, thread), fault.note());
        }
    }

    @Override
    public void close() {}
}
