package dev.gpukernel.processor;

import dev.gpukernel.internal.jit.KernelCheck;
import org.jspecify.annotations.Nullable;

/** The check of one kernel, before and after it is made. */
final class Check {
    private final MethodKey kernel;
    private final HostLoops hostLoops;
    private KernelCheck.Result result = KernelCheck.Result.NOTHING;
    private @Nullable Throwable failure;

    Check(MethodKey kernel, HostLoops hostLoops) {
        this.kernel = kernel;
        this.hostLoops = hostLoops;
    }

    MethodKey kernel() {
        return kernel;
    }

    /** {@return what is said of loops that the host runs} */
    HostLoops hostLoops() {
        return hostLoops;
    }

    void found(KernelCheck.Result all) {
        result = all;
    }

    void failed(Throwable cause) {
        failure = cause;
    }

    /** {@return what is to be said of the kernel} Throws what the check threw. */
    KernelCheck.Result result() {
        return switch (failure) {
            case null -> result;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        };
    }
}
