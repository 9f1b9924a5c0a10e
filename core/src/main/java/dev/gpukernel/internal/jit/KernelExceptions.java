package dev.gpukernel.internal.jit;

import dev.gpukernel.internal.backend.KernelFault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Throws what a kernel threw where it was launched. */
final class KernelExceptions {
    private KernelExceptions() {}

    /**
     * Makes the exception of a fault ready to be thrown: below the kernel's own frames come those of whoever waits for it.
     *
     * @param fault the fault
     * @return never
     */
    static RuntimeException rethrow(KernelFault fault) {
        Throwable thrown = fault.thrown();
        List<StackTraceElement> trace = new ArrayList<>(Arrays.asList(thrown.getStackTrace()));
        Arrays.stream(new Throwable().getStackTrace()).skip(1).forEach(trace::add);
        thrown.setStackTrace(trace.toArray(StackTraceElement[]::new));
        throw KernelExceptions.<RuntimeException>unchecked(thrown);
    }

    /** A kernel may throw checked exceptions that its launcher's caller was not told of. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
