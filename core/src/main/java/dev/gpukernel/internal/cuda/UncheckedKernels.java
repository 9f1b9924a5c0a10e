package dev.gpukernel.internal.cuda;

import dev.gpukernel.diagnostic.Diagnostic;
import dev.gpukernel.diagnostic.Message;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The kernels of this process whose indices nobody checks, as they are CUDA C. When one leaves its memory, the driver says so later, of whatever
 * call comes next, and not which it was; so all calls that fail then name those that were launched. Safe for use by several threads.
 */
public final class UncheckedKernels {
    /** More are not named. */
    private static final int MOST = 8;

    private static final List<String> LAUNCHED = new CopyOnWriteArrayList<>();

    private UncheckedKernels() {}

    /**
     * Takes note of a launch.
     *
     * @param kernel name of the kernel
     */
    public static void launched(String kernel) {
        if (LAUNCHED.size() < MOST && !LAUNCHED.contains(kernel)) {
            LAUNCHED.add(kernel);
        }
    }

    /** {@return what is said of a context that is lost} */
    static Diagnostic loss(String function, String name, String text, String advice) {
        List<String> launched = List.copyOf(LAUNCHED);
        if (launched.isEmpty()) {
            return Diagnostic.of(Message.DRIVER_CALL, null, function, "", name, text, advice);
        }
        String kernels = launched.size() < MOST ? String.join(", ", launched) : String.join(", ", launched) + ", …";
        return Diagnostic.of(Message.CUDA_FAULT, null, kernels, name, text, function);
    }
}
