package dev.gpukernel.internal.cpu;

import dev.gpukernel.internal.setting.Setting;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whether plain loops run as they are written, in the thread that launches them, or over all cores. */
enum LoopMode {
    /** The original method, so that a breakpoint in it works. */
    SEQUENTIAL,
    /** The loop's iterations, compiled for themselves, in all cores. */
    PARALLEL;

    private static final Path MAPS = Path.of("/proc/self/maps");

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

    /** {@return whether the JVM was started for a debugger} Where the system tells what is loaded, that is told sooner than with what options. */
    private static boolean hasDebugger() {
        try {
            return hasDebugger(MAPS);
        } catch (IOException | SecurityException _) {
            // Not Linux, for one.
        }
        try {
            return hasDebugger(ManagementFactory.getRuntimeMXBean().getInputArguments());
        } catch (LinkageError | SecurityException _) {
            // A runtime image without module java.management.
            return false;
        }
    }

    /** {@return whether a debugger's agent is among the files of a process that are in its memory} */
    static boolean hasDebugger(Path maps) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(maps, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("jdwp")) {
                    return true;
                }
            }
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
