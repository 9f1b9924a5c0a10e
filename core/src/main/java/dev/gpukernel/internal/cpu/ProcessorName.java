package dev.gpukernel.internal.cpu;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the processor is called. */
final class ProcessorName {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");

    private ProcessorName() {}

    /** {@return the name that Linux has for the processor, elsewhere that of its architecture} */
    static String read() {
        return read(CPUINFO);
    }

    static String read(Path cpuinfo) {
        String architecture = System.getProperty("os.arch");
        try (BufferedReader lines = Files.newBufferedReader(cpuinfo)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String name = line.startsWith("model name")
                        ? line.substring(line.indexOf(':') + 1).strip()
                        : "";
                if (!name.isEmpty()) {
                    return name;
                }
            }
            return architecture;
        } catch (IOException | SecurityException _) {
            return architecture;
        }
    }
}
