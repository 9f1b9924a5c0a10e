package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.setting.Setting;
import java.lang.management.ManagementFactory;
import java.util.List;

/** Whether plain loops run as they are written, in the thread that launches them, or over all cores. */
enum LoopMode {
    /** The original method, so that a breakpoint in it works. */
    SEQUENTIAL,
    /** The loop's iterations, compiled for themselves, in all cores. */
    PARALLEL;

    private static final LoopMode HERE = ofThisJvm();

    /** {@return whether this JVM runs methods as they are written} */
    static boolean isSequential() {
        return HERE == SEQUENTIAL;
    }

    /** {@return how loops run in this JVM} */
    static LoopMode ofThisJvm() {
        boolean asWritten = Setting.CPU_LOOPS.has("sequential");
        return asWritten || hasDebugger() ? SEQUENTIAL : PARALLEL;
    }

    private static boolean hasDebugger() {
        try {
            return hasDebugger(ManagementFactory.getRuntimeMXBean().getInputArguments());
        } catch (LinkageError | SecurityException _) {
            // A runtime image without module java.management.
            return false;
        }
    }

    static boolean hasDebugger(List<String> jvmOptions) {
        return jvmOptions.stream()
                .anyMatch(option -> option.startsWith("-agentlib:jdwp")
                        || option.startsWith("-Xrunjdwp")
                        || (option.startsWith("-agentpath:") && option.contains("jdwp")));
    }
}
