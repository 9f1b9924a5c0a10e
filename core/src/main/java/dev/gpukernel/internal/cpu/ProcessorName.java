package dev.gpukernel.internal.cpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

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
        try (Stream<String> lines = Files.lines(cpuinfo)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .filter(name -> !name.isEmpty())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException | UncheckedIOException | SecurityException _) {
            return architecture;
        }
    }
}
