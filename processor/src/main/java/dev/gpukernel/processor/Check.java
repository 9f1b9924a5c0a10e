package dev.gpukernel.processor;

import dev.gpukernel.internal.jit.KernelCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The check of one kernel, before and after it is made. */
final class Check {
    private final MethodKey kernel;
    private final HostLoops hostLoops;
    private final List<Runnable> mistakes;
    private KernelCheck.Result result = KernelCheck.Result.NOTHING;
    private @Nullable Throwable failure;

    /**
     * Of a kernel.
     *
     * @param mistakes what print the mistakes in its declaration
     */
    Check(MethodKey kernel, HostLoops hostLoops, List<Runnable> mistakes) {
        this.kernel = kernel;
        this.hostLoops = hostLoops;
        this.mistakes = List.copyOf(mistakes);
    }

    /** Prints what is wrong with the kernel's declaration. */
    void printMistakes() {
        mistakes.forEach(Runnable::run);
    }

    /** Makes the check; of a kernel whose declaration is not sound, of its body as far as that can be read. */
    void make(KernelCheck by) {
        result = mistakes.isEmpty()
                ? by.check(kernel.owner(), kernel.name(), kernel.descriptor())
                : by.checkBody(kernel.owner(), kernel.name(), kernel.descriptor());
    }

    MethodKey kernel() {
        return kernel;
    }

    /** {@return what is said of loops that the host runs} */
    HostLoops hostLoops() {
        return hostLoops;
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
