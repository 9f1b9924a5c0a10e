package dev.gpukernel.internal.jit;

import dev.gpukernel.diagnostic.Message;
import java.util.ArrayList;
import java.util.List;

/** The calls of kernels that are recorded for a graph. */
final class GraphRecording {
    private static final StackWalker CALLERS = StackWalker.getInstance();
    private static final List<String> OWN_FRAMES =
            List.of("dev.gpukernel.internal.jit.", "dev.gpukernel.Gpu", "dev.gpukernel.Kernel", "java.", "jdk.");

    private final DeviceGpu gpu;
    private final List<RecordedCall> calls = new ArrayList<>();

    GraphRecording(DeviceGpu gpu) {
        this.gpu = gpu;
    }

    /** {@return the device of the graph} */
    DeviceGpu gpu() {
        return gpu;
    }

    synchronized void add(RecordedCall call) {
        calls.add(call);
    }

    synchronized List<RecordedCall> calls() {
        return List.copyOf(calls);
    }

    /**
     * Refuses something while launches are recorded by this thread.
     *
     * @param what a noun
     * @param advice what to do instead
     */
    static void refuse(String what, String advice) {
        if (JitEngine.recording() != null) {
            throw refusal(what, "", advice);
        }
    }

    /**
     * The exception for what cannot be recorded.
     *
     * @param what a noun
     * @param launcher name of a generated class whose lines say nothing, or empty
     * @param advice what to do instead
     */
    static IllegalStateException refusal(String what, String launcher, String advice) {
        return new IllegalStateException(Message.NOT_RECORDABLE.format(what, place(launcher), advice));
    }

    /** {@return the line of the user's code that is being run} */
    private static String place(String launcher) {
        return CALLERS.walk(frames -> frames.filter(frame -> !isOwn(frame.getClassName(), launcher))
                .findFirst()
                .map(frame -> frame.toStackTraceElement().toString())
                .orElse("an unknown place"));
    }

    private static boolean isOwn(String className, String launcher) {
        return className.equals(launcher) || OWN_FRAMES.stream().anyMatch(className::startsWith);
    }
}
