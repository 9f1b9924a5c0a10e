package dev.gpukernel.internal.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProcessorNameTest {
    private static final String ARCHITECTURE = System.getProperty("os.arch");

    @TempDir
    private Path folder;

    @Test
    void takesTheFirstModelName() throws IOException {
        Path cpuinfo = folder.resolve("cpuinfo");
        Files.writeString(
                cpuinfo, "processor\t: 0\nmodel name\t: Brand X: 9000\nprocessor\t: 1\nmodel name\t: Other\n");
        assertThat(ProcessorName.read(cpuinfo)).isEqualTo("Brand X: 9000");
    }

    @Test
    void isTheArchitectureWhereThereIsNoModelName() throws IOException {
        Path cpuinfo = folder.resolve("cpuinfo");
        Files.writeString(cpuinfo, "processor\t: 0\nmodel name\t:\nBogoMIPS\t: 50.00\n");
        assertThat(ProcessorName.read(cpuinfo)).isEqualTo(ARCHITECTURE);
    }

    @Test
    void isTheArchitectureWhereThereIsNoFile() {
        assertThat(ProcessorName.read(folder.resolve("missing"))).isEqualTo(ARCHITECTURE);
    }
}
