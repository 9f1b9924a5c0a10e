package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.backend.Shape;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Runs a grid kernel's own method, each thread of a block in a virtual thread. */
public final class JavaThreads {
    private JavaThreads() {}

    /**
     * Runs a grid.
     *
     * @param method the kernel, accessible
     * @param arguments one for each parameter
     * @param shape of the launch
     * @param inGrid whether blocks wait for each other
     * @return what the lowest thread threw, {@code null} if none did
     */
    public static @Nullable Throwable run(Method method, Object[] arguments, Shape shape, boolean inGrid) {
        try {
            MethodCall call = MethodCall.of(MethodHandles.lookup().unreflect(method));
            ThreadFault fault = new CooperativeRun(call, arguments, shape).run(inGrid);
            if (fault == null) {
                return null;
            }
            KernelTrace.trim(fault.thrown(), method);
            return fault.thrown();
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
