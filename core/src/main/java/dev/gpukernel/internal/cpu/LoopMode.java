package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.setting.Setting;
import org.jspecify.annotations.Nullable;

/** Whether plain loops run as they are written, in the thread that launches them, or over all cores. */
enum LoopMode {
    /** The original method, so that a breakpoint in it works. */
    SEQUENTIAL,
    /** The loop's iterations, compiled for themselves, in all cores. */
    PARALLEL;

    private static final String AGENT = "JDWP";

    /** For threads that begin meanwhile. */
    private static final int ROOM = 16;

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

    /** {@return whether the JVM was started for a debugger} Its agent has threads, which is told sooner than with what options Java was started. */
    private static boolean hasDebugger() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        @Nullable Thread[] threads = new Thread[all.activeCount() + ROOM];
        all.enumerate(threads);
        for (Thread thread : threads) {
            if (thread != null && thread.getName().startsWith(AGENT)) {
                return true;
            }
        }
        return false;
    }
}
